/* expect: race

   The data are read before the barrier. */

#include <pthread.h>

static pthread_barrier_t barrier;
static int data;

static void *producer (void *none) {
  data = 42;
  pthread_barrier_wait (&barrier);
  return none;
}

static void *consumer (void *result) {
  *(int *)result = data;
  pthread_barrier_wait (&barrier);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int result;
  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, &result);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
