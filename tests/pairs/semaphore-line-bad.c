/* expect: race
   expect: race
   options: --search ifsss --no-infer
   expect: race
   options: --search sss
   expect: race
   options: -DBEHIND
   expect: race
   options: -DOTHERS
   expect: race
   options: -DOTHERS --search ifsss
   expect: deadlock
   options: -DFEW
   expect: deadlock
   options: -DFEW --search ifsss
   expect: assertion
   options: -DASK
   expect: assertion
   options: -DASK --search ifsss
   expect: misuse
   options: -DDESTROY

   What a thread does between two gifts is not ordered before the one who takes
   the first; nor is what another giver did.  Two take where there is enough for
   one, one asks how much is left, or the semaphore is destroyed before it is
   given to. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t gifts;
static int x, y;

static void *take (void *unused) {
  sem_wait (&gifts);
#ifdef BEHIND
  sem_wait (&gifts);
  y = x;
#elif !defined FEW && !defined ASK && !defined DESTROY
  y = x;
#endif
  return unused;
}

static void *give (void *unused) {
#ifdef OTHERS
  x = 1;
#endif
  sem_post (&gifts);
  return unused;
}

int main (void) {
  pthread_t a, b;
  sem_init (&gifts, 0, 0);
  pthread_create (&a, NULL, take, NULL);
#if defined OTHERS
  pthread_create (&b, NULL, give, NULL);
  sem_post (&gifts);
#elif defined FEW
  pthread_create (&b, NULL, take, NULL);
  sem_post (&gifts);
#elif defined ASK
  pthread_create (&b, NULL, give, NULL);
  assert (sem_trywait (&gifts) != 0);
  sem_post (&gifts);
#elif defined DESTROY
  pthread_create (&b, NULL, give, NULL);
  pthread_join (a, NULL);
  sem_post (&gifts);
  sem_destroy (&gifts);
  sem_post (&gifts);
#else
  pthread_create (&b, NULL, take, NULL);
  sem_post (&gifts);
#ifdef BEHIND
  sem_post (&gifts);
  sem_post (&gifts);
#endif
  x = 1;
  sem_post (&gifts);
  if (!y)
    sem_post (&gifts);
#endif
#ifndef DESTROY
  pthread_join (a, NULL);
#endif
  pthread_join (b, NULL);
  return 0;
}
