/* expect: livelock

   A thread spins until a flag is set; on one path nobody sets it. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, cancelled;

static void *waiter (void *none) {
  while (!ready)
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
