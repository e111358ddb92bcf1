/* expect: verified
   executions: 148

   A lock by compare and exchange, four threads. */

#define N 4
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int l;
int counter;
static void *w (void *a) {
  int e;
  do
    e = 0;
  while (!atomic_compare_exchange_strong (&l, &e, 1));
  counter++;
  atomic_store (&l, 0);
  return a;
}
int main (void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create (&t[i], 0, w, 0);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], 0);
  assert (counter == N);
  return 0;
}
