/* expect: assertion

   Two threads wait, one signal is sent: it is not always the first one who
   wakes up. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int waiting, sent, first_woken = -1;

static void *waiter (void *argument) {
  pthread_mutex_lock (&lock);
  int mine = waiting++;
  pthread_cond_signal (&arrived);
  while (!sent)
    pthread_cond_wait (&ready, &lock);
  if (first_woken < 0)
    first_woken = mine;
  pthread_cond_broadcast (&ready);
  pthread_mutex_unlock (&lock);
  return argument;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, waiter, NULL);
  pthread_create (&b, NULL, waiter, NULL);
  pthread_mutex_lock (&lock);
  while (waiting < 2)
    pthread_cond_wait (&arrived, &lock);
  sent = 1;
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (first_woken == 0);
  return 0;
}
