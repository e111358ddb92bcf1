/* A counter without a lock.
   expect: violated data race on shared memory
   outputs: 1; 2 */
#include "shared.h"
static int *count;
static void add (void) {
  *count = *count + 1;
}
int main (void) {
  count = share (sizeof *count);
  const pid_t child = start (add);
  add ();
  await (child);
  printf ("%d\n", *count);
  return 0;
}
