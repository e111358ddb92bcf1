/* expect: assertion

   An error-checking lock refuses to be taken twice, and says so.  The program
   believes that it cannot fail. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *run (void *none) {
  int error = pthread_mutex_lock (&lock);
  assert (error == 0);
  error = pthread_mutex_lock (&lock);
  assert (error == 0);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init (&lock, &kind);
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  return 0;
}
