/* expect: verified

   A semaphore is destroyed when the last one has gone, and made anew. */

#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *run (void *none) {
  sem_wait (&semaphore);
  return none;
}

int main (void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    sem_init (&semaphore, 0, 0);
    pthread_create (&thread, NULL, run, NULL);
    sem_post (&semaphore);
    pthread_join (thread, NULL);
    sem_destroy (&semaphore);
  }
  return 0;
}
