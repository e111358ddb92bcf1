/* A child's parent has the number that the parent knows as its own, whenever it
   asked: before main, in main, by a system call; and so on for grandchildren,
   and for programs that children become.
   expect: verified
   stateful */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t early, early_parent;

__attribute__ ((constructor)) static void ask_early (void) {
  early = getpid ();
  early_parent = getppid ();
}

static void await (pid_t child) {
  int status;
  assert (waitpid (child, &status, 0) == child);
  assert (status == 0);
}

int main (int count, char **arguments) {
  char number[16];
  assert (early == getpid () && early == syscall (SYS_getpid));
  if (count > 1) {
    assert (getppid () == atoi (arguments[1]) && early_parent == getppid ());
    return 0;
  }
  const pid_t child = fork ();
  if (child) {
    await (child);
    return 0;
  }
  assert (getpid () != early);
  assert (getppid () == early && syscall (SYS_getppid) == early);
  const pid_t parent = getpid (), grandchild = fork ();
  if (grandchild) {
    await (grandchild);
    _exit (0);
  }
  assert (getppid () == parent && getppid () != early);
  sprintf (number, "%d", (int)parent);
  execl (arguments[0], arguments[0], number, (char *)NULL);
  abort ();
}
