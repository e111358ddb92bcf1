/* expect: verified
   executions: 1

   A lock is destroyed when nobody will use it any more. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  pthread_mutex_destroy (&lock);
  return 0;
}
