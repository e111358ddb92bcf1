/* The first thread has left: another one handles signals for the process.
   expect: verified */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t got;
static pid_t child;

static void handler (int signal) {
  (void)signal;
  got++;
}

static void *run (void *argument) {
  pthread_join (*(pthread_t *)argument, NULL);
  child = fork ();
  if (!child) {
    kill (getppid (), SIGUSR1);
    _exit (0);
  }
  int interruptions = 0;
  while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
    interruptions++;
  assert (got == 1);
  printf ("%d\n", interruptions);
  return NULL;
}

int main (void) {
  static pthread_t first;
  pthread_t other;
  first = pthread_self ();
  signal (SIGUSR1, handler);
  pthread_create (&other, NULL, run, &first);
  pthread_exit (NULL);
}
