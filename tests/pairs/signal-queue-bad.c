/* expect: assertion

   A child counts its work by signals: standard ones are not queued, so two of
   them may be taken for one. */
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t sum;

static void add (int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  sum += info->si_value.sival_int;
}

int main (void) {
  struct sigaction action = {.sa_sigaction = add,
                             .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction (SIGUSR1, &action, NULL);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    sigqueue (father, SIGUSR1, (union sigval){.sival_int = 1});
    sigqueue (father, SIGUSR1, (union sigval){.sival_int = 2});
    _exit (0);
  }
  waitpid (child, NULL, 0);
  assert (sum == 3);
  return 0;
}
