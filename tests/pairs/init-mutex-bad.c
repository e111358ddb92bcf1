/* expect: misuse

   A mutex is initialised when another thread may have locked it already. */

#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run (void *none) {
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_mutex_init (&m, NULL);
  pthread_join (thread, NULL);
  return 0;
}
