/* expect: verified

   A thread waits for a semaphore, and frees it when it was posted. */

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *await (void *semaphore) {
  sem_wait (semaphore);
  sem_destroy (semaphore);
  free (semaphore);
  return NULL;
}

int main (void) {
  pthread_t waiter;
  sem_t *semaphore = malloc (sizeof *semaphore);
  sem_init (semaphore, 0, 0);
  pthread_create (&waiter, NULL, await, semaphore);
  pthread_detach (waiter);
  sem_post (semaphore);
  return 0;
}
