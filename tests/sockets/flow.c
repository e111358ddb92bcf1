/* Messages in flight: one thread sends a lot, another receives by smaller or
   larger parts, and sometimes a third one interferes.

   flow SEED            runs a random one
   flow SEED ?          prints it
   flow - KIND ONE ...  runs this one: a kind of connection (t TCP, p a pair, D
   a pair of datagrams, d UDP, n Unix datagrams to a name, P a pipe), then "s"
   if its buffers are small; and operations of each thread: an end (a, b), a
   letter, a number

   A number of 5, 6, 7 stands for so many times 1000, less 4; 8 for more than a
   third of a buffer, 9 for the same, or for more than can be received.  The
   output is what each thread has got, one after the other. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOST_THREADS = 3, MOST_SCRIPT = 60, LARGE = 30000 };

typedef struct player {
  char script[MOST_SCRIPT];
  char told[300];
  char next; /* byte to send */
} player;

static player players[MOST_THREADS];
static int player_count;
static char kind;
static int small;   /* buffers are as small as they can be */
static int ends[2]; /* a sends to b, unless it is a pipe also the other way */

static unsigned long seed;

static unsigned draw (unsigned count) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(seed >> 33) % count;
}

/*------------------------------------------------------------------------*/

static struct sockaddr_in address (int port) {
  return (struct sockaddr_in){.sin_family = AF_INET,
                              .sin_port = htons ((uint16_t)port),
                              .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
}

static int bound (int type, int port) {
  const struct sockaddr_in a = address (port);
  const int s = socket (AF_INET, type, 0);
  if (bind (s, (const struct sockaddr *)&a, sizeof a))
    abort ();
  return s;
}

static void join (int s, int port) {
  const struct sockaddr_in a = address (port);
  if (connect (s, (const struct sockaddr *)&a, sizeof a))
    abort ();
}

/* A socket that the other end is connected to, but not it to the other end. */
static int named (void) {
  const struct sockaddr_un a = {AF_UNIX, "\0sett-flow"};
  const int s = socket (AF_UNIX, SOCK_DGRAM, 0);
  if (bind (s, (const struct sockaddr *)&a, sizeof a) ||
      connect (ends[0], (const struct sockaddr *)&a, sizeof a))
    abort ();
  return s;
}

static void prepare (void) {
  int pair[2];
  switch (kind) {
  case 't': {
    const int listener = bound (SOCK_STREAM, 7000);
    listen (listener, 1);
    ends[0] = socket (AF_INET, SOCK_STREAM, 0);
    join (ends[0], 7000);
    ends[1] = accept (listener, NULL, NULL);
    return;
  }
  case 'd':
    ends[0] = bound (SOCK_DGRAM, 7000);
    ends[1] = bound (SOCK_DGRAM, 7001);
    join (ends[0], 7001);
    join (ends[1], 7000);
    return;
  case 'P':
    if (pipe (pair))
      abort ();
    ends[0] = pair[1];
    ends[1] = pair[0];
    return;
  case 'n':
    ends[0] = socket (AF_UNIX, SOCK_DGRAM, 0);
    ends[1] = named ();
    return;
  default:
    socketpair (AF_UNIX, kind == 'p' ? SOCK_STREAM : SOCK_DGRAM, 0, ends);
  }
}

/* Another size: the smallest, or larger than usual. */
static long resize (int s, int larger) {
  const int size = larger ? 20000 : 1;
  return kind == 'P'
             ? fcntl (s, F_SETPIPE_SZ, larger ? 131072 : 1)
             : setsockopt (s, SOL_SOCKET, kind == 'd' ? SO_RCVBUF : SO_SNDBUF,
                           &size, sizeof size);
}

/*------------------------------------------------------------------------*/

static size_t size_of (int number) {
  return number >= 8   ? LARGE
         : number >= 5 ? (size_t)(number - 4) * 1000
                       : (size_t)number;
}

static void tell (player *p, const char *format, long value) {
  const size_t length = strlen (p->told);
  snprintf (p->told + length, sizeof p->told - length, format, value);
}

static void tell_result (player *p, long value) {
  tell (p, value < 0 ? " -%ld" : " %ld", value < 0 ? errno : value);
}

static void transmit (player *p, int s, int number, int flags) {
  static __thread char data[LARGE];
  memset (data, p->next++, size_of (number));
  if (kind == 'P' && flags)
    fcntl (s, F_SETFL, O_NONBLOCK);
  tell_result (p, kind == 'P'
                      ? write (s, data, size_of (number))
                      : send (s, data, size_of (number), MSG_NOSIGNAL | flags));
  if (kind == 'P' && flags)
    fcntl (s, F_SETFL, 0);
}

/* The first and the last byte tell what it is. */
static void receive (player *p, int s, int number, int flags) {
  static __thread char data[3 * LARGE];
  const size_t size = number == 9 ? sizeof data : size_of (number);
  const long n =
      kind == 'P' ? read (s, data, size) : recv (s, data, size, flags);
  tell_result (p, n);
  if (n > 0) {
    tell (p, "%c", data[0]);
    tell (p, "%c", data[n - 1]);
  }
}

static void look (player *p, int s, int events, int limit) {
  struct pollfd file = {s, (short)events, 0};
  poll (&file, 1, limit);
  tell (p, " p%lx", file.revents);
}

static void look_for_edges (player *p, int s) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  const int e = epoll_create1 (0);
  epoll_ctl (e, EPOLL_CTL_ADD, s, &event);
  for (int i = 0; i < 2; i++)
    if (epoll_wait (e, &event, 1, 0) > 0)
      tell (p, " e%lx", event.events);
  close (e);
}

static void one (player *p, int s, char what, int number) {
  int waiting = -1;
  switch (what) {
  case 's':
    transmit (p, s, number, 0);
    break;
  case 'S':
    transmit (p, s, number, MSG_DONTWAIT);
    break;
  case 'r':
    receive (p, s, number, 0);
    break;
  case 'R':
    fcntl (s, F_SETFL, O_NONBLOCK);
    receive (p, s, number, 0);
    fcntl (s, F_SETFL, 0);
    break;
  case 'N':
    receive (p, s, number, MSG_DONTWAIT);
    break;
  case 'k':
    receive (p, s, number, MSG_PEEK);
    break;
  case 'w':
    receive (p, s, number, MSG_WAITALL);
    break;
  case 'i':
    look (p, s, POLLIN, 0);
    break;
  case 'o':
    look (p, s, POLLOUT, 0);
    break;
  case 'a':
    look (p, s, POLLIN | POLLOUT | POLLRDHUP, 0);
    break;
  case 'W':
    look (p, s, POLLIN, -1);
    break;
  case 'e':
    look_for_edges (p, s);
    break;
  case 'f':
    ioctl (s, FIONREAD, &waiting);
    tell (p, " f%ld", waiting);
    break;
  case 'h':
    tell_result (p, shutdown (s, number % 3));
    break;
  case 'l': {
    const int least = (int)size_of (number);
    tell_result (p,
                 setsockopt (s, SOL_SOCKET, SO_RCVLOWAT, &least, sizeof least));
    break;
  }
  case 'z':
    tell_result (p, resize (s, number % 2));
    break;
  case 'x':
    tell_result (p, close (s));
    break;
  }
}

static void *play (void *argument) {
  player *p = argument;
  for (const char *at = p->script; strlen (at) > 2; at += 3)
    one (p, ends[at[0] == 'b'], at[1], at[2] - '0');
  return NULL;
}

/*------------------------------------------------------------------------*/

static void add (player *p, char end, const char *some) {
  char *to = p->script + strlen (p->script);
  const char what = some[draw ((unsigned)strlen (some))];
  const unsigned number = what == 'h' ? draw (3)
                          : strchr ("sS", what) && small && draw (3)
                              ? 4 + draw (4)
                          : strchr ("sk", what) && !draw (6)   ? 9
                          : strchr ("rNRk", what) && !draw (3) ? 9
                                                               : 1 + draw (4);
  sprintf (to, "%c%c%u", end, what, number);
}

/* What each kind of end can do, besides what it is for. */
static const char *sends (void) {
  return small && strchr ("tpP", kind) ? "sssSSoz"
         : small                       ? "sssSo"
         : kind == 'P'                 ? "sssssso"
         : kind == 't' || kind == 'p'  ? "ssssssoh"
                                       : "s";
}

static const char *receives (void) {
  return kind == 'P'   ? "rrrrriWf"
         : kind == 't' ? "rrrrNkwiaWflW"
         : kind == 'p' ? "rrrrNkwiaWfl"
                       : "rrrrNkwiaWf";
}

static const char *interferes (void) {
  return kind == 'P' ? "xxsrif" : "xxhhsrNkiaf";
}

static void make_scripts (void) {
  static const char kinds[] = "ttppDdPP", full[] = "tppDDdnPPPP";
  small = !draw (2);
  kind = small ? full[draw (sizeof full - 1)] : kinds[draw (sizeof kinds - 1)];
  player_count = 2 + !draw (3);
  for (unsigned k = 2 + draw (player_count == 2 ? 3 : 2); k; k--)
    add (&players[0], 'a', sends ());
  for (unsigned k = 1 + draw (player_count == 2 ? 4 : 2); k; k--)
    add (&players[1], 'b', receives ());
  if (kind != 'P' && !draw (3)) { /* and back */
    add (&players[1], 'b', sends ());
    add (&players[0], 'a', receives ());
  }
  if (!draw (2))
    add (&players[0], 'a', "x");
  if (!draw (3))
    add (&players[1], 'b', "xe");
  if (player_count == 3)
    for (unsigned k = 1 + draw (2); k; k--)
      add (&players[2], "ab"[draw (2)], interferes ());
}

int main (int argc, char **argv) {
  pthread_t threads[MOST_THREADS];
  signal (SIGPIPE, SIG_IGN);
  if (!strcmp (argv[1], "-")) {
    kind = argv[2][0];
    small = argv[2][1] == 's';
    for (player_count = 0; player_count < argc - 3; player_count++)
      strcpy (players[player_count].script, argv[3 + player_count]);
  } else {
    seed = strtoul (argv[1], NULL, 10) * 77777 + 5;
    draw (2);
    make_scripts ();
  }
  if (argc > 2 && !strcmp (argv[2], "?")) {
    printf ("%c%s", kind, small ? "s" : "");
    for (int i = 0; i < player_count; i++)
      printf (" %s", players[i].script);
    printf ("\n");
    return 0;
  }
  prepare ();
  if (small)
    resize (ends[kind == 'd'], 0);
  for (int i = 0; i < player_count; i++)
    players[i].next = (char)('a' + 8 * i);
  for (int i = 1; i < player_count; i++)
    pthread_create (&threads[i], NULL, play, &players[i]);
  play (&players[0]);
  for (int i = 1; i < player_count; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < player_count; i++)
    printf ("%s;", players[i].told);
  printf ("\n");
  return 0;
}
