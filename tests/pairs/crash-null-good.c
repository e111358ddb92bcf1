/* expect: verified
   executions: 2

   A pointer is loaded once, and tested. */

#include <pthread.h>
#include <stdatomic.h>

static int value = 42;
static _Atomic (int *) shared = &value;

static void *clear (void *none) {
  shared = NULL;
  return none;
}

static void *use (void *result) {
  int *mine = shared;
  if (mine)
    *(int *)result = *mine;
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
