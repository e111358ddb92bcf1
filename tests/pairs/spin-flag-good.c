/* expect: verified

   A thread spins until one of two flags is set; one of them always is. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, cancelled;

static void *waiter (void *none) {
  while (!ready && !cancelled)
    ;
  return none;
}

static void *sender (void *none) {
  if (!cancelled)
    ready = 1;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, waiter, NULL);
  pthread_create (&b, NULL, sender, NULL);
  cancelled = 1;
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
