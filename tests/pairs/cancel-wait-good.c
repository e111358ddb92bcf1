/* expect: verified

   A thread that waits for ever at a condition variable is cancelled; it gives
   the lock back. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void give_back (void *mutex) {
  pthread_mutex_unlock (mutex);
}

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  pthread_cleanup_push (give_back, &lock);
  for (;;)
    pthread_cond_wait (&never, &lock);
  pthread_cleanup_pop (1);
  return none;
}

int main (void) {
  pthread_t thread;
  void *result;
  pthread_create (&thread, NULL, run, NULL);
  pthread_cancel (thread);
  pthread_join (thread, &result);
  assert (result == PTHREAD_CANCELED);
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return 0;
}
