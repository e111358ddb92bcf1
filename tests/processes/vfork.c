/* The parent waits until the child has become another program.
   expect: verified
   search: dpor */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int status;
  const pid_t child = vfork ();
  if (!child) {
    execl ("/bin/sh", "sh", "-c", "exit 4", (char *)0);
    _exit (1);
  }
  waitpid (child, &status, 0);
  printf ("%d\n", WEXITSTATUS (status));
  return 0;
}
