/* Without any events poll waits until the other end is closed, although there
   is something to read. */
//= verified
//: ended "1 10\n"
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *closer (void *unused) {
  write (ends[1], "x", 1);
  close (ends[1]);
  return unused;
}

int main (void) {
  pthread_t t;
  pipe (ends);
  struct pollfd file = {ends[0], 0, 0};
  pthread_create (&t, NULL, closer, NULL);
  const int ready = poll (&file, 1, -1);
  pthread_join (t, NULL);
  printf ("%d %x\n", ready, (unsigned)file.revents);
}
