/* expect: deadlock

   Two threads wait for different things at one condition variable.  A signal
   can wake the one whom it does not concern. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int red, green;

static void *wait_red (void *none) {
  pthread_mutex_lock (&lock);
  while (!red)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *wait_green (void *none) {
  pthread_mutex_lock (&lock);
  while (!green)
    pthread_cond_wait (&changed, &lock);
  red = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, wait_red, NULL);
  pthread_create (&b, NULL, wait_green, NULL);
  pthread_mutex_lock (&lock);
  green = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
