/* expect: verified
   executions: 1

   Threads initialise a semaphore each. */

#include <pthread.h>
#include <semaphore.h>

static sem_t s[2];

static void *run (void *semaphore) {
  sem_init (semaphore, 0, 1);
  sem_wait (semaphore);
  return NULL;
}

int main (void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, run, &s[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
