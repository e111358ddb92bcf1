/* expect: deadlock
   expect: deadlock
   options: -DHANDLED

   Two processes want the one byte of a pipe; who has it sends the other one a
   signal, for which that one waits no longer.  But it might have had the byte.
 */

#include "signal-instead.h"

int main (void) {
  return run (1);
}
