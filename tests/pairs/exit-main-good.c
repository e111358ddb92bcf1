/* expect: verified

   Main ends as a thread; the program ends with its last thread. */

#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *giver (void *none) {
  sem_post (&ready);
  return none;
}

static void *taker (void *none) {
  sem_wait (&ready);
  return none;
}

int main (void) {
  pthread_t a, b;
  sem_init (&ready, 0, 0);
  pthread_create (&a, NULL, taker, NULL);
  pthread_create (&b, NULL, giver, NULL);
  pthread_detach (a);
  pthread_detach (b);
  pthread_exit (NULL);
}
