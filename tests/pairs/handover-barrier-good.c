/* expect: verified
   executions: 2

   Data are handed over by a barrier. */

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int data;

static void *producer (void *none) {
  data = 42;
  pthread_barrier_wait (&barrier);
  return none;
}

static void *consumer (void *none) {
  pthread_barrier_wait (&barrier);
  assert (data == 42);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
