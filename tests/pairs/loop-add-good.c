/* expect: verified
   executions: 280

   To add by compare and exchange, four threads. */

#define N 4
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x;
static void *w (void *a) {
  int e;
  do
    e = atomic_load (&x);
  while (!atomic_compare_exchange_strong (&x, &e, e + 1));
  return a;
}
int main (void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create (&t[i], 0, w, 0);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], 0);
  assert (x == N);
  return 0;
}
