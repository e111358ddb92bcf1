/* A pipe with a name.
   expect: verified */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  char bytes[8] = "";
  int n, length = 0;
  if (mkfifo ("the-fifo", 0600))
    return 1;
  if (!fork ()) {
    const int file = open ("the-fifo", O_WRONLY);
    _exit (write (file, "hello", 5) != 5);
  }
  const int file = open ("the-fifo", O_RDONLY);
  while ((n = (int)read (file, bytes + length, 3)) > 0)
    length += n;
  wait (NULL);
  unlink ("the-fifo");
  printf ("%s\n", bytes);
  return 0;
}
