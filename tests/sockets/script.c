/* Sequences of operations on sockets, without waiting: what does each give?

   script FIRST COUNT            prints a line for each of the random scripts
   script FIRST COUNT FILE       compares with the lines of a file, and prints
                                 the first that differs, or "same COUNT"
   script FIRST COUNT ?          prints the scripts
   script - SCRIPT               runs this one

   A script: a letter for the kind of sockets, then operations, each the name of
   a socket (l: listener, a, b: the two ends, c: one more), a letter and
   possibly a number.  All sockets are non-blocking. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static __thread char line[2000];
static __thread size_t length;
static int waits; /* operations do */

static void add (const char *format, long value) {
  length +=
      (size_t)snprintf (line + length, sizeof line - length, format, value);
}

static void result (long value) {
  if (value < 0)
    add (" -%ld", errno);
  else
    add (" %ld", value);
}

/* Kinds: t TCP, T TCP over IPv6, M listening with IPv6 and connecting with
   IPv4, u Unix, p a pair, d UDP, D a pair of datagrams, n Unix datagrams. */
static char kind;
static int number;
static int socks[4]; /* l a b c */

typedef union address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
  struct sockaddr_un local;
} address;

static int is_stream (void) {
  return strchr ("tTMup", kind) != NULL;
}

/* The address of `which`: 0 the listener, 1... the others. */
static socklen_t name_of (int which, address *a, int client) {
  memset (a, 0, sizeof *a);
  const int port = 20000 + number % 3000 * 4 + which;
  switch (kind) {
  case 't':
  case 'd':
    a->four.sin_family = AF_INET;
    a->four.sin_port = htons ((in_port_t)port);
    a->four.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
    return sizeof a->four;
  case 'M':
    if (client) {
      a->four.sin_family = AF_INET;
      a->four.sin_port = htons ((in_port_t)port);
      a->four.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
      return sizeof a->four;
    }
    a->six.sin6_family = AF_INET6;
    a->six.sin6_port = htons ((in_port_t)port);
    return sizeof a->six;
  case 'T':
    a->six.sin6_family = AF_INET6;
    a->six.sin6_port = htons ((in_port_t)port);
    a->six.sin6_addr = in6addr_loopback;
    return sizeof a->six;
  default:
    a->local.sun_family = AF_UNIX;
    return (socklen_t)(offsetof (struct sockaddr_un, sun_path) + 1 +
                       (size_t)snprintf (a->local.sun_path + 1,
                                         sizeof a->local.sun_path - 1,
                                         "sett-script-%d", port));
  }
}

static int mode (void) {
  return waits ? 0 : SOCK_NONBLOCK;
}

static int make (int client) {
  const int type =
      (is_stream () ? SOCK_STREAM : SOCK_DGRAM) | mode () | SOCK_CLOEXEC;
  const int family = strchr ("upDn", kind)                     ? AF_UNIX
                     : kind == 'T' || (kind == 'M' && !client) ? AF_INET6
                                                               : AF_INET;
  const int s = socket (family, type, 0), one = 1;
  if (strchr ("tTM", kind)) /* or small messages wait for each other */
    setsockopt (s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (!client)
    setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  return s;
}

static void prepare (void) {
  address a;
  socklen_t size;
  for (int i = 0; i < 4; i++)
    socks[i] = -1;
  if (kind == 'p' || kind == 'D') {
    socketpair (AF_UNIX, (kind == 'p' ? SOCK_STREAM : SOCK_DGRAM) | mode (), 0,
                socks + 1);
    return;
  }
  if (!is_stream ()) {
    for (int i = 0; i < 4; i++) {
      socks[i] = make (0);
      size = name_of (i, &a, 0);
      result (bind (socks[i], &a.any, size));
    }
    return;
  }
  socks[0] = make (0);
  size = name_of (0, &a, 0);
  result (bind (socks[0], &a.any, size));
  result (listen (socks[0], 3));
  socks[1] = make (1);
  size = name_of (0, &a, 1);
  connect (socks[1], &a.any, size);
  socks[2] = accept4 (socks[0], NULL, NULL, mode ());
  socks[3] = make (1);
}

static void get_error (int s) {
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt (s, SOL_SOCKET, SO_ERROR, &error, &size))
    result (-1);
  else
    add (" e%ld", error);
}

static void get_events (int s) {
  struct pollfd p = {s, POLLIN | POLLOUT | POLLRDHUP, 0};
  poll (&p, 1, 0);
  add (" p%lx", p.revents);
}

static int get_name (int s, int peer, address *a, socklen_t *size) {
  memset (a, 0, sizeof *a);
  *size = sizeof *a;
  return peer ? getpeername (s, &a->any, size) : getsockname (s, &a->any, size);
}

/* Ports that were chosen for a socket are not told. */
static void add_name (const address *a, socklen_t size) {
  int port = 0;
  add (" n%ld", size);
  if (size > sizeof (sa_family_t) && a->any.sa_family == AF_INET)
    port = ntohs (a->four.sin_port);
  else if (size > sizeof (sa_family_t) && a->any.sa_family == AF_INET6)
    port = ntohs (a->six.sin6_port);
  else
    return;
  add (":%ld", port >= 32768 ? -1 : port - number % 3000 * 4);
}

static void tell_name (int s, int peer) {
  address a;
  socklen_t size;
  if (get_name (s, peer, &a, &size))
    result (-1);
  else
    add_name (&a, size);
}

/* Only the size of what was received, and its first byte. */
static void receive (int s, int size, int flags) {
  char data[100] = "";
  address a;
  socklen_t name = sizeof a;
  memset (&a, 0, sizeof a);
  const long n = is_stream ()
                     ? recv (s, data, (size_t)size, flags)
                     : recvfrom (s, data, (size_t)size, flags, &a.any, &name);
  result (n);
  if (n > 0)
    add ("%c", data[0]);
  if (n >= 0 && !is_stream ())
    add_name (&a, name);
}

static __thread char next_byte;

static void transmit (int s, int size, int flags) {
  char data[100];
  memset (data, next_byte, sizeof data);
  next_byte = next_byte == 'z' ? 'a' : (char)(next_byte + 1);
  result (send (s, data, (size_t)size, flags | MSG_NOSIGNAL));
}

static void transmit_to (int s, int whom) {
  address a;
  const socklen_t size = name_of (whom % 4, &a, 1);
  char data = next_byte;
  next_byte = next_byte == 'z' ? 'a' : (char)(next_byte + 1);
  result (sendto (s, &data, 1, MSG_NOSIGNAL, &a.any, size));
}

static void join (int s, int whom) {
  address a;
  const socklen_t size = name_of (whom % 4, &a, 1);
  result (connect (s, &a.any, size));
}

static void one (int which, char what, int value) {
  int s = socks[which], flag = 1, waiting = 0;
  address a;
  struct linger now = {1, 0};
  switch (what) {
  case 's':
    transmit (s, value, 0);
    break;
  case 'r':
    receive (s, value, 0);
    break;
  case 'k':
    receive (s, value, MSG_PEEK);
    break;
  case 't':
    transmit_to (s, value);
    break;
  case 'e':
    get_error (s);
    break;
  case 'p':
    get_events (s);
    break;
  case 'n':
    tell_name (s, 1);
    break;
  case 'm':
    tell_name (s, 0);
    break;
  case 'x':
    result (close (s));
    socks[which] = -1;
    break;
  case 'X': /* others may still use it */
    result (close (s));
    break;
  case 'A':
    result (accept (s, NULL, NULL) < 0 ? -1 : 0);
    break;
  case 'h':
    result (shutdown (s, value % 3));
    break;
  case 'c':
    join (s, value);
    break;
  case 'o': /* another one */
    if (s >= 0)
      close (s);
    s = socks[which] = make (1);
    break;
  case 'b':
    result (bind (s, &a.any, name_of (value % 4, &a, 0)));
    break;
  case 'l':
    result (listen (s, value));
    break;
  case 'a': /* from the listener */
    if (s >= 0)
      close (s);
    s = socks[which] = accept4 (socks[0], NULL, NULL, mode ());
    result (s < 0 ? -1 : 0);
    break;
  case 'g':
    result (setsockopt (s, SOL_SOCKET, SO_LINGER, &now, sizeof now));
    break;
  case 'u':
    result (setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &flag, sizeof flag));
    break;
  case 'q':
    result (ioctl (s, FIONREAD, &waiting));
    add ("=%ld", waiting);
    break;
  }
}

static void perform (const char *script) {
  static const char names[] = "labc";
  while (*script) {
    while (*script == ' ')
      script++;
    const char *name = strchr (names, *script);
    if (!*script || !name)
      break;
    const char what = script[1];
    char *end;
    const long value = strtol (script + 2, &end, 10);
    one ((int)(name - names), what, (int)value);
    script = end;
  }
}

static void run (const char *script) {
  next_byte = 'a';
  length = 0;
  line[0] = 0;
  kind = *script++;
  prepare ();
  perform (script);
  for (int i = 0; i < 4; i++)
    if (socks[i] >= 0)
      close (socks[i]);
}

/*------------------------------------------------------------------------*/

static unsigned long seed;

static unsigned draw (unsigned count) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(seed >> 33) % count;
}

static void generate (char *script) {
  static const char kinds[] = "ttTMuuupddDnn";
  static const char *const operations[] = {
      "srpsrpexshsraqkn",     /* TCP: all that an end can do... */
      "srpsrpexshsraqkncobl", /* ...and more */
      "stsrtrpexshkqcnmo",    /* datagrams */
      "srpxhecaonstgmu",
  };
  char *to = script;
  *to++ = kinds[draw (sizeof kinds - 1)];
  const int datagrams = strchr ("dDn", script[0]) != NULL;
  for (unsigned i = 4 + draw (12); i; i--) {
    const char *some = operations[datagrams ? 2 : draw (4) ? draw (2) : 3];
    const char what = some[draw ((unsigned)strlen (some))];
    char who = "aabbabc"[draw (7)];
    if ((what == 'x' || what == 'h' || what == 'p' || what == 'l') && !draw (8))
      who = 'l';
    if (what == 'a' || what == 'b')
      who = 'c';
    to += sprintf (to, " %c%c%u", who, what,
                   what == 'c' || what == 'b'   ? draw (8) ? 0 : draw (4)
                     : what == 'h' || what == 't' ? draw (4)
                                                : 1 + draw (5));
  }
}

int main (int argc, char **argv) {
  char script[400], expected[2000];
  if (argc > 2 && !strcmp (argv[1], "-")) {
    run (argv[2]);
    printf ("%s\n", line);
    return 0;
  }
  const int first = atoi (argv[1]), count = atoi (argv[2]);
  FILE *file = argc > 3 ? fopen (argv[3], "r") : NULL;
  for (number = first; number < first + count; number++) {
    seed = (unsigned long)number * 77777 + 5;
    draw (2);
    generate (script);
    if (argc > 3 && !strcmp (argv[3], "?")) {
      printf ("%s\n", script);
      continue;
    }
    run (script);
    if (!file) {
      printf ("%s\n", line);
      continue;
    }
    if (!fgets (expected, sizeof expected, file))
      return 1;
    expected[strcspn (expected, "\n")] = 0;
    if (strcmp (line, expected)) {
      printf ("%d differs\n", number);
      return 0;
    }
  }
  if (file)
    printf ("same %d\n", count);
  return 0;
}
