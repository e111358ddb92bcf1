/* Two threads wait for shells: when both are done signals mean what they did.
   expect: bounded
   options: --preemptions 0 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static void *run (void *unused) {
  if (system ("exit 3") != 3 << 8)
    abort ();
  return unused;
}

int main (void) {
  struct sigaction action;
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  run (NULL);
  pthread_join (thread, NULL);
  sigaction (SIGINT, NULL, &action);
  assert (action.sa_handler == SIG_DFL);
  sigaction (SIGQUIT, NULL, &action);
  assert (action.sa_handler == SIG_DFL);
  return 0;
}
