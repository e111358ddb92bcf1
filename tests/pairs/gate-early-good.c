/* expect: verified
   executions: 2

   The gate is released when both locks have been taken: early enough for
   others, late enough for safety. */

#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *left (void *none) {
  pthread_mutex_lock (&gate);
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&gate);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return none;
}

static void *right (void *none) {
  pthread_mutex_lock (&gate);
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&gate);
  pthread_mutex_unlock (&a);
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
