/* expect: assertion

   A thread joins another one after it was asked to end.  If that one has ended
   already, the C library has nothing to wait for and does not look whether it
   was asked; so it may return. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t asked;

static void *work (void *nothing) {
  return nothing;
}

static void *manage (void *nothing) {
  pthread_t worker;
  int before;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &before);
  pthread_create (&worker, NULL, work, NULL);
  sem_wait (&asked);
  pthread_setcancelstate (before, NULL);
  pthread_join (worker, NULL);
  return nothing;
}

int main (void) {
  pthread_t manager;
  void *result;
  sem_init (&asked, 0, 0);
  pthread_create (&manager, NULL, manage, NULL);
  pthread_cancel (manager);
  sem_post (&asked);
  pthread_join (manager, &result);
  assert (result == PTHREAD_CANCELED);
}
