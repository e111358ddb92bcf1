/* A timer and a pipe: either can be first.  A time limit that ends before the
   timer may be over first, one that ends after it is not. */
//= verified
//: ended "p 0 1\n"
//: ended "p 1 1\n"
//: ended "pt 0 1\n"
//: ended "pt 1 1\n"
//: ended "t 0 1\n"
//: ended "t 1 1\n"
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

static void *writer (void *unused) {
  write (ends[1], "x", 1);
  return unused;
}

static int start (long milliseconds) {
  const int timer = timerfd_create (CLOCK_MONOTONIC, 0);
  const struct itimerspec when = {.it_value = {0, milliseconds * 1000000}};
  timerfd_settime (timer, 0, &when, NULL);
  return timer;
}

int main (void) {
  pthread_t t;
  uint64_t count;
  char first[4] = "";
  pipe (ends);
  pthread_create (&t, NULL, writer, NULL);
  struct pollfd files[] = {{ends[0], POLLIN, 0}, {start (10), POLLIN, 0}};
  poll (files, 2, -1);
  if (files[0].revents)
    strcat (first, "p");
  if (files[1].revents)
    strcat (first, "t");
  read (files[1].fd, &count, sizeof count);
  pthread_join (t, NULL);
  struct pollfd other = {start (50), POLLIN, 0};
  const int early = poll (&other, 1, 5);
  read (other.fd, &count, sizeof count);
  other.fd = start (10);
  const int late = poll (&other, 1, 500);
  printf ("%s %d %d\n", first, early, late);
}
