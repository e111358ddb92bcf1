/* expect: verified
   executions: 1

   Data are handed over by a semaphore: no lock, and no race. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int data;

static void *producer (void *none) {
  data = 42;
  sem_post (&ready);
  return none;
}

static void *consumer (void *none) {
  sem_wait (&ready);
  assert (data == 42);
  return none;
}

int main (void) {
  pthread_t a, b;
  sem_init (&ready, 0, 0);
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
