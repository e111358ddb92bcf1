/* expect: misuse

   A lock is destroyed while a thread may hold it. */

#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t begun;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  sem_post (&begun);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&begun, 0, 0);
  pthread_create (&thread, NULL, run, NULL);
  sem_wait (&begun);
  pthread_mutex_destroy (&lock);
  pthread_join (thread, NULL);
  return 0;
}
