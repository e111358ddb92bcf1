/* expect: verified
   executions: 3

   The producer of a ring buffer fills a place, then publishes it.  The
   consumer finds nothing, one item, or two. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int ring[2];
static atomic_uint written;

static void *producer (void *none) {
  for (int i = 0; i < 2; i++) {
    ring[i] = i + 1;
    written++;
  }
  return none;
}

static void *consumer (void *none) {
  unsigned int available = written;
  for (unsigned int i = 0; i < available; i++)
    assert (ring[i] == (int)i + 1);
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
