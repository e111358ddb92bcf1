/* expect: bounded
   expect: bounded
   options: -DKILL
   expect: bounded
   options: -DINTERVAL
   expect: livelock
   options: -DSTOPPED
   expect: livelock
   options: -DBLOCKED

   A thread waits for a flag that the handler of a signal sets.  When the signal
   comes is not modelled, so that nobody can say that it waits for ever; unless
   the timer was stopped, or the signal is blocked. */

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t flag;

static void set (int number) {
  flag = number;
}

static void *wait (void *unused) {
  while (!flag)
    ;
  return unused;
}

int main (void) {
  signal (SIGALRM, set);
#ifdef INTERVAL
  const struct itimerval soon = {.it_value = {.tv_usec = 1000}};
  setitimer (ITIMER_REAL, &soon, NULL);
#elif !defined KILL && !defined BLOCKED
  alarm (1);
#endif
#ifdef STOPPED
  alarm (0);
#endif
#if defined KILL || defined BLOCKED
  pthread_t thread;
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGALRM);
#ifdef BLOCKED
  pthread_sigmask (SIG_BLOCK, &set, NULL);
#endif
  pthread_create (&thread, NULL, wait, NULL);
  pthread_kill (thread, SIGALRM);
  pthread_join (thread, NULL);
#else
  wait (NULL);
#endif
  return 0;
}
