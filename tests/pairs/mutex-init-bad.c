/* expect: misuse

   A mutex is initialised a second time while a thread has it. */

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *run (void *none) {
  pthread_mutex_lock (&mutex);
  value++;
  pthread_mutex_unlock (&mutex);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_mutex_lock (&mutex);
  pthread_mutex_init (&mutex, NULL);
  pthread_mutex_lock (&mutex);
  value++;
  pthread_mutex_unlock (&mutex);
  pthread_join (thread, NULL);
  return 0;
}
