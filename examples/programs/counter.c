/* expect: verified
   options: -DN=5
   executions: 120
   expect: verified
   options: -DN=7
   executions: 5040
   expect: verified
   options: -DN=8
   executions: 40320
   long: yes
   expect: verified
   options: -DN=2 -DK=6
   executions: 924
   expect: verified
   options: -DN=3 -DK=3
   executions: 1680

   N threads increment a counter K times each, under a lock.  Only the order of
   the critical sections counts: (N K)! / K!^N executions. */

#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef K
#define K 1
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment (void *none) {
  for (int i = 0; i < K; i++) {
    pthread_mutex_lock (&lock);
    counter++;
    pthread_mutex_unlock (&lock);
  }
  return none;
}

int main (void) {
  pthread_t thread[N];
  for (int i = 0; i < N; i++)
    pthread_create (&thread[i], NULL, increment, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  assert (counter == N * K);
  return 0;
}
