/* expect: verified

   A lock is destroyed, initialised again, and used again. */

#include <pthread.h>

static pthread_mutex_t lock;
static int counter;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  counter++;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init (&lock, NULL);
    pthread_create (&thread, NULL, run, NULL);
    pthread_mutex_lock (&lock);
    counter++;
    pthread_mutex_unlock (&lock);
    pthread_join (thread, NULL);
    pthread_mutex_destroy (&lock);
  }
  return counter == 3;
}
