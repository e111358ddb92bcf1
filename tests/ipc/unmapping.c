/* Each of two processes unmaps what they share; one maps it again.
   expect: verified
   outputs: 3 */
#define _GNU_SOURCE
#include "shared.h"
static int *shared, descriptor;
static void add (void) {
  (*shared)++;
  munmap (shared, sizeof *shared);
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED,
                 descriptor, 0);
  (*shared)++;
  munmap (shared, sizeof *shared);
}
int main (void) {
  descriptor = memfd_create ("shared", 0);
  assert (!ftruncate (descriptor, sizeof *shared));
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED,
                 descriptor, 0);
  await (start (add));
  (*shared)++;
  printf ("%d\n", *shared);
  munmap (shared, sizeof *shared);
  return 0;
}
