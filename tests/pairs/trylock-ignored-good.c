/* expect: verified
   executions: 3

   The thread does its work only if it got the lock: before the other one,
   after it, or not at all. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *patient (void *none) {
  pthread_mutex_lock (&lock);
  counter++;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *hasty (void *none) {
  int error = pthread_mutex_trylock (&lock);
  if (error) {
    assert (error == EBUSY);
    return none;
  }
  counter++;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, patient, NULL);
  pthread_create (&b, NULL, hasty, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 1 || counter == 2);
  return 0;
}
