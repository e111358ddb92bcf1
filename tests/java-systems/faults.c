/* What Faults.java does, in C: the same can come of it. */

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static struct sockaddr_in address_of (int port) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons (port)};
  a.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  return a;
}

static int bound (int type, int port) {
  const struct sockaddr_in a = address_of (port);
  const int s = socket (AF_INET, type, 0);
  if (bind (s, (const struct sockaddr *)&a, sizeof a))
    abort ();
  return s;
}

static int accepted (void) {
  const int listener = bound (SOCK_STREAM, 7001);
  listen (listener, 50);
  return accept (listener, NULL, NULL);
}

static int connected (void) {
  const struct sockaddr_in a = address_of (7001);
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  if (connect (s, (const struct sockaddr *)&a, sizeof a))
    exit (0);
  return s;
}

static void sender (void) {
  const int s = accepted (), d = bound (SOCK_DGRAM, 7002);
  const struct sockaddr_in a = address_of (7000);
  for (char i = '1'; i <= '2'; i++)
    sendto (d, &i, 1, 0, (const struct sockaddr *)&a, sizeof a);
  close (s);
}

static void receiver (void) {
  char got[8] = {0}, byte;
  const int d = bound (SOCK_DGRAM, 7000), s = connected ();
  if (read (s, &byte, 1))
    exit (0);
  for (size_t n = 0; recv (d, got + n, 1, MSG_DONTWAIT) == 1; n++)
    ;
  printf ("got %s\n", got);
}

static const char *text_of (int error) {
  return error == ECONNRESET ? "Connection reset" : strerror (error);
}

static void reader (void) {
  char got[80] = "got", bytes[4];
  const int s = accepted ();
  ssize_t n;
  while ((n = read (s, bytes, sizeof bytes)) > 0)
    sprintf (got + strlen (got), " %zd", n);
  sprintf (got + strlen (got), " %s", n ? text_of (errno) : "end");
  printf ("%s\n", got);
}

static void writer (void) {
  const char bytes[4] = {0};
  const int s = connected ();
  ssize_t n;
  for (size_t done = 0; done < sizeof bytes; done += (size_t)n) {
    n = send (s, bytes + done, sizeof bytes - done, MSG_NOSIGNAL);
    if (n < 0) {
      printf ("put %s\n", text_of (errno));
      break;
    }
  }
}

/* Two threads send, one of them with a lock that the other one takes in
 * between. */
static int crews;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put (size_t count) {
  const char bytes[2] = {0};
  send (crews, bytes, count, MSG_NOSIGNAL);
}

static void *first (void *unused) {
  put (1);
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  put (1);
  return unused;
}

static void *second (void *unused) {
  pthread_mutex_lock (&lock);
  put (2);
  pthread_mutex_unlock (&lock);
  return unused;
}

static void crew (void) {
  pthread_t one, two;
  crews = connected ();
  pthread_create (&one, NULL, first, NULL);
  pthread_create (&two, NULL, second, NULL);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  close (crews);
}

int main (int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run) (void);
  } all[] = {{"sender", sender},
             {"receiver", receiver},
             {"reader", reader},
             {"writer", writer},
             {"crew", crew}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (argc == 2 && !strcmp (argv[1], all[i].name))
      all[i].run ();
  return 0;
}
