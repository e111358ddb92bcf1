/* expect: race

   C11: a variable is initialised by whoever comes first, and nobody knows who
   that is. */

#include <threads.h>

static int value;

static int run (void *none) {
  if (value == 0)
    value = 42;
  return none != NULL;
}

int main (void) {
  thrd_t a, b;
  thrd_create (&a, run, NULL);
  thrd_create (&b, run, NULL);
  thrd_join (a, NULL);
  thrd_join (b, NULL);
  return 0;
}
