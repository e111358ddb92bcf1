/* expect: crash

   A pointer is tested and loaded again; in between it may have become null. */

#include <pthread.h>
#include <stdatomic.h>

static int value = 42;
static _Atomic (int *) shared = &value;

static void *clear (void *none) {
  shared = NULL;
  return none;
}

static void *use (void *result) {
  if (shared)
    *(int *)result = *shared;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int result;
  pthread_create (&a, NULL, use, &result);
  pthread_create (&b, NULL, clear, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
