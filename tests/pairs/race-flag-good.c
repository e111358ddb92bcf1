/* expect: verified
   executions: 2

   An atomic variable says whether the data are ready. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer (void *none) {
  data = 42;
  ready = 1;
  return none;
}

static void *consumer (void *none) {
  if (ready)
    assert (data == 42);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
