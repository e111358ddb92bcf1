/* expect: use-after-free

   Two owners count down and look at the count: both can find that they were
   the last. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owners = 2;
static void *block;

static void *release (void *none) {
  owners--;
  if (owners == 0)
    free (block);
  return none;
}

int main (void) {
  pthread_t a, b;
  block = malloc (16);
  pthread_create (&a, NULL, release, NULL);
  pthread_create (&b, NULL, release, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
