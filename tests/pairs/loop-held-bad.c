/* expect: livelock

   A thread looks at an atomic variable again and again, and gives the lock back
   that it does not need; it keeps the one that whoever sets the variable waits
   for. */

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *finish (void *none) {
  pthread_mutex_lock (&mutex);
  done = 1;
  pthread_mutex_unlock (&mutex);
  return none;
}

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void wait_until_done (void) {
  pthread_mutex_lock (&mutex);
  for (int seen = 0; !seen;) {
    pthread_mutex_lock (&other);
    seen = done;
    pthread_mutex_unlock (&other);
  }
  pthread_mutex_unlock (&mutex);
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, finish, NULL);
  wait_until_done ();
  pthread_join (thread, NULL);
  return 0;
}
