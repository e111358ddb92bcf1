/* Signals interrupt whoever sleeps, waits for a limited time, for a semaphore,
   or for room.

   expect: verified

   finds: poll sleep semaphore receive accept pipe socket none */
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <semaphore.h>
#include <sett.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOM = 65536 };

static const char much[ROOM];
static const struct timeval limit = {1, 0};
static int ends[2];
static sem_t semaphore;

static void handler (int signal) {
  (void)signal;
  sem_post (&semaphore);
}

static int listener (void) {
  const struct sockaddr_in name = {.sin_family = AF_INET};
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  bind (s, (const void *)&name, sizeof name);
  listen (s, 1);
  setsockopt (s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  return s;
}

static int prepare (int which) {
  if (which == 3 || which == 6)
    socketpair (AF_UNIX, SOCK_STREAM, 0, ends);
  else if (pipe (ends))
    return 1;
  if (which == 3)
    setsockopt (ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  sem_init (&semaphore, 0, 0);
  if (which == 5)
    return write (ends[1], much, ROOM) != ROOM;
  while (which == 6 && send (ends[1], much, ROOM, MSG_DONTWAIT) > 0)
    ;
  return which == 4 ? listener () : 0;
}

/* True: it was interrupted. */
static int wait_there (int which, int socket) {
  struct pollfd poll_file = {.fd = ends[0], .events = POLLIN};
  char byte;
  switch (which) {
  case 0:
    return poll (&poll_file, 1, 1000) < 0;
  case 1:
    return sleep (1) != 0;
  case 2:
    return sem_wait (&semaphore) < 0;
  case 3:
    return recv (ends[0], &byte, 1, 0) < 0 && errno == EINTR;
  case 4:
    return accept (socket, NULL, NULL) < 0 && errno == EINTR;
  default:
    return write (ends[1], "x", 1) < 0 && errno == EINTR;
  }
}

/* What the parent waits for, in the end. */
static void help (int which) {
  static char most[ROOM]; /* less may be a part of what is free together only */
  if (which >= 5 && read (ends[0], most, ROOM) != ROOM)
    _exit (1);
  _exit (0);
}

int main (void) {
  static const char *const names[] = {"poll",   "sleep", "semaphore", "receive",
                                      "accept", "pipe",  "socket"};
  const struct sigaction action = {.sa_handler = handler};
  const pid_t parent = getpid ();
  const int which = sett_choose (7);
  const int socket = prepare (which);
  sigaction (SIGUSR1, &action, NULL);
  if (!fork ()) {
    kill (parent, SIGUSR1);
    help (which);
  }
  puts (wait_there (which, socket) ? names[which] : "none");
  while (wait (NULL) < 0 && errno == EINTR)
    ;
  return 0;
}
