/* Handlers ask who has sent the signal, and how a child has ended; others wait
   for signals without a handler.
   expect: verified */
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int number, code, status;

static void handler (int signal, siginfo_t *info, void *context) {
  (void)context;
  number = info->si_pid;
  code = info->si_code;
  status = info->si_status;
  assert (info->si_signo == signal);
}

static void wait_for (int signal) {
  sigset_t others;
  sigfillset (&others);
  sigdelset (&others, signal);
  sigsuspend (&others);
}

int main (void) {
  const struct sigaction action = {.sa_sigaction = handler,
                                   .sa_flags = SA_SIGINFO};
  siginfo_t info;
  sigset_t all, one;
  sigfillset (&all);
  sigemptyset (&one);
  sigaddset (&one, SIGUSR2);
  sigprocmask (SIG_BLOCK, &all, NULL);
  sigaction (SIGUSR1, &action, NULL);
  sigaction (SIGCHLD, &action, NULL);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGUSR1);
    kill (father, SIGUSR2);
    _exit (3);
  }
  wait_for (SIGUSR1);
  assert (number == child && code == SI_USER);
  sigwaitinfo (&one, &info);
  assert (info.si_pid == child);
  wait_for (SIGCHLD);
  assert (number == child && code == CLD_EXITED);
  assert (status == 3);
  kill (father, SIGUSR2);
  sigwaitinfo (&one, &info);
  assert (info.si_pid == father);
  return 0;
}
