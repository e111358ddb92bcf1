/* expect: misuse

   A thread that is cancelled while it waits at a condition variable gets the
   lock again, and dies with it. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  for (;;)
    pthread_cond_wait (&never, &lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_cancel (thread);
  pthread_join (thread, NULL);
  return 0;
}
