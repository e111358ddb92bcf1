/* expect: race

   A thread shows its own variable to another one, and goes on using it. */

#include <pthread.h>
#include <semaphore.h>

static _Thread_local int own;
static int *shown;
static sem_t ready, done;

static void *owner (void *none) {
  shown = &own;
  sem_post (&ready);
  own++;
  sem_wait (&done);
  return none;
}

static void *guest (void *none) {
  sem_wait (&ready);
  (*shown)++;
  sem_post (&done);
  return none;
}

int main (void) {
  pthread_t a, b;
  sem_init (&ready, 0, 0);
  sem_init (&done, 0, 0);
  pthread_create (&a, NULL, owner, NULL);
  pthread_create (&b, NULL, guest, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
