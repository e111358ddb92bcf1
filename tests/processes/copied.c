/* A thread lets main fork while it has a lock, which nobody gives back in the
   child.  It may be over by then, but nobody waits for that.
   expect: violated deadlock
   stateful: the same
   native: may hang */
#include <pthread.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;

static void *tell (void *none) {
  pthread_mutex_lock (&lock);
  sem_post (&ready);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&ready, 0, 0);
  pthread_create (&thread, NULL, tell, NULL);
  sem_wait (&ready);
  if (!fork ()) {
    pthread_mutex_lock (&lock);
    _exit (0);
  }
  wait (NULL);
  pthread_join (thread, NULL);
  return 0;
}
