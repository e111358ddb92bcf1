/* expect: bounded
   options: -DTEE
   expect: bounded
   options: -DSPLICE
   expect: bounded
   options: -DWAKE_OP
   expect: bounded
   options: -DNESTED
   expect: bounded
   options: -DONE_PORT
   expect: bounded
   options: -DREAPER
   expect: bounded
   options: -DSTOPS
   expect: bounded
   options: -DCREDENTIALS

   What works on Linux and is not modelled ends the execution: it does not fail,
   and so lets no assertion fail. */

#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
#if defined TEE || defined SPLICE
  int from[2], to[2];
  assert (!pipe (from) && !pipe (to) && write (from[1], "abc", 3) == 3);
#ifdef TEE
  assert (tee (from[0], to[1], 3, 0) == 3);
#else
  assert (splice (from[0], NULL, to[1], NULL, 3, 0) == 3);
#endif
#elif defined WAKE_OP
  uint32_t word = 0, other = 0;
  assert (syscall (SYS_futex, &word, FUTEX_WAKE_OP_PRIVATE, 1, 1, &other,
                   FUTEX_OP (FUTEX_OP_SET, 1, FUTEX_OP_CMP_EQ, 0)) == 0);
  assert (other == 1);
#elif defined NESTED
  const int inner = epoll_create1 (0), outer = epoll_create1 (0);
  struct epoll_event event = {.events = EPOLLIN};
  assert (epoll_ctl (outer, EPOLL_CTL_ADD, inner, &event) == 0);
#elif defined ONE_PORT
  struct sockaddr_in name = {.sin_family = AF_INET};
  socklen_t size = sizeof name;
  const int yes = 1;
  int sockets[2];
  for (int i = 0; i < 2; i++) {
    sockets[i] = socket (AF_INET, SOCK_STREAM, 0);
    setsockopt (sockets[i], SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes);
    assert (bind (sockets[i], (struct sockaddr *)&name, size) == 0);
    getsockname (sockets[0], (struct sockaddr *)&name, &size);
  }
#elif defined CREDENTIALS
  int ends[2];
  struct ucred who;
  socklen_t size = sizeof who;
  assert (!socketpair (AF_UNIX, SOCK_STREAM, 0, ends));
  assert (!getsockopt (ends[0], SOL_SOCKET, SO_PEERCRED, &who, &size));
  assert (who.pid == getpid ());
#elif defined REAPER
  int ended = 0;
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  if (!fork ()) {
    if (!fork ())
      _exit (0);
    _exit (0);
  }
  while (wait (NULL) > 0)
    ended++;
  assert (ended == 2);
#else
  int status;
  const pid_t child = fork ();
  if (!child) {
    raise (SIGSTOP);
    _exit (0);
  }
  assert (waitpid (child, &status, WUNTRACED) == child && WIFSTOPPED (status));
  kill (child, SIGCONT);
  waitpid (child, &status, 0);
#endif
  return 0;
}
