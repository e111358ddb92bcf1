/* expect: verified
   expect: assertion
   options: -DONCE
   expect: verified
   options: --stateful

   Real-time signals are queued with their values, in order; a standard signal
   that waits already is not queued again (signal(7)).  What is for the thread
   comes first; handlers of those that come at once begin in order, and the last
   one to begin runs first. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t seen[16], count;

static void note (int signal, siginfo_t *info, void *context) {
  (void)context;
  seen[count++] = signal * 100 + info->si_value.sival_int;
  assert (info->si_code == SI_QUEUE);
  assert (info->si_pid == getpid ());
}

static void queue (pid_t to, int signal, int value) {
  assert (!sigqueue (to, signal, (union sigval){.sival_int = value}));
}

int main (void) {
  const int low = SIGRTMIN, high = SIGRTMIN + 1;
  struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
  sigset_t all, before;
  siginfo_t info;
  sigaction (low, &action, NULL);
  sigaction (high, &action, NULL);
  sigaction (SIGUSR1, &action, NULL);
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &before);
  queue (getpid (), high, 1);
  queue (getpid (), low, 2);
  queue (getpid (), low, 3);
  queue (getpid (), SIGUSR1, 4);
  queue (getpid (), SIGUSR1, 5);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  assert (count == 4);
  assert (seen[0] == high * 100 + 1);
  assert (seen[1] == low * 100 + 2 && seen[2] == low * 100 + 3);
  assert (seen[3] == SIGUSR1 * 100 + 4);

  pthread_sigmask (SIG_BLOCK, &all, NULL);
  queue (getpid (), low, 6);
  pthread_sigqueue (pthread_self (), high, (union sigval){.sival_int = 7});
  queue (getpid (), low, 8);
  assert (sigwaitinfo (&all, &info) == high && info.si_value.sival_int == 7);
  assert (sigwaitinfo (&all, &info) == low && info.si_value.sival_int == 6);
#ifdef ONCE /* it is there twice */
  assert (sigtimedwait (&all, &info, &(struct timespec){0, 0}) < 0);
#else
  assert (sigwaitinfo (&all, &info) == low && info.si_value.sival_int == 8);
#endif
  queue (getpid (), low, 9); /* to be forgotten, blocked or not */
  signal (low, SIG_IGN);
  sigpending (&all);
  assert (!sigismember (&all, low));

  /* From another process. */
  sigfillset (&all);
  signal (high, SIG_DFL);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    queue (father, high, 10);
    queue (father, high, 11);
    kill (father, SIGUSR1);
    kill (father, SIGUSR1);
    _exit (0);
  }
  assert (waitpid (child, NULL, 0) == child);
  sigdelset (&all, SIGCHLD);
  assert (sigwaitinfo (&all, &info) == SIGUSR1 && info.si_code == SI_USER);
  assert (info.si_pid == child);
  assert (sigwaitinfo (&all, &info) == high && info.si_value.sival_int == 10);
  assert (sigwaitinfo (&all, &info) == high && info.si_value.sival_int == 11);
  assert (info.si_pid == child && info.si_code == SI_QUEUE);
  assert (sigtimedwait (&all, &info, &(struct timespec){0, 0}) < 0);
  return 0;
}
