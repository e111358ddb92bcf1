/* expect: verified
   executions: 2

   A recursive lock is free when it was released as often as it was taken. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int depth;

static void inner (void) {
  pthread_mutex_lock (&lock);
  depth++;
  pthread_mutex_unlock (&lock);
}

static void *outer (void *none) {
  pthread_mutex_lock (&lock);
  int before = depth;
  inner ();
  inner ();
  assert (depth == before + 2);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&lock, &kind);
  pthread_create (&a, NULL, outer, NULL);
  pthread_create (&b, NULL, outer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_mutex_destroy (&lock);
  return 0;
}
