/* expect: assertion

   "Once" by hand: the flag says "done" when the work has only begun. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag begun = ATOMIC_FLAG_INIT;
static atomic_int value;

static void *user (void *none) {
  if (!atomic_flag_test_and_set (&begun))
    value = 42;
  assert (value == 42);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, user, NULL);
  pthread_create (&b, NULL, user, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
