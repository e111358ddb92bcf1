/* expect: deadlock

   C11: two threads take two locks in opposite orders. */

#include <threads.h>

static mtx_t a, b;

static int left (void *none) {
  mtx_lock (&a);
  mtx_lock (&b);
  mtx_unlock (&b);
  mtx_unlock (&a);
  return none != NULL;
}

static int right (void *none) {
  mtx_lock (&b);
  mtx_lock (&a);
  mtx_unlock (&a);
  mtx_unlock (&b);
  return none != NULL;
}

int main (void) {
  thrd_t first, second;
  mtx_init (&a, mtx_plain);
  mtx_init (&b, mtx_plain);
  thrd_create (&first, left, NULL);
  thrd_create (&second, right, NULL);
  thrd_join (first, NULL);
  thrd_join (second, NULL);
  return 0;
}
