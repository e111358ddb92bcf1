/* expect: assertion

   A thread that was asked to end waits for a condition.  It has then given the
   mutex away before it ends, and got it back: nothing needs to be as it was. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static sem_t asked;
static int value, mine;

static void leave (void *unused) {
  (void)unused;
  assert (value == mine);
  pthread_mutex_unlock (&lock);
}

static void *wait_for_change (void *unused) {
  int before;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &before);
  pthread_mutex_lock (&lock);
  sem_wait (&asked);
  mine = value;
  pthread_setcancelstate (before, NULL);
  pthread_cleanup_push (leave, NULL);
  while (value == mine)
    pthread_cond_wait (&change, &lock);
  mine = value;
  pthread_cleanup_pop (1);
  return unused;
}

int main (void) {
  pthread_t waiter;
  sem_init (&asked, 0, 0);
  pthread_create (&waiter, NULL, wait_for_change, NULL);
  pthread_cancel (waiter);
  sem_post (&asked);
  pthread_mutex_lock (&lock);
  value++;
  pthread_cond_signal (&change);
  pthread_mutex_unlock (&lock);
  pthread_join (waiter, NULL);
}
