/* A process of a random system: plays the scripts of its threads.

   usage: player PROCESS SCRIPT [SCRIPT ...]

   A script is a sequence of two characters each, an operation and a number. The
   first script is main's; what it has before a `|' comes before the other
   threads are created.  What every operation gave is written down, and all of
   it is printed when everybody is done. */

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_THREADS = 4, MOST_STEPS = 16 };

typedef struct player {
  const char *script;
  int connection; /* -1: none */
  char told[MOST_STEPS + 1];
  int length;
} player;

static int process;
static int listener = -1, box = -1; /* for connections, for datagrams */
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static atomic_int numbers[2];

static struct sockaddr_in address (int port) {
  return (struct sockaddr_in){.sin_family = AF_INET,
                              .sin_port = htons ((uint16_t)port),
                              .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
}

/* -1: the port is taken, by connections of a life before. */
static int bound (int type, int port) {
  const struct sockaddr_in a = address (port);
  const int s = socket (AF_INET, type, 0);
  if (!bind (s, (const struct sockaddr *)&a, sizeof a))
    return s;
  close (s);
  return -1;
}

static char do_connect (player *p, int to) {
  const struct sockaddr_in a = address (7000 + to);
  if (p->connection >= 0)
    return '.';
  p->connection = socket (AF_INET, SOCK_STREAM, 0);
  if (!connect (p->connection, (const struct sockaddr *)&a, sizeof a))
    return '+';
  close (p->connection);
  p->connection = -1;
  return '-';
}

static char do_accept (player *p) {
  if (listener < 0 || p->connection >= 0)
    return '.';
  p->connection = accept (listener, NULL, NULL);
  return p->connection < 0 ? '-' : '+';
}

static char do_receive (int from, int flags) {
  char byte;
  if (from < 0)
    return '.';
  const ssize_t n = recv (from, &byte, 1, flags);
  return n < 0 ? '-' : !n ? 'E' : byte;
}

/* As much as there is: how much is it? */
static char do_gather (int from) {
  char bytes[3];
  if (from < 0)
    return '.';
  const ssize_t n = recv (from, bytes, sizeof bytes, 0);
  return n < 0 ? '-' : !n ? 'E' : (char)('F' + n);
}

static char do_send (player *p, int number) {
  const char byte = (char)('0' + number);
  if (p->connection < 0)
    return '.';
  return send (p->connection, &byte, 1, MSG_NOSIGNAL) == 1 ? '+' : '-';
}

static char do_post (int to) {
  const struct sockaddr_in a = address (8000 + to);
  const char byte = (char)('a' + process);
  if (box < 0)
    return '.';
  return sendto (box, &byte, 1, 0, (const struct sockaddr *)&a, sizeof a) == 1
             ? '+'
             : '-';
}

static char do_close (player *p) {
  if (p->connection < 0)
    return '.';
  close (p->connection);
  p->connection = -1;
  return '+';
}

static char do_poll (const player *p) {
  struct pollfd file = {p->connection >= 0 ? p->connection : listener, POLLIN,
                        0};
  if (file.fd < 0)
    return '.';
  return poll (&file, 1, 0) ? 'P' : 'p';
}

static char step (player *p, char operation, int number) {
  switch (operation) {
  case 'L':
    pthread_mutex_lock (&locks[number]);
    return 0;
  case 'U':
    pthread_mutex_unlock (&locks[number]);
    return 0;
  case 'a':
    return (char)('0' + atomic_fetch_add (&numbers[number], 1));
  case 'B':
    listener = bound (SOCK_STREAM, 7000 + process);
    return listener < 0 || listen (listener, number) ? '-' : 0;
  case 'O':
    box = bound (SOCK_DGRAM, 8000 + process);
    return box < 0 ? '-' : 0;
  case 'c':
    return do_connect (p, number);
  case 'A':
    return do_accept (p);
  case 's':
    return do_send (p, number);
  case 'r':
    return do_receive (p->connection, 0);
  case 'R':
    return do_receive (p->connection, MSG_DONTWAIT);
  case 'g':
    return do_gather (p->connection);
  case 'x':
    return do_close (p);
  case 'h':
    return p->connection < 0                   ? '.'
           : shutdown (p->connection, SHUT_WR) ? '-'
                                               : '+';
  case 'd':
    return do_post (number);
  case 'e':
    return do_receive (box, 0);
  case 'E':
    return do_receive (box, MSG_DONTWAIT);
  case 'p':
    return do_poll (p);
  default:
    abort ();
  }
}

/* Until the end, or the bar. */
static void play (player *p) {
  for (; *p->script && *p->script != '|'; p->script += 2) {
    const char told = step (p, p->script[0], p->script[1] - '0');
    if (told && p->length < MOST_STEPS)
      p->told[p->length++] = told;
  }
}

static void *thread (void *argument) {
  play (argument);
  return NULL;
}

int main (int argc, char **argv) {
  static player players[MOST_THREADS];
  pthread_t threads[MOST_THREADS];
  char text[100];
  const int count = argc - 2;
  if (count < 1 || count > MOST_THREADS)
    return 2;
  process = atoi (argv[1]);
  for (int i = 0; i < count; i++)
    players[i] = (player){.script = argv[2 + i], .connection = -1};
  play (&players[0]);
  if (*players[0].script == '|')
    players[0].script++;
  for (int i = 1; i < count; i++)
    pthread_create (&threads[i], NULL, thread, &players[i]);
  play (&players[0]);
  for (int i = 1; i < count; i++)
    pthread_join (threads[i], NULL);
  int length = 0;
  for (int i = 0; i < count; i++)
    length += snprintf (text + length, sizeof text - length, "%s%s",
                        i ? "/" : "", players[i].told);
  text[length++] = '\n';
  if (write (1, text, length) != length)
    return 1;
  _exit (0);
}
