/* expect: misuse

   A lock is destroyed before its last user has come. */

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int late;

static void *run (void *none) {
  if (!late) {
    pthread_mutex_lock (&lock);
    pthread_mutex_unlock (&lock);
  }
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_mutex_init (&lock, NULL);
  pthread_create (&thread, NULL, run, NULL);
  late = 1;
  pthread_mutex_destroy (&lock);
  pthread_join (thread, NULL);
  return 0;
}
