/* expect: verified
   executions: 2

   pthread_once: the work is done once, and done when the call returns.  The
   variable needs no lock. */

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void initialise (void) {
  value += 42;
}

static void *user (void *none) {
  pthread_once (&once, initialise);
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
