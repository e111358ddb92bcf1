/* expect: race

   The producer of a ring buffer publishes the place before it has filled it. */

#include <pthread.h>
#include <stdatomic.h>

static int ring[2];
static atomic_uint written;

static void *producer (void *none) {
  for (int i = 0; i < 2; i++) {
    written++;
    ring[i] = i + 1;
  }
  return none;
}

static void *consumer (void *result) {
  unsigned int available = written;
  for (unsigned int i = 0; i < available; i++)
    *(int *)result += ring[i];
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int result = 0;
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, &result);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
