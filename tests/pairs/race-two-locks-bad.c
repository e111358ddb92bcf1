/* expect: race

   Every access is locked, but not with the same lock. */

#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *left (void *none) {
  pthread_mutex_lock (&a);
  counter++;
  pthread_mutex_unlock (&a);
  return none;
}

static void *right (void *none) {
  pthread_mutex_lock (&b);
  counter++;
  pthread_mutex_unlock (&b);
  return none;
}

int main (void) {
  pthread_t first, second;
  pthread_create (&first, NULL, left, NULL);
  pthread_create (&second, NULL, right, NULL);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  return 0;
}
