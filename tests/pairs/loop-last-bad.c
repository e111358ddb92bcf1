/* expect: race

   A reader that does not wait for the last of ten values. */

#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x;
int done;
static void *reader (void *a) {
  while (atomic_load (&x) < 9)
    ;
  assert (done == 1);
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, reader, 0);
  for (int i = 1; i < 10; i++)
    atomic_store (&x, i);
  done = 1;
  atomic_store (&x, 10);
  pthread_join (t, 0);
  return 0;
}
