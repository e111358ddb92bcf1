/* expect: verified

   C11: call_once, and storage of each thread with a destructor. */

#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static atomic_int destroyed;

static void destroy (void *value) {
  if (value)
    destroyed++;
}

static void make_key (void) {
  tss_create (&key, destroy);
}

static int run (void *argument) {
  call_once (&once, make_key);
  assert (tss_get (key) == NULL);
  tss_set (key, argument);
  assert (tss_get (key) == argument);
  return 0;
}

int main (void) {
  thrd_t a, b;
  int value[2];
  thrd_create (&a, run, &value[0]);
  thrd_create (&b, run, &value[1]);
  thrd_join (a, NULL);
  thrd_join (b, NULL);
  assert (destroyed == 2);
  return 0;
}
