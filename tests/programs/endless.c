/* Two threads that count for ever, in a few states. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *advance (void *none) {
  for (;;) {
    pthread_mutex_lock (&lock);
    count = (count + 1) % 3;
    pthread_mutex_unlock (&lock);
  }
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, advance, NULL);
  advance (NULL);
}
