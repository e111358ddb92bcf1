/* A grandchild whose parent has ended belongs to somebody else.
   expect: verified */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int ends[2];
  char byte;
  if (pipe (ends))
    return 1;
  const pid_t child = fork ();
  if (!child) {
    const pid_t parent = getpid ();
    if (!fork ()) {
      close (ends[0]);
      byte = getppid () == parent;
      if (write (ends[1], &byte, 1) != 1)
        _exit (1);
    }
    _exit (0);
  }
  close (ends[1]);
  waitpid (child, NULL, 0);
  const int n = (int)read (ends[0], &byte, 1);
  printf ("%d %d\n", n, byte);
  return 0;
}
