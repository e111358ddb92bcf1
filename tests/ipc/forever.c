/* Waits busily for what the other never does.
   expect: violated a thread spins
   native: hangs */
#include "shared.h"
static atomic_int *ready;
static void other (void) {
  *ready = 0;
}
int main (void) {
  ready = share (sizeof *ready);
  const pid_t child = start (other);
  while (!*ready)
    ;
  await (child);
  return 0;
}
