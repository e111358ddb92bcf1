/* More descriptors than can be waited for at once. */
//= bounded
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

enum { PIPES = 40 };

static int ends[PIPES][2];

static void *writer (void *unused) {
  write (ends[PIPES - 1][1], "x", 1);
  return unused;
}

int main (void) {
  struct pollfd files[PIPES];
  pthread_t t;
  for (int i = 0; i < PIPES; i++) {
    pipe (ends[i]);
    files[i] = (struct pollfd){ends[i][0], POLLIN, 0};
  }
  pthread_create (&t, NULL, writer, NULL);
  poll (files, PIPES, -1);
  pthread_join (t, NULL);
}
