/* expect: misuse

   A recursive lock is taken twice and released once: the thread ends with the
   lock in its hands. */

#include <pthread.h>

static pthread_mutex_t lock;
static int depth;

static void inner (void) {
  pthread_mutex_lock (&lock);
  depth++;
  /* forgotten: unlock */
}

static void *outer (void *none) {
  pthread_mutex_lock (&lock);
  inner ();
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&lock, &kind);
  pthread_create (&thread, NULL, outer, NULL);
  pthread_join (thread, NULL);
  return 0;
}
