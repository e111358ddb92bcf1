/* expect: deadlock

   The consumer takes the lock before it waits for an item; the producer needs
   the lock to make one. */

#include <pthread.h>
#include <semaphore.h>

static sem_t mutex, items;
static int buffer;

static void *producer (void *none) {
  sem_wait (&mutex);
  buffer = 1;
  sem_post (&mutex);
  sem_post (&items);
  return none;
}

static void *consumer (void *none) {
  sem_wait (&mutex);
  sem_wait (&items);
  buffer = 0;
  sem_post (&mutex);
  return none;
}

int main (void) {
  pthread_t a, b;
  sem_init (&mutex, 0, 1);
  sem_init (&items, 0, 0);
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
