/* expect: race

   The race exists only if the lock is taken in one of the two orders: in the
   other one the lock happens to keep the accesses apart. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *first (void *none) {
  data = 1;
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *second (void *none) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  data = 2;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
