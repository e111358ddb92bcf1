/* expect: verified
   options: --spurious 1
   expect: verified

   A flag tells of the signal that came too early. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int done;

static void *giver (void *unused) {
  pthread_mutex_lock (&lock);
  done = 1;
  pthread_mutex_unlock (&lock);
  pthread_cond_signal (&ready);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, giver, NULL);
  pthread_mutex_lock (&lock);
  while (!done)
    pthread_cond_wait (&ready, &lock);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
