/* expect: verified
   executions: 48

   An update by compare-and-exchange is repeated if somebody else was faster.
 */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *run (void *none) {
  int seen = counter;
  while (!atomic_compare_exchange_weak (&counter, &seen, seen + 1))
    ;
  return none;
}

int main (void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, run, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  assert (counter == 3);
  return 0;
}
