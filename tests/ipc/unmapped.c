/* A child unmaps what it shares with its parent, and uses it again.
   expect: violated use of shared memory that was unmapped
   native: crashes */
#include "shared.h"
static int *shared;
static void add (void) {
  (*shared)++;
  munmap (shared, sizeof *shared);
  (*shared)++;
}
int main (void) {
  shared = share (sizeof *shared);
  await (start (add));
  (*shared)++;
  return 0;
}
