/* expect: verified
   expect: verified
   options: --search ifsss

   A thread closes a file when it has read from it: nobody else gets its number
   before. */

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
  assert (read (file, &byte, 1) == 1);
  close (file);
  pthread_join (thread, NULL);
  return 0;
}
