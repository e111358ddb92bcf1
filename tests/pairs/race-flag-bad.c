/* expect: race

   An ordinary variable says whether the data are ready. */

#include <pthread.h>

static int ready;
static int data;

static void *producer (void *none) {
  data = 42;
  ready = 1;
  return none;
}

static void *consumer (void *result) {
  if (ready)
    *(int *)result = data;
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
