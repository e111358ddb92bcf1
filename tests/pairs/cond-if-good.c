/* expect: verified

   A consumer that was woken looks again whether there is an item. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer (void *none) {
  pthread_mutex_lock (&lock);
  while (items == 0)
    pthread_cond_wait (&ready, &lock);
  assert (items > 0);
  items--;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *producer (void *none) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock (&lock);
    items++;
    pthread_cond_signal (&ready);
    pthread_mutex_unlock (&lock);
  }
  return none;
}

int main (void) {
  pthread_t thread[3];
  pthread_create (&thread[0], NULL, consumer, NULL);
  pthread_create (&thread[1], NULL, consumer, NULL);
  pthread_create (&thread[2], NULL, producer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  assert (items == 0);
  return 0;
}
