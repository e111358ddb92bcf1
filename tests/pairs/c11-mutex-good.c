/* expect: verified
   executions: 2

   C11: a recursive lock, and what threads return. */

#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int counter;

static int run (void *argument) {
  mtx_lock (&lock);
  mtx_lock (&lock);
  counter++;
  mtx_unlock (&lock);
  mtx_unlock (&lock);
  return *(int *)argument;
}

int main (void) {
  thrd_t a, b;
  int number[2] = {3, 4}, result[2];
  mtx_init (&lock, mtx_plain | mtx_recursive);
  thrd_create (&a, run, &number[0]);
  thrd_create (&b, run, &number[1]);
  thrd_join (a, &result[0]);
  thrd_join (b, &result[1]);
  assert (counter == 2 && result[0] == 3 && result[1] == 4);
  mtx_destroy (&lock);
  return 0;
}
