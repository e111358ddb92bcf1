/* expect: verified
   expect: verified
   options: -DHELD
   expect: verified
   options: --stateful

   A thread looks at an atomic variable again and again, each time under a lock
   that it gives back in between: whoever sets the variable needs the lock, and
   gets it.  The place where the thread looks is one where it has the lock. */

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

static void wait_until_done (void) {
#ifdef HELD
  pthread_mutex_lock (&mutex);
  while (!done) {
    pthread_mutex_unlock (&mutex);
    pthread_mutex_lock (&mutex);
  }
  pthread_mutex_unlock (&mutex);
#else
  for (int seen = 0; !seen;) {
    pthread_mutex_lock (&mutex);
    seen = done;
    pthread_mutex_unlock (&mutex);
  }
#endif
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, finish, NULL);
  wait_until_done ();
  pthread_join (thread, NULL);
  return 0;
}
