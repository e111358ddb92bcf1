/* pthread_atfork keeps a lock in order; the child has one thread.
   expect: verified */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void acquire (void) {
  pthread_mutex_lock (&lock);
}
static void release (void) {
  pthread_mutex_unlock (&lock);
}

static void *add (void *unused) {
  acquire ();
  count++;
  release ();
  return unused;
}

int main (void) {
  pthread_t thread;
  int status;
  pthread_atfork (acquire, release, release);
  pthread_create (&thread, NULL, add, NULL);
  const pid_t child = fork ();
  if (!child) {
    acquire ();
    const int seen = count;
    release ();
    _exit (seen);
  }
  waitpid (child, &status, 0);
  pthread_join (thread, NULL);
  printf ("%d\n", WEXITSTATUS (status));
  return 0;
}
