/* expect: assertion
   options: -DSET
   expect: assertion
   options: -DMESSAGE
   expect: assertion
   options: -DINFORMED

   Calls of System V begin not again after a handler, whatever SA_RESTART says,
   and sigwaitinfo ends with EINTR, too, although the handler has done what they
   wait for. */

#include "restart.h"

int main (void) {
  prepare ();
  assert (wait_once () >= 0);
  return finish ();
}
