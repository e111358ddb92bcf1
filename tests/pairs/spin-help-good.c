/* expect: verified
   expect: verified
   options: -O2

   Who finds the first step done does the second one, for whoever began. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int step;

static void *wait_or_help (void *none) {
  int now = atomic_load (&step);
  while (now != 2) {
    if (now == 1)
      atomic_compare_exchange_strong (&step, &now, 2);
    now = atomic_load (&step);
  }
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, wait_or_help, NULL);
  pthread_create (&b, NULL, wait_or_help, NULL);
  atomic_store (&step, 1);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
