/* expect: verified

   Two attempts in one round: one of the two words will fit. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *run (void *none) {
  int a = 2, b = 2;
  while (!atomic_compare_exchange_strong (&x, &a, 7) &&
         !atomic_compare_exchange_strong (&y, &b, 7))
    a = b = 2;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  for (int i = 1; i <= 2; i++) {
    atomic_store (&x, i);
    atomic_store (&y, i);
  }
  pthread_join (thread, NULL);
  return 0;
}
