/* expect: deadlock
   options: --spurious 1
   expect: deadlock

   A signal that comes too early: that some waits end for no reason does not
   help, since they need not. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *giver (void *unused) {
  pthread_cond_signal (&ready);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, giver, NULL);
  pthread_mutex_lock (&lock);
  pthread_cond_wait (&ready, &lock);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
