/* expect: assertion
   expect: assertion
   options: --search ifsss

   A thread reads from a file that it has closed: the number may stand for a
   file of another thread meanwhile. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *other (void *unused) {
  const int file = open ("/etc/passwd", O_RDONLY);
  close (file);
  return unused;
}

int main (void) {
  pthread_t thread;
  char byte;
  const int file = open ("/etc/passwd", O_RDONLY);
  pthread_create (&thread, NULL, other, NULL);
  close (file);
  assert (read (file, &byte, 1) < 0);
  pthread_join (thread, NULL);
  return 0;
}
