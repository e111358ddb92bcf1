/* expect: deadlock
   expect: deadlock
   options: --search sss

   A thread asks once more for what it has done already, while another one
   lives, and then waits for itself. */

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *run (void *unused) {
  return unused;
}

static void prepare (void) {}

int main (void) {
  pthread_t other;
  pthread_create (&other, NULL, run, NULL);
  pthread_once (&once, prepare);
  pthread_once (&once, prepare);
  pthread_join (other, NULL);
  pthread_mutex_lock (&mutex);
  pthread_mutex_lock (&mutex);
}
