/* A process of the beginning becomes another program.
   expect: verified */
#include <stdio.h>
#include <unistd.h>

int main (int argc, char **argv) {
  if (argc > 1) {
    printf ("second, the same: %d\n", argv[1][0] == '0' + getpid () % 10);
    return 0;
  }
  char number[2] = {(char)('0' + getpid () % 10), 0};
  printf ("first\n");
  fflush (stdout);
  execl (argv[0], argv[0], number, (char *)0);
  return 1;
}
