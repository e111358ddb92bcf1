/* expect: verified

   Two threads wait for different things, each at a condition variable of its
   own. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t red_now = PTHREAD_COND_INITIALIZER;
static pthread_cond_t green_now = PTHREAD_COND_INITIALIZER;
static int red, green;

static void *wait_red (void *none) {
  pthread_mutex_lock (&lock);
  while (!red)
    pthread_cond_wait (&red_now, &lock);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *wait_green (void *none) {
  pthread_mutex_lock (&lock);
  while (!green)
    pthread_cond_wait (&green_now, &lock);
  red = 1;
  pthread_cond_signal (&red_now);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, wait_red, NULL);
  pthread_create (&b, NULL, wait_green, NULL);
  pthread_mutex_lock (&lock);
  green = 1;
  pthread_cond_signal (&green_now);
  pthread_mutex_unlock (&lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
