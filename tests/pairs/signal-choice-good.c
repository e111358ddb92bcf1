/* expect: verified

   Two threads wait, one signal is sent: whoever wakes up wakes the other one.
 */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int sent, woken;

static void *waiter (void *argument) {
  pthread_mutex_lock (&lock);
  while (!sent)
    pthread_cond_wait (&ready, &lock);
  woken++;
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  return argument;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, waiter, NULL);
  pthread_create (&b, NULL, waiter, NULL);
  pthread_mutex_lock (&lock);
  sent = 1;
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (woken == 2);
  return 0;
}
