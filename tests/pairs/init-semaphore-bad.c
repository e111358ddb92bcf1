/* expect: deadlock

   A semaphore is initialised when another thread may have posted already. */

#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *run (void *none) {
  sem_post (&s);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  sem_init (&s, 0, 0);
  sem_wait (&s);
  pthread_join (thread, NULL);
  return 0;
}
