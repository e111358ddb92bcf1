/* expect: deadlock

   Main ends as a thread, the program goes on: and the last thread waits for
   what nobody will do. */

#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *run (void *none) {
  sem_wait (&ready);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&ready, 0, 0);
  pthread_create (&thread, NULL, run, NULL);
  pthread_exit (NULL);
}
