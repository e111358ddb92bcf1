/* An event loop with a time limit that looks at a flag, too. */
//= verified
//: ended "0\n"
//: ended "1\n"
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static atomic_int stop;

static void *writer (void *unused) {
  write (ends[1], "x", 1);
  atomic_store (&stop, 1);
  return unused;
}

int main (void) {
  pthread_t t;
  int count = 0;
  pipe (ends);
  pthread_create (&t, NULL, writer, NULL);
  while (!atomic_load (&stop)) {
    struct pollfd file = {ends[0], POLLIN, 0};
    char c;
    if (poll (&file, 1, 100) == 1)
      count += (int)read (ends[0], &c, 1);
  }
  pthread_join (t, NULL);
  printf ("%d\n", count);
}
