/* expect: divergence
   options: --patience 0.3

   A loop in steps of two never meets an odd number, which another thread has
   left there. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned int length = 4;

static void *append (void *none) {
  pthread_mutex_lock (&lock);
  length = 5;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *scan (void *none) {
  pthread_mutex_lock (&lock);
  unsigned int end = length;
  pthread_mutex_unlock (&lock);
  for (volatile unsigned int i = 0; i != end; i += 2)
    ;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, scan, NULL);
  pthread_create (&b, NULL, append, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
