/* expect: verified
   executions: 1

   Blocks of no bytes that are used again, sizes and alignments that there
   cannot be. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
int main (void) {
  volatile size_t huge = SIZE_MAX, nothing = 0;
  void *memory = NULL;
  void *volatile none; /* compilers believe in malloc */
  free (malloc (1 << 20));
  for (int i = 0; i < 3; i++)
    free (malloc (nothing));
  none = malloc (huge);
  assert (!none && errno == ENOMEM);
  none = realloc (NULL, huge / 2);
  assert (!none);
  none = calloc (huge, 2);
  assert (!none);
  none = memalign (64, huge);
  assert (!none);
  assert (posix_memalign (&memory, 64, huge) == ENOMEM);
  assert (posix_memalign (&memory, 0, 8) == EINVAL);
  assert (posix_memalign (&memory, 24, 8) == EINVAL);
  memory = memalign (48, 100);
  assert (memory && (uintptr_t)memory % 64 == 0);
  free (memory);
  free (pvalloc (10));
  return 0;
}
