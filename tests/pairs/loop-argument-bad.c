/* expect: assertion

   What is added differs from round to round, and is nowhere but in the
   argument of the call. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum, seen;

static void *other (void *unused) {
  atomic_store (&seen, 1);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, other, NULL);
  int more = 0;
  do
    more = atomic_fetch_add (&sum, more) + 1;
  while (more != 3);
  assert (!atomic_load (&seen));
  pthread_join (thread, NULL);
  return 0;
}
