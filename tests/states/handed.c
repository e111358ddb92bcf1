/* expect: verified
   expect: race
   options: -DWRONG

   Threads that go on for ever, each with a variable of its own; one of them
   also waits for the other once. */

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int mine[3];
static sem_t ready;
static int shared;

static void *turn (void *p) {
  const long i = (long)p;
  if (i == 1) {
    shared = 1;
    sem_post (&ready);
#ifdef WRONG
    shared = 2;
#endif
  } else if (i == 2) {
    sem_wait (&ready);
    shared++;
  }
  for (;;)
    atomic_store (&mine[i], !atomic_load (&mine[i]));
  return p;
}

int main (void) {
  pthread_t t[3];
  sem_init (&ready, 0, 0);
  for (long i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, turn, (void *)i);
  pthread_join (t[0], NULL);
  return 0;
}
