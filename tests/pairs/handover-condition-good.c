/* expect: verified

   The data are written before the flag is set and read after it was seen: they
   are handed over by the lock, and need not be accessed under it. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static int data;

static void *producer (void *none) {
  data = 42;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *consumer (void *none) {
  pthread_mutex_lock (&lock);
  while (!ready)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  assert (data == 42);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
