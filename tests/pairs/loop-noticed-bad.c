/* expect: assertion

   What one thread takes back the other one has seen: such a round is not in
   vain, and it takes two of them to come to the assertion. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, stop;

static void *flicker (void *none) {
  while (!atomic_load (&stop)) {
    atomic_fetch_add (&x, 1);
    atomic_fetch_sub (&x, 1);
  }
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, flicker, NULL);
  const int first = atomic_load (&x), second = atomic_load (&x),
            third = atomic_load (&x);
  assert (!(first == 1 && second == 0 && third == 1));
  atomic_store (&stop, 1);
  pthread_join (thread, NULL);
  return 0;
}
