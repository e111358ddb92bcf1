/* expect: verified
   expect: verified
   options: -DOPENED
   expect: deadlock
   options: -DKEPT
   native: compile

   A child has the descriptors that its parent had opened, and with them their
   locks: what one of them locks is no obstacle for the other one, either can
   give it away, and when one of them ends the lock stays as long as the other
   one has it open. */

#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static char name[] = "/tmp/flock-XXXXXX";

static int lock (int file, int how) {
#ifdef OPENED
  struct flock all = {.l_type = how == LOCK_UN ? F_UNLCK : F_WRLCK};
  return fcntl (file, F_OFD_SETLKW, &all);
#else
  return flock (file, how);
#endif
}

int main (void) {
  int status = 1;
  const int file = mkstemp (name), other = open (name, O_RDWR);
  const pid_t child = fork ();
  if (!child) {
    assert (!lock (file, LOCK_EX));
    _exit (0);
  }
  assert (waitpid (child, &status, 0) == child && !status);
  assert (!lock (file, LOCK_EX));
#ifndef KEPT
  assert (!lock (file, LOCK_UN));
#endif
  assert (!lock (other, LOCK_EX));
  unlink (name);
  return 0;
}
