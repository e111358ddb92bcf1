/* expect: assertion

   The thread believes that a tenth of a second is enough. */

#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer (void *none) {
  ssize_t done = write (ends[1], "x", 1);
  return done == 1 ? none : NULL;
}

int main (void) {
  pthread_t thread;
  if (pipe (ends) != 0)
    return 1;
  pthread_create (&thread, NULL, writer, NULL);
  struct pollfd wanted = {ends[0], POLLIN, 0};
  int count = poll (&wanted, 1, 100);
  assert (count == 1);
  pthread_join (thread, NULL);
  return 0;
}
