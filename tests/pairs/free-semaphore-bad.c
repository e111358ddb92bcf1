/* expect: use-after-free

   A thread waits for a semaphore, and who posts it frees it: it may have got no
   further than to the call. */

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *await (void *semaphore) {
  sem_wait (semaphore);
  return NULL;
}

int main (void) {
  pthread_t waiter;
  sem_t *semaphore = malloc (sizeof *semaphore);
  sem_init (semaphore, 0, 0);
  pthread_create (&waiter, NULL, await, semaphore);
  pthread_detach (waiter);
  sem_post (semaphore);
  free (semaphore);
  return 0;
}
