/* expect: race

   The data are written after the flag was set, out of the lock. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static int data;

static void *producer (void *none) {
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  data = 42;
  return none;
}

static void *consumer (void *result) {
  pthread_mutex_lock (&lock);
  while (!ready)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  *(int *)result = data;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int result;
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, &result);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
