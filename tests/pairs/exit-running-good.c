/* expect: verified

   The program ends when main returns, whatever the other threads do: both wait
   for ever, and one of them has a lock in its hands. */

#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;

static void *sleeper (void *none) {
  sem_wait (&never);
  return none;
}

static void *holder (void *none) {
  pthread_mutex_lock (&lock);
  sem_wait (&never);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  sem_init (&never, 0, 0);
  pthread_create (&a, NULL, sleeper, NULL);
  pthread_create (&b, NULL, holder, NULL);
  return 0;
}
