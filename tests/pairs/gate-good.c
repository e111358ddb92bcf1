/* expect: verified
   executions: 2

   Two threads take two locks in opposite orders, but each goes through a gate
   first, a third lock: they can never do so at the same time. */

#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *left (void *none) {
  pthread_mutex_lock (&gate);
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&gate);
  return none;
}

static void *right (void *none) {
  pthread_mutex_lock (&gate);
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&gate);
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
