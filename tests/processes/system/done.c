/* Does something that others can see, and says when it is done. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main (int argc, char **argv) {
  const int file = open ("shared", O_CREAT | O_WRONLY | O_APPEND, 0600);
  if (argc < 2 || file < 0 || write (file, "x", 1) != 1)
    return 1;
  close (file);
  printf ("%s is done\n", argv[1]);
  return 0;
}
