/* expect: verified
   executions: 2

   A volatile variable under a lock is an ordinary variable. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stop;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  stop = 1;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_mutex_lock (&lock);
  int seen = stop;
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return seen == 2;
}
