/* A thread sends a signal to itself, another one says meanwhile what shall be
   done about it.
   expect: violated signal
   native: may end */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *send (void *unused) {
  raise (SIGUSR1);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, send, NULL);
  signal (SIGUSR1, SIG_IGN);
  pthread_join (thread, NULL);
  return 0;
}
