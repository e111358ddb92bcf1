/* expect: verified

   As signal-raise-bad.c, but the other signal is blocked until then. */
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t told;

static void hear (int signal) {
  (void)signal;
  told = 1;
}

static void look (int signal) {
  (void)signal;
  assert (!told);
}

int main (void) {
  struct sigaction action = {.sa_handler = look};
  sigset_t other;
  sigemptyset (&other);
  sigaddset (&other, SIGUSR2);
  sigprocmask (SIG_BLOCK, &other, NULL);
  signal (SIGUSR2, hear);
  sigaddset (&action.sa_mask, SIGUSR2);
  sigaction (SIGUSR1, &action, NULL);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGUSR2);
    _exit (0);
  }
  raise (SIGUSR1);
  sigprocmask (SIG_UNBLOCK, &other, NULL);
  while (waitpid (child, NULL, 0) < 0)
    continue;
  return 0;
}
