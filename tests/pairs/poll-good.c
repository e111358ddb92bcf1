/* expect: verified

   The thread waits until there is something to read; then the read does not
   wait. */

#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer (void *none) {
  assert (write (ends[1], "x", 1) == 1);
  return none;
}

int main (void) {
  pthread_t thread;
  char byte;
  if (pipe (ends) != 0)
    return 1;
  pthread_create (&thread, NULL, writer, NULL);
  struct pollfd wanted = {ends[0], POLLIN, 0};
  assert (poll (&wanted, 1, -1) == 1);
  assert (wanted.revents & POLLIN);
  assert (read (ends[0], &byte, 1) == 1 && byte == 'x');
  pthread_join (thread, NULL);
  return 0;
}
