/* expect: verified
   options: -DSET
   expect: verified
   options: -DMESSAGE
   expect: verified
   options: -DINFORMED
   expect: verified
   options: -DQUEUE
   expect: verified
   options: -DSIGWAIT

   Who tries again after EINTR gets what the handler has done; sigwait, and
   queues of POSIX with SA_RESTART, go on waiting by themselves. */

#include "restart.h"

int main (void) {
  prepare ();
#if defined QUEUE || defined SIGWAIT
  assert (wait_once () >= 0);
#else
  while (wait_once () < 0)
    assert (errno == EINTR);
#endif
  return finish ();
}
