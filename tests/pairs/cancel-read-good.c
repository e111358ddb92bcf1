/* expect: verified
   expect: verified
   options: --search ifsss
   expect: verified
   options: --search exitblock

   Threads that wait for a pipe are cancelled: while they read from it, write to
   it, and look at it. */

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int empty[2], full[2];

static void *reader (void *unused) {
  char byte;
  (void)unused;
  while (read (empty[0], &byte, 1) >= 0)
    ;
  return NULL;
}

static void *writer (void *unused) {
  (void)unused;
  while (write (full[1], "x", 1) >= 0)
    ;
  return NULL;
}

static void *watcher (void *unused) {
  struct pollfd end = {empty[0], POLLIN, 0};
  (void)unused;
  while (poll (&end, 1, -1) >= 0)
    ;
  return NULL;
}

int main (void) {
  void *(*const functions[]) (void *) = {reader, writer, watcher};
  static char block[4096];
  pthread_t thread;
  void *result;
  if (pipe (empty) || pipe (full) || fcntl (full[1], F_SETFL, O_NONBLOCK))
    return 1;
  memset (block, 'x', sizeof block);
  while (write (full[1], block, sizeof block) > 0)
    ;
  fcntl (full[1], F_SETFL, 0);
  for (int i = 0; i < 3; i++) {
    pthread_create (&thread, NULL, functions[i], NULL);
    pthread_cancel (thread);
    pthread_join (thread, &result);
    if (result != PTHREAD_CANCELED)
      return 1;
  }
  return 0;
}
