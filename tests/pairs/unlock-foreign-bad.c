/* expect: misuse

   A thread releases a lock that another one has taken. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *helper (void *none) {
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_mutex_lock (&lock);
  pthread_create (&thread, NULL, helper, NULL);
  pthread_join (thread, NULL);
  return 0;
}
