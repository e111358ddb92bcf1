/* expect: assertion

   The thread believes that what is there once is there for everybody. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t tickets;

static void *guest (void *none) {
  int failed = sem_trywait (&tickets);
  assert (!failed);
  return none;
}

int main (void) {
  pthread_t a, b;
  sem_init (&tickets, 0, 1);
  pthread_create (&a, NULL, guest, NULL);
  pthread_create (&b, NULL, guest, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
