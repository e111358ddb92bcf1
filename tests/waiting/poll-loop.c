/* A loop that waits with a time limit again and again ends when something
   comes: a busy wait, no endless execution. */
//= verified
//: ended "x\n"
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
  char c;
  pipe (ends);
  pthread_create (&t, NULL, writer, NULL);
  struct pollfd file = {ends[0], POLLIN, 0};
  while (poll (&file, 1, 100) == 0)
    ;
  read (ends[0], &c, 1);
  pthread_join (t, NULL);
  printf ("%c\n", c);
}
