/* expect: verified
   executions: 2

   The divisor is tested and used under one lock. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 1;

static void *leave (void *none) {
  pthread_mutex_lock (&lock);
  count--;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *share (void *result) {
  pthread_mutex_lock (&lock);
  if (count > 0)
    *(int *)result = 100 / count;
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int result = 0;
  pthread_create (&a, NULL, share, &result);
  pthread_create (&b, NULL, leave, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return result == 1;
}
