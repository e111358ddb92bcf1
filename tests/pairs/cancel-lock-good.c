/* expect: verified

   A thread that is cancelled gives the lock back. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void give_back (void *mutex) {
  pthread_mutex_unlock (mutex);
}

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  pthread_cleanup_push (give_back, &lock);
  pthread_testcancel ();
  pthread_cleanup_pop (1);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_cancel (thread);
  pthread_join (thread, NULL);
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return 0;
}
