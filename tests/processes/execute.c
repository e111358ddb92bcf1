/* fork, exec of a missing file and of itself, waitpid.
   expect: verified */
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (int argc, char **argv) {
  int ends[2], status;
  char byte = 3;
  if (argc > 1) {
    printf ("%s %d\n", argv[1], (int)read (0, &byte, 1));
    return 7 + byte;
  }
  if (pipe (ends))
    return 1;
  const pid_t child = fork ();
  if (!child) {
    dup2 (ends[0], 0);
    close (ends[0]);
    close (ends[1]);
    execl ("./no-such-file", "x", (char *)0);
    if (errno != ENOENT)
      _exit (99);
    execl (argv[0], argv[0], "became", (char *)0);
    _exit (98);
  }
  if (write (ends[1], &byte, 1) != 1)
    return 1;
  waitpid (child, &status, 0);
  printf ("status %d\n", WEXITSTATUS (status));
  return 0;
}
