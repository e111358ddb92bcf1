/* A child gets a signal while its parent has threads: memory that the parent
   shares with its threads, the child shares with its handler.
   outputs: 0; 400
   expect: verified */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int beside;
static int seen;

static void handler (int signal) {
  (void)signal;
  seen = 4;
}

static void *side (void *unused) {
  beside = 1;
  return unused;
}

int main (void) {
  int status = 0;
  pthread_t thread;
  signal (SIGUSR1, handler);
  const pid_t child = fork ();
  if (!child)
    _exit (seen);
  pthread_create (&thread, NULL, side, NULL);
  kill (child, SIGUSR1);
  pthread_join (thread, NULL);
  waitpid (child, &status, 0);
  printf ("%x\n", status);
  return 0;
}
