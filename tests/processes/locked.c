/* Without pthread_atfork the child may find a lock that nobody releases.
   expect: violated deadlock
   native: may hang */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hold (void *unused) {
  pthread_mutex_lock (&lock);
  getppid ();
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, hold, NULL);
  if (!fork ()) {
    pthread_mutex_lock (&lock);
    _exit (0);
  }
  wait (NULL);
  pthread_join (thread, NULL);
  return 0;
}
