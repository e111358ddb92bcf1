/* expect: verified
   executions: 2

   Counting down tells who was the last. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int owners;
  int value;
};

static void *release (void *argument) {
  struct shared *shared = argument;
  int value = shared->value;
  if (atomic_fetch_sub (&shared->owners, 1) == 1)
    free (shared);
  return value ? NULL : argument;
}

int main (void) {
  pthread_t a, b;
  struct shared *shared = malloc (sizeof *shared);
  shared->value = 1;
  atomic_init (&shared->owners, 2);
  pthread_create (&a, NULL, release, shared);
  pthread_create (&b, NULL, release, shared);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
