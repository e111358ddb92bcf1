/* expect: deadlock

   A buffer with room for one item, a producer and two consumers who share one
   condition variable, and `signal`.  A consumer that took an item can wake the
   other consumer, who finds nothing and sleeps again; the producer, who should
   have been woken, sleeps for ever: a lost wake-up. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;
static int item;

static void put (int value) {
  pthread_mutex_lock (&lock);
  while (full)
    pthread_cond_wait (&changed, &lock);
  item = value;
  full = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
}

static int get (void) {
  pthread_mutex_lock (&lock);
  while (!full)
    pthread_cond_wait (&changed, &lock);
  int value = item;
  full = 0;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return value;
}

static void *producer (void *none) {
  put (1);
  put (2);
  return none;
}

static void *consumer (void *result) {
  *(int *)result = get ();
  return NULL;
}

int main (void) {
  pthread_t thread[3];
  int result[2];
  pthread_create (&thread[0], NULL, consumer, &result[0]);
  pthread_create (&thread[1], NULL, consumer, &result[1]);
  pthread_create (&thread[2], NULL, producer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
