/* expect: verified
   expect: verified
   options: -DHANDLED

   The same with a byte for each of them. */

#include "signal-instead.h"

int main (void) {
  return run (2);
}
