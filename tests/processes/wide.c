/* A handler that looks at a part of what is written as a whole.
   expect: violated assertion
   native: no */
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static __int128 value;
static long seen;

static void handler (int signal) {
  (void)signal;
  seen = ((long *)&value)[1];
}

__attribute__ ((noinline)) static void set (int number) {
  value = (__int128)number << 64;
}

int main (void) {
  signal (SIGUSR1, handler);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGUSR1);
    _exit (0);
  }
  for (int i = 1; i <= 3; i++)
    set (i);
  waitpid (child, NULL, 0);
  assert (seen != 1);
  return 0;
}
