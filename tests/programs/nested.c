/* Threads that begin in a function inside of main: GNU C.  Nobody has the
   address of what they share but they. */

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main (void) {
  int total = 0;
  void *count (void *none) {
#ifdef LOCKED
    pthread_mutex_lock (&mutex);
#endif
    total++;
#ifdef LOCKED
    pthread_mutex_unlock (&mutex);
#endif
    return none;
  }
  pthread_t a, b;
  pthread_create (&a, NULL, count, NULL);
  pthread_create (&b, NULL, count, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  (void)mutex;
  return total != 2;
}
