/* expect: race

   A semaphore that should say "the data are ready" begins with one. */

#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int data;

static void *producer (void *none) {
  data = 42;
  sem_post (&ready);
  return none;
}

static void *consumer (void *result) {
  sem_wait (&ready);
  *(int *)result = data;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int result;
  sem_init (&ready, 0, 1);
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, &result);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
