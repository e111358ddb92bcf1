/* expect: deadlock

   Two threads wait for a semaphore.  If one gets it, it cancels the other one,
   which then cannot; but the other one may get it first. */

#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static pthread_t other;

static void *cancel (void *none) {
  sem_wait (&semaphore);
  pthread_cancel (other);
  return none;
}

static void *take (void *none) {
  sem_wait (&semaphore);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&semaphore, 0, 0);
  pthread_create (&other, NULL, take, NULL);
  pthread_create (&thread, NULL, cancel, NULL);
  sem_post (&semaphore);
  pthread_join (thread, NULL);
  pthread_join (other, NULL);
  return 0;
}
