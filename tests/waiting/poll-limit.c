/* A time limit: the descriptor is ready, or the time is out; a second look
   finds what the first one found, or more. */
//= verified
//: ended "0 0\n"
//: ended "0 1\n"
//: ended "1 1\n"
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *writer (void *unused) {
  write (ends[1], "x", 1);
  return unused;
}

int main (void) {
  pthread_t t;
  struct pollfd file;
  pipe (ends);
  file = (struct pollfd){ends[0], POLLIN, 0};
  pthread_create (&t, NULL, writer, NULL);
  const int first = poll (&file, 1, 100);
  const int second = poll (&file, 1, 0);
  pthread_join (t, NULL);
  printf ("%d %d\n", first, second);
}
