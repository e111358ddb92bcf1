/* expect: verified
   executions: 336

   A ticket lock, four threads. */

#define N 4
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int next, serving;
int counter;
static void *w (void *a) {
  int mine = atomic_fetch_add (&next, 1);
  while (atomic_load (&serving) != mine)
    ;
  counter++;
  atomic_store (&serving, mine + 1);
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
