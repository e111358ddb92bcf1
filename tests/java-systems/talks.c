/* What Talks.java is, in C. */

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PORT = 7000 };

static int door = -1, connection = -1, datagrams = -1;
static char said[256];

static struct sockaddr_in name_of (int process) {
  return (struct sockaddr_in){.sin_family = AF_INET,
                              .sin_port = htons ((uint16_t)(PORT + process)),
                              .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
}

static void say (const char *text) {
  strcat (strcat (said, " "), text);
}

static void say_number (char what, long number) {
  char text[16];
  snprintf (text, sizeof text, "%c%ld", what, number);
  say (text);
}

static long listen_at (int self) {
  struct sockaddr_in name = name_of (self);
  const int one = 1;
  door = socket (AF_INET, SOCK_STREAM, 0);
  setsockopt (door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  return bind (door, (struct sockaddr *)&name, sizeof name) ? -1
                                                            : listen (door, 5);
}

static long connect_to (int process) {
  struct sockaddr_in name = name_of (process);
  connection = socket (AF_INET, SOCK_STREAM, 0);
  return connect (connection, (struct sockaddr *)&name, sizeof name);
}

static long send_to (int process) {
  struct sockaddr_in name = name_of (process);
  return sendto (datagrams, "........", (size_t)process + 1, 0,
                 (struct sockaddr *)&name, sizeof name);
}

/* Java goes on with what is left. */
static long send_all (const char *bytes, long size) {
  for (long done = 0, n; done < size; done += n) {
    n = send (connection, bytes + done, (size_t)(size - done), MSG_NOSIGNAL);
    if (n < 0)
      return n;
  }
  return size;
}

/* Java remembers that it has no input any more, and that it was reset. */
static int no_input, was_reset;

static long receive (char *bytes, size_t size) {
  long result = was_reset ? -1 : 0;
  errno = was_reset ? ECONNRESET : 0;
  if (connection < 0 || (!was_reset && !no_input))
    result = recv (connection, bytes, size, 0);
  was_reset |= result < 0 && errno == ECONNRESET;
  return result;
}

static long shut_input (void) {
  const int failed = shutdown (connection, SHUT_RD) && errno != ENOTCONN;
  no_input |= !failed;
  return failed ? -1 : 0;
}

static long count_bytes (void) {
  int count = 0;
  if (no_input && connection >= 0)
    return 0;
  return ioctl (connection, FIONREAD, &count) ? -1 : count;
}

static long close_connection (void) {
  const int file = connection;
  connection = -1;
  return file < 0 ? 0 : close (file); /* Java does not mind */
}

static long step (int self, char what, int n) {
  char bytes[16] = "";
  switch (what) {
  case 'L':
    return listen_at (self);
  case 'A':
    connection = accept (door, NULL, NULL);
    no_input = was_reset = 0;
    return connection;
  case 'C':
    return connect_to (n);
  case 'w':
    return send_all (bytes, n);
  case 'r':
    return receive (bytes, (size_t)n);
  case 'i':
    return shut_input ();
  case 'a':
    return count_bytes ();
  case 's': /* likewise, of one that is gone */
    return shutdown (connection, SHUT_WR) && errno != ENOTCONN ? -1 : 0;
  case 'c':
    return close_connection ();
  case 'S':
    return send_to (n);
  default:
    return recv (datagrams, bytes, 9, 0);
  }
}

/* False: it was refused. */
static int act (int self, char what, int n) {
  const char letter[] = {what, 0};
  errno = 0;
  const long result = step (self, what, n);
  if (result >= 0 && strchr ("raR", what))
    say_number (what, result);
  else
    say (result >= 0             ? letter
         : errno == ECONNREFUSED ? "refused"
         : errno == ECONNRESET   ? "reset"
         : errno == EPIPE        ? "pipe"
         : errno == EBADF        ? "closed"
         : errno == EAGAIN       ? "late"
                                 : strerror (errno));
  return errno != ECONNREFUSED;
}

static void open_datagrams (int self) {
  struct sockaddr_in name = name_of (self);
  const struct timeval limit = {.tv_sec = 1};
  datagrams = socket (AF_INET, SOCK_DGRAM, 0);
  setsockopt (datagrams, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  bind (datagrams, (struct sockaddr *)&name, sizeof name);
}

/* As System.out does: a crash comes before that, or not at all. */
static void tell (int self) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&lock);
  printf ("%d%s\n", self, said);
  fflush (stdout);
  pthread_mutex_unlock (&lock);
}

int main (int argc, char **argv) {
  const int self = atoi (argv[1]);
  for (int i = 2; i < argc; i++)
    if (datagrams < 0 && strchr ("SR", *argv[i]))
      open_datagrams (self);
  int goes_on = 1, status = 0;
  for (int i = 2; i < argc && goes_on; i++) {
    if (*argv[i] == 'x')
      status = atoi (argv[i] + 1);
    goes_on = *argv[i] != 'x' && act (self, *argv[i], atoi (argv[i] + 1));
  }
  tell (self);
  return status;
}
