/* A signal for the process is handled by the first thread.  The C library
   blocks signals in pthread_create: then another one may do so, which is not
   tried. expect: bounded several threads native: others may handle it */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_t first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handler (int signal) {
  (void)signal;
  assert (pthread_equal (pthread_self (), first));
}

static void *run (void *argument) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return argument;
}

int main (void) {
  pthread_t other;
  first = pthread_self ();
  signal (SIGUSR1, handler);
  const pid_t child = fork ();
  if (!child) {
    kill (getppid (), SIGUSR1);
    _exit (0);
  }
  pthread_create (&other, NULL, run, NULL);
  pthread_join (other, NULL);
  int interruptions = 0;
  while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
    interruptions++;
  printf ("%d\n", interruptions);
  return 0;
}
