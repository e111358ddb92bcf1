/* expect: misuse

   A thread that came first ends with the lock in its hands. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  if (done)
    pthread_exit (none);
  done = 1;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
