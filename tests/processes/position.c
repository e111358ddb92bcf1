/* Where a file is read, and whether it is open, is known to the kernel only.
   expect: violated assertion
   stateful: the same
   native: fails */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *nothing (void *unused) {
  return unused;
}

int main (void) {
  pthread_t thread;
  char byte = 0;
  const int file = open ("folder/kept", O_RDONLY);
  pthread_create (&thread, NULL, nothing, NULL);
  while (read (file, &byte, 1) == 1)
    byte = 0;
  while (!close (file))
    ;
  pthread_join (thread, NULL);
  assert (!"the end");
}
