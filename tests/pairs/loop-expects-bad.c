/* expect: assertion
   options: -O2

   What a compare and exchange expects is set behind it, for the next one; the
   stack is not the thread's alone. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value = 1;

static void *other (void *at) {
  *(int *)at = 3;
  return NULL;
}

int main (void) {
  pthread_t thread;
  int expected = 0, result = 0, ends;
  pthread_create (&thread, NULL, other, &result);
  do {
    ends = atomic_compare_exchange_strong (&value, &expected, 7);
    expected = 1;
  } while (!ends);
  assert (0);
  return 0;
}
