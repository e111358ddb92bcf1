/* expect: verified
   expect: verified
   options: --search sss

   As the other one, but who gets the lock is ready for it. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int half_done;

static void *leave (void *none) {
  if (!pthread_mutex_lock (&lock))
    half_done = 1;
  return none;
}

static void *look (void *none) {
  const int result = pthread_mutex_lock (&lock);
  assert (half_done == (result == EOWNERDEAD));
  if (result == EOWNERDEAD) {
    half_done = 0;
    pthread_mutex_consistent (&lock);
  }
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
  look (NULL);
  return 0;
}
