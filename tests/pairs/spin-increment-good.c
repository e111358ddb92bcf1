/* expect: verified
   executions: 2
   options: -DN=2 -DFIRST=0
   expect: verified
   options: -DN=2 -DFIRST=1
   expect: verified
   options: -DN=3 -DFIRST=1
   expect: verified
   options: -DN=3 -DWEAK -DFIRST=1 -O2

   Incrementing by compare-and-exchange, until nobody was in between: each
   failure is another one's success. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

#ifdef WEAK
#define EXCHANGE atomic_compare_exchange_weak
#else
#define EXCHANGE atomic_compare_exchange_strong
#endif

static void *run (void *none) {
#if FIRST
  int now = atomic_load (&counter);
  while (!EXCHANGE (&counter, &now, now + 1))
    ;
#else
  atomic_fetch_add (&counter, 1);
#endif
  return none;
}

int main (void) {
  pthread_t thread[N];
  for (int i = 0; i < N; i++)
    pthread_create (&thread[i], NULL, run, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  assert (counter == N);
  return 0;
}
