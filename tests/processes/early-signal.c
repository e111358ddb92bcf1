/* A child is sent a signal before it has done anything; it has the handler of
   its parent, and nothing else to wait for.
   expect: verified */
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t told;

static void tell (int signal) {
  told = signal;
}

int main (void) {
  int status = 1;
  signal (SIGUSR1, tell);
  const pid_t child = fork ();
  if (!child) {
    while (!told)
      sched_yield ();
    _exit (0);
  }
  kill (child, SIGUSR1);
  return waitpid (child, &status, 0) != child || status != 0;
}
