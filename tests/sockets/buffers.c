/* How much there is room for: fills, drains and changes the sizes of pipes and
   sockets, without waiting.  What does each operation give?

   buffers FIRST COUNT            prints a line for each of the random scripts
   buffers FIRST COUNT FILE       compares with the lines of a file, and prints
                                  the first that differs, or "same COUNT"
   buffers FIRST COUNT ?          prints the scripts
   buffers - SCRIPT               runs this one

   A script: a letter for the kind (P a pipe, Q one with packets, F a FIFO, p a
   pair of streams, u a connection of Unix sockets, D a pair of datagrams, n
   Unix datagrams to a name, d UDP, t TCP), then operations, each a letter and a
   number:
     w  sends so many bytes            W  ...again and again, up to 30 times
     v  ...in two parts                r  receives so many
     R  ...until there is nothing      k  looks, without taking
     z  sets the size                  Z  ...of the receiver's end
     l  sets SO_RCVLOWAT               g  tells the sizes
     p  polls both ends                q  asks how much there is
   Of UDP and TCP only what does not depend on the version of the kernel is
   told: how much arrives of little, and the sizes. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum { LARGEST = 150000, MANY = 30 };

static char line[4000], data[LARGEST];
static size_t length;
static char kind;
static int from, to; /* what is written to, and read from */
static char next_byte;

static void add (const char *format, long value) {
  length +=
      (size_t)snprintf (line + length, sizeof line - length, format, value);
}

static void result (long value) {
  add (value < 0 ? " -%ld" : " %ld", value < 0 ? errno : value);
}

static int is_pipe (void) {
  return strchr ("PQF", kind) != NULL;
}

/*------------------------------------------------------------------------*/

static struct sockaddr_un local (void) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  snprintf (a.sun_path + 1, sizeof a.sun_path - 1, "sett-buffers-%d",
            (int)getpid ());
  return a;
}

static void make_local (int type) {
  const struct sockaddr_un a = local ();
  const int s = socket (AF_UNIX, type, 0);
  bind (s, (const struct sockaddr *)&a, sizeof a);
  from = socket (AF_UNIX, type, 0);
  to = s;
  if (type == SOCK_STREAM)
    listen (s, 1);
  connect (from, (const struct sockaddr *)&a, sizeof a);
  if (type == SOCK_STREAM) {
    to = accept (s, NULL, NULL);
    close (s);
  }
}

static void make_internet (int type) {
  struct sockaddr_in a = {.sin_family = AF_INET,
                          .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  const int s = socket (AF_INET, type, 0);
  bind (s, (const struct sockaddr *)&a, sizeof a);
  if (type == SOCK_STREAM)
    listen (s, 1);
  getsockname (s, (struct sockaddr *)&a, &size);
  from = socket (AF_INET, type, 0);
  to = s;
  connect (from, (const struct sockaddr *)&a, sizeof a);
  if (type == SOCK_STREAM) {
    to = accept (s, NULL, NULL);
    close (s);
  }
}

static void make_pipe (int flags) {
  int both[2];
  if (pipe2 (both, flags))
    abort ();
  to = both[0];
  from = both[1];
}

static void make_fifo (void) {
  char name[40];
  snprintf (name, sizeof name, "buffers-%d", (int)getpid ());
  unlink (name);
  if (mkfifo (name, 0600))
    abort ();
  to = open (name, O_RDONLY | O_NONBLOCK);
  from = open (name, O_WRONLY);
  unlink (name);
}

static void make_pair (int type) {
  int both[2];
  if (socketpair (AF_UNIX, type, 0, both))
    abort ();
  from = both[0];
  to = both[1];
}

static void prepare (void) {
  switch (kind) {
  case 'P':
    make_pipe (0);
    break;
  case 'Q':
    make_pipe (O_DIRECT);
    break;
  case 'F':
    make_fifo ();
    break;
  case 'p':
    make_pair (SOCK_STREAM);
    break;
  case 'D':
    make_pair (SOCK_DGRAM);
    break;
  case 'u':
    make_local (SOCK_STREAM);
    break;
  case 'n':
    make_local (SOCK_DGRAM);
    break;
  case 'd':
    make_internet (SOCK_DGRAM);
    break;
  case 't':
    make_internet (SOCK_STREAM);
    break;
  }
  fcntl (from, F_SETFL, fcntl (from, F_GETFL) | O_NONBLOCK);
  fcntl (to, F_SETFL, fcntl (to, F_GETFL) | O_NONBLOCK);
}

/*------------------------------------------------------------------------*/

static long put (size_t size, int parts) {
  memset (data, next_byte, size);
  next_byte = next_byte == 'z' ? 'a' : (char)(next_byte + 1);
  const struct iovec two[] = {{data, size / 3},
                              {data + size / 3, size - size / 3}};
  return parts ? writev (from, two, 2) : write (from, data, size);
}

static void fill (size_t size) {
  long n = 0, total = 0;
  int times = 0;
  while (times < MANY && (n = put (size, 0)) >= 0) {
    total += n;
    times++;
  }
  add (" %ldx", times);
  add ("%ld", total);
  if (n < 0)
    result (n);
}

static void take (size_t size) {
  const long n = read (to, data, size);
  result (n);
  if (n > 0) {
    add ("%c", data[0]);
    add ("%c", data[n - 1]);
  }
}

static void peek (size_t size) {
  result (is_pipe () ? 0 : recv (to, data, size, MSG_PEEK));
}

/* What comes, whatever its parts. */
static void drain (size_t size) {
  long n, total = 0;
  int times = 0;
  while ((n = read (to, data, size)) > 0) {
    total += n;
    times++;
  }
  add (" %ldx", times);
  add ("%ld", total);
}

static void set (int s, int name, int size) {
  if (!is_pipe ())
    result (setsockopt (s, SOL_SOCKET, name, &size, sizeof size));
  else
    result (fcntl (s, F_SETPIPE_SZ, size));
}

static void tell (int s, int name) {
  int size = 0;
  socklen_t l = sizeof size;
  if (is_pipe ())
    size = fcntl (s, F_GETPIPE_SZ);
  else
    getsockopt (s, SOL_SOCKET, name, &size, &l);
  add (" g%ld", size);
}

static void look (int s) {
  struct pollfd p = {s, POLLIN | POLLOUT, 0};
  poll (&p, 1, 0);
  add (" p%lx", p.revents);
}

static void ask (void) {
  int waiting = -1;
  ioctl (to, FIONREAD, &waiting);
  add (" q%ld", waiting);
}

static void one (char what, int value) {
  switch (what) {
  case 'w':
    result (put ((size_t)value, 0));
    break;
  case 'v':
    result (put ((size_t)value, 1));
    break;
  case 'W':
    fill ((size_t)value);
    break;
  case 'r':
    take ((size_t)value);
    break;
  case 'k':
    peek ((size_t)value);
    break;
  case 'R':
    drain ((size_t)value);
    break;
  case 'z':
    set (from, SO_SNDBUF, value);
    break;
  case 'Z':
    set (to, SO_RCVBUF, value);
    break;
  case 'l':
    if (!is_pipe ())
      set (to, SO_RCVLOWAT, value);
    break;
  case 'g':
    tell (from, SO_SNDBUF);
    tell (to, SO_RCVBUF);
    tell (to, SO_RCVLOWAT);
    break;
  case 'p':
    look (from);
    look (to);
    break;
  case 'q':
    ask ();
    break;
  }
}

static void run (const char *script) {
  length = 0;
  line[0] = 0;
  next_byte = 'a';
  kind = *script++;
  prepare ();
  while (*script) {
    char *end;
    while (*script == ' ')
      script++;
    if (!*script)
      break;
    const long value = strtol (script + 1, &end, 10);
    one (*script, (int)value);
    script = end;
  }
  close (from);
  close (to);
}

/*------------------------------------------------------------------------*/

static unsigned long seed;

static unsigned draw (unsigned count) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(seed >> 33) % count;
}

static unsigned draw_size (void) {
  static const unsigned sizes[] = {
      1,     10,    100,   192,   193,   704,   705,   1000,  2000,  3000,
      3776,  3777,  4000,  4095,  4096,  4097,  5000,  8191,  8192,  8193,
      10000, 16064, 16065, 20000, 36544, 36545, 50000, 65536, 70000, 100000};
  const unsigned some = sizes[draw (sizeof sizes / sizeof *sizes)];
  return draw (4) ? some : 1 + draw (9000);
}

static unsigned draw_limit (void) {
  static const unsigned limits[] = {0,     1,     2304,  4096,  4097,
                                    8192,  12288, 20000, 65536, 100000,
                                    32768, 16384, 5000,  262144};
  return limits[draw (is_pipe () ? 14 : 13)];
}

/* What is the same with every kernel. */
static const char *operations (void) {
  return is_pipe ()            ? "wwwwwWWvvrrrrRzgpppq"
         : strchr ("pu", kind) ? "wwwwwWWvvrrrrRRzgpppqkZl"
         : strchr ("Dn", kind) ? "wwwwwWWvvrrrrRRzgpppqkZ"
         : kind == 'd'         ? "zZl"
                               : "Zl";
}

static void generate (char *script) {
  static const char kinds[] = "PPPPPQFpppuDDnnddt";
  char *at = script;
  kind = *at++ = kinds[draw (sizeof kinds - 1)];
  const char *some = operations ();
  for (unsigned i = 6 + draw (20); i; i--) {
    const char what = some[draw ((unsigned)strlen (some))];
    const unsigned value = what == 'z' || what == 'Z' ? draw_limit ()
                           : what == 'l'              ? draw (3000)
                           : what == 'R'              ? 500 + draw_size ()
                                                      : draw_size ();
    at += sprintf (at, " %c%u", what, value);
    if (strchr ("dt", kind)) { /* only what was set is told, then little sent */
      at += sprintf (at, " %c1", "wr"[draw (2)]);
    }
  }
  if (kind == 'd')
    sprintf (at, " g0");
}

static int compare (int first, int count, const char *name) {
  char script[1000], expected[4000];
  FILE *file = name ? fopen (name, "r") : NULL;
  for (int i = first; i < first + count; i++) {
    seed = (unsigned long)i * 77777 + 5;
    draw (2);
    generate (script);
    if (name && !strcmp (name, "?")) {
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
      printf ("%d differs\n", i);
      return 0;
    }
  }
  if (file)
    printf ("same %d\n", count);
  return 0;
}

int main (int argc, char **argv) {
  if (argc > 2 && !strcmp (argv[1], "-")) {
    run (argv[2]);
    printf ("%s\n", line);
    return 0;
  }
  return compare (atoi (argv[1]), atoi (argv[2]), argc > 3 ? argv[3] : NULL);
}
