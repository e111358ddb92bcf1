/* expect: bounded
   expect: bounded
   options: -DSIGNALS

   What is not modelled, and works: no verdict depends on its failure. */

#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

static void packets (void) {
  int ends[2];
  char text[8];
  assert (!socketpair (AF_UNIX, SOCK_SEQPACKET, 0, ends));
  assert (send (ends[0], "abc", 3, 0) == 3);
  assert (recv (ends[1], text, sizeof text, 0) == 3);
}

static void signals (void) {
  sigset_t set;
  struct signalfd_siginfo info;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigprocmask (SIG_BLOCK, &set, NULL);
  const int descriptor = signalfd (-1, &set, 0);
  raise (SIGUSR1);
  assert (read (descriptor, &info, sizeof info) == sizeof info);
}

int main (void) {
#ifdef SIGNALS
  signals ();
  (void)packets;
#else
  packets ();
  (void)signals;
#endif
  return 0;
}
