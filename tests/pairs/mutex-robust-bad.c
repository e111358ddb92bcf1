/* expect: assertion
   expect: assertion
   options: --search sss
   expect: assertion
   options: --search ifsss

   A thread ends with a robust mutex: who comes later is told so, which it is
   not ready for.  Two sections of one lock, which have nothing else in common.
 */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *leave (void *none) {
  pthread_mutex_lock (&lock);
  return none;
}

static void *look (void *none) {
  const int result = pthread_mutex_lock (&lock);
  assert (!result);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t one, two;
  pthread_mutexattr_t robust;
  pthread_mutexattr_init (&robust);
  pthread_mutexattr_setrobust (&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&lock, &robust);
  pthread_create (&one, NULL, look, NULL);
  pthread_create (&two, NULL, leave, NULL);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  return 0;
}
