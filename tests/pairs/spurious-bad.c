/* expect: assertion
   options: --spurious 1
   expect: assertion
   options: --spurious 1 --search ifsss
   expect: assertion
   options: --spurious 1 --stateful
   expect: verified

   A thread waits for a condition without a loop, and believes that it holds
   when the wait is over: there are waits that end for no reason. */

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
  if (!value)
    pthread_cond_wait (&ready, &lock);
  assert (value == 1);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
