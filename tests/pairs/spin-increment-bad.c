/* expect: livelock

   The value that is expected is not looked up again: who has failed once fails
   for ever. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *run (void *none) {
  int now = 0;
  while (!atomic_compare_exchange_strong (&counter, &now, 1))
    now = 0;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
