/* expect: verified
   executions: 1

   What one thread takes and another one gives is a semaphore. */

#include <pthread.h>
#include <semaphore.h>

static sem_t lock;

static void *helper (void *none) {
  sem_post (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&lock, 0, 1);
  sem_wait (&lock);
  pthread_create (&thread, NULL, helper, NULL);
  pthread_join (thread, NULL);
  sem_wait (&lock);
  return 0;
}
