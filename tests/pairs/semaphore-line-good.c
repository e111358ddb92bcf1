/* expect: verified
   executions: 1
   expect: verified
   options: --search ifsss
   executions: 1
   expect: verified
   options: -DTAKERS=2
   executions: 6
   expect: verified
   options: -DGIVERS=2
   expect: verified
   options: -DGIVERS=2 -DASK
   expect: verified
   options: -DTAKERS=2 -DASK --search ifsss --no-infer

   A semaphore at zero.  One thread gives four times, others take: who takes
   happens after the gift of its turn, and nothing else matters. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef TAKERS
#define TAKERS 1
#endif
#ifndef GIVERS
#define GIVERS 1
#endif
#define ALL 4

static sem_t gifts;
static int work[ALL];

static void *take (void *unused) {
  for (int i = 0; i < ALL / TAKERS; i++) {
    sem_wait (&gifts);
#if TAKERS == 1 && GIVERS == 1
    assert (work[i] == i + 1);
#endif
  }
  return unused;
}

static void *give (void *unused) {
  for (int i = 0; i < ALL / GIVERS; i++) {
#if GIVERS == 1
    work[i] = i + 1;
#endif
    sem_post (&gifts);
  }
  return unused;
}

int main (void) {
  pthread_t takers[TAKERS], givers[GIVERS];
  sem_init (&gifts, 0, 0);
  for (int i = 0; i < TAKERS; i++)
    pthread_create (&takers[i], NULL, take, NULL);
  for (int i = 0; i < GIVERS; i++)
    pthread_create (&givers[i], NULL, give, NULL);
  for (int i = 0; i < TAKERS; i++)
    pthread_join (takers[i], NULL);
  for (int i = 0; i < GIVERS; i++)
    pthread_join (givers[i], NULL);
#ifdef ASK
  assert (sem_trywait (&gifts) != 0);
#endif
  sem_destroy (&gifts);
  return work[0] == -1;
}
