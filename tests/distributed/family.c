/* A process that prepares things, makes a child that shares them, and plays a
   part of a random play together with it.

   usage: family SETUP SCRIPTS SCRIPTS

   The setup is a sequence of letters (prepare): each adds one or two things,
   numbered from 0.  An `x' behind them: the child closes those with even
   numbers at first, and the process the others.  A `y': they do not end, since
   what an end closes would hide what other operations do not say.  The scripts
   are those of the threads of the process, and of those of its child, with a
   bar between two threads.  A script is a sequence of two characters each, an
   operation and the number of a thing.  What every operation gives is printed
   at once, and remembered, so that states in which something else was found are
   different ones. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_THINGS = 8, MOST_THREADS = 3, MOST_STEPS = 8, MUCH = 70000 };

typedef struct thing {
  char kind;
  int file;
} thing;

typedef struct player {
  const char *script;
  int number;
  int own; /* a connection that it has made or accepted; -1: none */
  char told[MOST_STEPS][12];
} player;

static thing things[MOST_THINGS];
static int thing_count;
static char who; /* p: the parent, c: the child */
static pid_t parent, child;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t at_the_end = PTHREAD_MUTEX_INITIALIZER;
static atomic_int counts[2];
static atomic_int signals;

static int add (char kind, int file) {
  if (file < 0 || thing_count == MOST_THINGS)
    abort ();
  things[thing_count] = (thing){kind, file};
  return thing_count++;
}

static struct sockaddr_in port (int number) {
  return (struct sockaddr_in){.sin_family = AF_INET,
                              .sin_port = htons ((uint16_t)number),
                              .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
}

static struct sockaddr_un name_of (int number) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  snprintf (a.sun_path, sizeof a.sun_path, "family-%d", number);
  return a;
}

static int is_unix (int number) {
  return strchr ("kK", things[number].kind) != NULL;
}

static int bind_at (int file, int number, int unix_name) {
  const struct sockaddr_in a = port (7000 + number);
  const struct sockaddr_un n = name_of (number);
  return unix_name ? bind (file, (const struct sockaddr *)&n, sizeof n)
                   : bind (file, (const struct sockaddr *)&a, sizeof a);
}

static int connect_at (int file, int number, int unix_name) {
  const struct sockaddr_in a = port (7000 + number);
  const struct sockaddr_un n = name_of (number);
  return unix_name ? connect (file, (const struct sockaddr *)&n, sizeof n)
                   : connect (file, (const struct sockaddr *)&a, sizeof a);
}

static int listener (int unix_name, int flags, int number) {
  const int s = socket (unix_name ? AF_UNIX : AF_INET, SOCK_STREAM | flags, 0);
  const int again = 1; /* where the one before has just ended */
  setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again);
  if (bind_at (s, number, unix_name) || listen (s, 0)) {
    close (s);
    return -1;
  }
  return s;
}

static void add_tcp (void) {
  const int l = listener (0, 0, 99);
  const int a = socket (AF_INET, SOCK_STREAM, 0);
  if (connect_at (a, 99, 0))
    abort ();
  const int b = accept (l, NULL, NULL);
  close (l);
  add ('t', a);
  add ('t', b);
}

static void add_pair (char kind, int type) {
  int both[2];
  if (socketpair (AF_UNIX, type, 0, both))
    abort ();
  add (kind, both[0]);
  add (kind, both[1]);
}

static void add_pipe (char kind, int flags) {
  int both[2];
  if (pipe2 (both, flags))
    abort ();
  add (kind, both[0]);
  add (kind, both[1]);
}

static void add_box (char kind) {
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  if (bind_at (s, thing_count, 0) ||
      (kind == 'D' && connect_at (s, thing_count - 1, 0)))
    abort ();
  add (kind, s);
}

/* Watches everything so far. */
static void add_epoll (char kind, uint32_t how) {
  const int e = epoll_create1 (0);
  for (int i = 0; i < thing_count; i++) {
    struct epoll_event event = {EPOLLIN | how, {.u32 = (uint32_t)i}};
    epoll_ctl (e, EPOLL_CTL_ADD, things[i].file, &event);
  }
  add (kind, e);
}

static void handle (int signal) {
  (void)signal;
  signals++;
}

static void prepare (char kind) {
  switch (kind) {
  case 't': /* a TCP connection */
    add_tcp ();
    break;
  case 'u': /* one of Unix sockets */
    add_pair (kind, SOCK_STREAM);
    break;
  case 'g':
    add_pair (kind, SOCK_DGRAM);
    break;
  case 'l': /* listeners */
  case 'k':
    add (kind, listener (kind == 'k', 0, thing_count));
    break;
  case 'L':
  case 'K':
    add (kind, listener (kind == 'K', SOCK_NONBLOCK, thing_count));
    break;
  case 'd': /* UDP, also connected to the last one */
  case 'D':
    add_box (kind);
    break;
  case 'p':
  case 'P':
    add_pipe (kind, kind == 'P' ? O_NONBLOCK : 0);
    break;
  case 'v': /* counters */
  case 'V':
    add (kind, eventfd (0, (kind == 'V' ? EFD_NONBLOCK : 0) | EFD_SEMAPHORE));
    break;
  case 'm':
    add_epoll (kind, 0);
    break;
  case 'e':
    add_epoll (kind, EPOLLET);
    break;
  case 'o':
    add_epoll (kind, EPOLLONESHOT);
    break;
  case 'h':
  case 'H': {
    const struct sigaction action = {.sa_handler = handle,
                                     .sa_flags = kind == 'H' ? SA_RESTART : 0};
    sigaction (SIGUSR1, &action, NULL);
    break;
  }
  case 'f': /* a FIFO, not open */
    if (mkfifo ("family-fifo", 0600))
      abort ();
    break;
  default:
    abort ();
  }
}

/*------------------------------------------------------------------------*/
/* Operations.  A result is a number, or minus an error. */

static long result_of (long n) {
  return n < 0 ? -errno : n;
}

static int is_socket (int number) {
  return strchr ("tugdDlkLK", things[number].kind) != NULL;
}

static int is_counter (int number) {
  return strchr ("vV", things[number].kind) != NULL;
}

/* The byte that was received, too. */
static long take (int file, int counter, int flags) {
  unsigned char bytes[8] = {0};
  const long n = flags < 0 ? read (file, bytes, counter ? 8 : 1)
                           : recv (file, bytes, 1, flags);
  return n <= 0 ? result_of (n) : bytes[0];
}

static long give (const player *p, int number, int flags) {
  const uint64_t one = 1;
  const char byte = (char)((who == 'p' ? 'a' : 'k') + p->number);
  const int file = things[number].file;
  if (is_counter (number))
    return result_of (write (file, &one, sizeof one));
  return result_of (is_socket (number)
                        ? send (file, &byte, 1, flags | MSG_NOSIGNAL)
                        : write (file, &byte, 1));
}

static long give_much (int number, int flags) {
  static const char much[MUCH];
  const int file = things[number].file;
  return result_of (is_socket (number)
                        ? send (file, much, MUCH, flags | MSG_NOSIGNAL)
                        : write (file, much, MUCH));
}

/* All that is there. */
static long take_much (int number) {
  static char much[MUCH];
  const int file = things[number].file;
  return result_of (is_socket (number) ? recv (file, much, MUCH, MSG_DONTWAIT)
                                       : read (file, much, MUCH));
}

static long look (int file, short events, int limit) {
  struct pollfd wish = {file, events, 0};
  const long n = poll (&wish, 1, limit);
  return n > 0 ? wish.revents : result_of (n);
}

static long ask_epoll (int file, int limit) {
  struct epoll_event events[4];
  const long n = epoll_wait (file, events, 4, limit);
  long all = n;
  for (long i = 0; i < n; i++)
    all = (all * 8 + events[i].data.u32) * 64 + events[i].events % 64;
  return n < 0 ? -errno : all;
}

static long change_epoll (int number) {
  struct epoll_event event = {EPOLLIN | EPOLLET, {.u32 = 7}};
  return result_of (
      epoll_ctl (things[number].file, EPOLL_CTL_MOD, things[0].file, &event));
}

static long go_to (player *p, int number) {
  const int unix_name = is_unix (number);
  if (p->own < 0)
    p->own = socket (unix_name ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
  return result_of (connect_at (p->own, number, unix_name));
}

static long let_in (player *p, int number) {
  const int s = accept (things[number].file, NULL, NULL);
  if (s < 0)
    return -errno;
  if (p->own >= 0)
    close (p->own);
  p->own = s;
  return 0;
}

static long post (int number) {
  const struct sockaddr_in a = port (7000 + number);
  for (int i = 0; i < thing_count; i++)
    if (i != number && strchr ("dD", things[i].kind))
      return result_of (sendto (things[i].file, &who, 1, 0,
                                (const struct sockaddr *)&a, sizeof a));
  return 0;
}

static long waiting_bytes (int file) {
  int n = 0;
  return ioctl (file, FIONREAD, &n) ? -errno : n;
}

static long has_peer (int file) {
  struct sockaddr_storage name;
  socklen_t length = sizeof name;
  return result_of (getpeername (file, (struct sockaddr *)&name, &length));
}

static long pending_error (int file) {
  int error = 0;
  socklen_t length = sizeof error;
  return getsockopt (file, SOL_SOCKET, SO_ERROR, &error, &length) ? -errno
                                                                  : error;
}

static long listen_again (int number) {
  return result_of (listener (is_unix (number), 0, number) < 0 ? -1 : 0);
}

static long remove_name (int number) {
  const struct sockaddr_un n = name_of (number);
  return result_of (unlink (n.sun_path));
}

/* A grandchild, which does something with a thing, and tells by its status what
   the other threads had counted. */
static long make_child (const player *p, int number) {
  const pid_t process = fork ();
  if (process)
    return process < 0 ? -errno : 0;
  if (number < thing_count)
    give (p, number, 0);
  _exit (3 + counts[0]);
}

static long wait_for_child (int flags) {
  int status = 0;
  const pid_t process = waitpid (-1, &status, flags);
  return process < 0 ? -errno : process ? 1000 + WEXITSTATUS (status) : 0;
}

/* SIGTERM: ignores, blocks, or unblocks it. */
static long prepare_for_signal (int number) {
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGTERM);
  if (!number)
    return signal (SIGTERM, SIG_IGN) == SIG_ERR ? -errno : 0;
  return result_of (
      sigprocmask (number == 1 ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL));
}

static long open_fifo (player *p, int flags) {
  const int file = open ("family-fifo", flags);
  if (file < 0)
    return -errno;
  if (p->own >= 0)
    close (p->own);
  p->own = file;
  return 0;
}

static long step (player *p, char operation, int number) {
  const int file = things[number % MOST_THINGS].file;
  const pid_t other = who == 'p' ? child : parent;
  switch (operation) {
  case 'r':
    return take (file, is_counter (number), is_socket (number) ? 0 : -1);
  case 'R':
    return take (file, is_counter (number),
                 is_socket (number) ? MSG_DONTWAIT : -1);
  case 'V':
    return take_much (number);
  case 's':
    return give (p, number, 0);
  case 'F':
    return give_much (number, MSG_DONTWAIT);
  case 'S':
    return give_much (number, 0);
  case 'x':
    return result_of (close (file));
  case 'h':
    return result_of (shutdown (file, SHUT_WR));
  case 'H':
    return result_of (shutdown (file, SHUT_RD));
  case 'b':
    return result_of (shutdown (file, SHUT_RDWR));
  case 'p':
    return look (file, POLLIN, 0);
  case 'o':
    return look (file, POLLOUT, 0);
  case 'q':
    return look (file, POLLIN, -1);
  case 'Q':
    return look (file, POLLOUT, -1);
  case 'e':
    return ask_epoll (file, 0);
  case 'E':
    return ask_epoll (file, -1);
  case 'M':
    return change_epoll (number);
  case 'c':
    return go_to (p, number);
  case 'a':
    return let_in (p, number);
  case 'y': /* with the own connection */
    return take (p->own, 0, MSG_DONTWAIT);
  case 'Y':
    return take (p->own, 0, -1);
  case 'z':
    return result_of (send (p->own, "z", 1, MSG_NOSIGNAL));
  case 'Z':
    return result_of (write (p->own, "z", 1));
  case 'X':
    return result_of (close (p->own));
  case 'd':
    return post (number);
  case 'i':
    return waiting_bytes (file);
  case 'n':
    return has_peer (file);
  case 'N':
    return pending_error (file);
  case 'u':
    return remove_name (number);
  case 'B':
    return listen_again (number);
  case 'f':
    return make_child (p, number);
  case 'w':
    return wait_for_child (0);
  case 'W':
    return wait_for_child (WNOHANG);
  case 'k':
    return result_of (kill (other, SIGUSR1));
  case 'K':
    return result_of (kill (other, 0));
  case 'T':
    return result_of (kill (other, SIGTERM));
  case 'I':
    return prepare_for_signal (number);
  case 'j':
    return signals;
  case 'g':
    return getppid () == parent;
  case 'O': /* the FIFO */
    return open_fifo (p, number ? O_WRONLY : O_RDONLY);
  case 'P':
    return open_fifo (p, (number ? O_WRONLY : O_RDONLY) | O_NONBLOCK);
  case 'C': /* a file */
    return result_of (open ("family-file", O_CREAT | O_EXCL | O_RDWR, 0600));
  case 'U':
    return result_of (unlink ("family-file"));
  case 'l':
    return pthread_mutex_lock (&locks[number & 1]);
  case 'm':
    return pthread_mutex_unlock (&locks[number & 1]);
  case 't':
    return atomic_fetch_add (&counts[number & 1], 1);
  case '*': /* for ever */
    for (;;) {
      give (p, number, 0);
      take (file, is_counter (number), is_socket (number) ? 0 : -1);
    }
  case 'D':
    _exit (number);
  default:
    abort ();
  }
}

static void play (player *p) {
  char line[40];
  for (int i = 0; *p->script && *p->script != '|'; i++, p->script += 2) {
    const long n = step (p, p->script[0], p->script[1] - '0');
    if (i < MOST_STEPS)
      snprintf (p->told[i], sizeof p->told[i], "%ld", n);
    const int length = snprintf (line, sizeof line, "%c%d.%d %c %ld\n", who,
                                 p->number, i, p->script[0], n);
    if (write (1, line, (size_t)length) != length)
      abort ();
  }
}

static void *thread (void *argument) {
  play (argument);
  return NULL;
}

static void play_all (const char *scripts) {
  static player players[MOST_THREADS];
  pthread_t threads[MOST_THREADS];
  int count = 0;
  for (const char *at = scripts; at && count < MOST_THREADS;) {
    players[count] = (player){.script = at, .number = count, .own = -1};
    count++;
    at = strchr (at, '|');
    at = at ? at + 1 : NULL;
  }
  for (int i = 1; i < count; i++)
    pthread_create (&threads[i], NULL, thread, &players[i]);
  play (&players[0]);
  for (int i = 1; i < count; i++)
    pthread_join (threads[i], NULL);
}

static void close_some (int first) {
  for (int i = first; i < thing_count; i += 2)
    close (things[i].file);
}

int main (int argc, char **argv) {
  if (argc != 4)
    return 2;
  const char *setup = argv[1];
  for (; *setup && !strchr ("xy", *setup); setup++)
    prepare (*setup);
  parent = getpid ();
  who = 'p';
  child = fork ();
  if (!child)
    who = 'c';
  if (*setup == 'x')
    close_some (who == 'p');
  play_all (argv[who == 'p' ? 2 : 3]);
  while (strchr (setup, 'y'))
    pthread_mutex_lock (&at_the_end);
  _exit (0);
}
