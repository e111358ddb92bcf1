/* expect: race

   One thread reads what another one writes. */

#include <pthread.h>

static int shared = 1;

static void *reader (void *result) {
  *(int *)result = shared;
  return NULL;
}

static void *writer (void *none) {
  shared = 2;
  return none;
}

int main (void) {
  pthread_t a, b;
  int result;
  pthread_create (&a, NULL, reader, &result);
  pthread_create (&b, NULL, writer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
