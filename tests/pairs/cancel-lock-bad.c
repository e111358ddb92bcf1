/* expect: misuse

   A thread is cancelled with a lock in its hands. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  pthread_testcancel ();
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_cancel (thread);
  pthread_join (thread, NULL);
  return 0;
}
