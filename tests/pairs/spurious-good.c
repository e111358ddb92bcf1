/* expect: verified
   options: --spurious 1
   expect: verified
   options: --spurious 3
   expect: verified
   options: --spurious 2 --search exitblock
   expect: verified

   A thread waits for a condition, and again if it does not hold. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int value;

static void *giver (void *unused) {
  pthread_mutex_lock (&lock);
  value = 1;
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, giver, NULL);
  pthread_mutex_lock (&lock);
  while (!value)
    pthread_cond_wait (&ready, &lock);
  assert (value == 1);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
