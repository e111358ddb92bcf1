/* expect: misuse

   A semaphore is destroyed though a thread will still wait for it. */

#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *run (void *none) {
  sem_wait (&semaphore);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&semaphore, 0, 0);
  pthread_create (&thread, NULL, run, NULL);
  sem_destroy (&semaphore);
  return 0;
}
