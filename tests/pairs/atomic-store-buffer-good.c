/* expect: verified
   executions: 3

   Each of two threads announces itself and looks for the other one: under
   sequential consistency one of them sees the other. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *left (void *none) {
  x = 1;
  saw_y = y;
  return none;
}

static void *right (void *none) {
  y = 1;
  saw_x = x;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, left, NULL);
  pthread_create (&b, NULL, right, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (saw_x || saw_y);
  return 0;
}
