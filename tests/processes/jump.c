/* Handlers that interrupt each other, and one that does not return.
   expect: bounded left by a jump
   native: it may interrupt between accesses to memory */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf place;
static int steps, first, second;

static void on_first (int signal) {
  (void)signal;
  first = 1;
  if (second)
    first = 2;
}

static void on_second (int signal) {
  (void)signal;
  second = first + 1;
  siglongjmp (place, 1);
}

int main (void) {
  int large[1000];
  signal (SIGUSR1, on_first);
  const pid_t father = getpid ();
  if (!sigsetjmp (place, 1)) {
    signal (SIGUSR2, on_second);
    if (!fork ()) {
      kill (father, SIGUSR1);
      kill (father, SIGUSR2);
      _exit (0);
    }
    steps = 1;
    while (wait (NULL) < 0)
      continue;
    steps = 2;
    pause ();
  }
  for (int i = 0; i < 1000; i++) /* no handler's business */
    large[i] = i * steps;
  printf ("%d %d %d %d\n", steps, first, second, large[999]);
  return 0;
}
