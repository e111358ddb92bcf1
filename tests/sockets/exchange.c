/* Two threads of one program that talk by sockets; the outcome in one word. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static union {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_un local;
} address;
static socklen_t size;
static int ends[2];

static void set_port (int port) {
  address.four.sin_family = AF_INET;
  address.four.sin_port = htons ((in_port_t)port);
  address.four.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  size = sizeof address.four;
}

static void set_path (void) {
  address.local.sun_family = AF_UNIX;
  strcpy (address.local.sun_path, "exchange.socket");
  size = sizeof address.local;
}

static void say (const char *word) {
  printf ("%s\n", word);
  fflush (stdout);
  _exit (0);
}

/* A server that answers once, and a client that does not wait for it. */
static void *serve (void *unused) {
  char question[4] = "";
  const int one = 1;
  const int s = socket (address.any.sa_family, SOCK_STREAM, 0);
  setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind (s, &address.any, size) || listen (s, 1))
    abort ();
  const int c = accept (s, NULL, NULL);
  if (c < 0)
    abort ();
  if (recv (c, question, 3, 0) == 3 && !strcmp (question, "ok?"))
    send (c, "yes", 3, MSG_NOSIGNAL);
  return unused;
}

static void ask (void) {
  char answer[4] = "";
  pthread_t server;
  pthread_create (&server, NULL, serve, NULL);
  const int s = socket (address.any.sa_family, SOCK_STREAM, 0);
  if (connect (s, &address.any, size))
    say (errno == ENOENT ? "no file" : "refused");
  if (send (s, "ok?", 3, MSG_NOSIGNAL) < 3 ||
      recv (s, answer, 3, MSG_WAITALL) < 3)
    say ("broken");
  say (answer);
}

/* Two datagrams; what has arrived when the sender has ended? */
static void *send_both (void *unused) {
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  sendto (s, "1", 1, 0, &address.any, size);
  sendto (s, "2", 1, 0, &address.any, size);
  return unused;
}

static void collect (void) {
  char got[3] = "", *to = got;
  pthread_t sender;
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  if (bind (s, &address.any, size))
    abort ();
  pthread_create (&sender, NULL, send_both, NULL);
  pthread_join (sender, NULL);
  while (to < got + 2 && recv (s, to, 1, MSG_DONTWAIT) == 1)
    to++;
  say (got);
}

/* A word that may come in parts. */
static void *send_word (void *unused) {
  const char *word = "hello";
  while (*word) {
    const long n = send (ends[0], word, strlen (word), 0);
    if (n <= 0)
      abort ();
    word += n;
  }
  return unused;
}

static void receive_parts (void) {
  char got[6] = "";
  size_t count = 0, calls = 0;
  pthread_t sender;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    abort ();
  pthread_create (&sender, NULL, send_word, NULL);
  for (; count < 5; calls++) {
    const long n = recv (ends[1], got + count, 5 - count, 0);
    if (n <= 0)
      abort ();
    count += (size_t)n;
  }
  pthread_join (sender, NULL);
  if (strcmp (got, "hello"))
    abort ();
  say (calls == 1 ? "hello" : "hello by parts");
}

int main (int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp (what, "tcp")) {
    set_port (7000);
    ask ();
  } else if (!strcmp (what, "unix")) {
    set_path ();
    ask ();
  } else if (!strcmp (what, "udp")) {
    set_port (7001);
    collect ();
  } else if (!strcmp (what, "parts"))
    receive_parts ();
  return 2;
}
