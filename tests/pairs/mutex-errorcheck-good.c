/* expect: verified

   An error-checking lock reports what would be an error elsewhere: taking it
   twice, and releasing the lock of another thread. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *owner (void *none) {
  assert (pthread_mutex_lock (&lock) == 0);
  assert (pthread_mutex_lock (&lock) == EDEADLK);
  assert (pthread_mutex_unlock (&lock) == 0);
  return none;
}

static void *stranger (void *none) {
  assert (pthread_mutex_unlock (&lock) == EPERM);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init (&lock, &kind);
  pthread_create (&a, NULL, owner, NULL);
  pthread_create (&b, NULL, stranger, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_mutex_destroy (&lock);
  return 0;
}
