/* expect: verified
   executions: 6

   An increment that is taken back when somebody else is there. */

#define N 2
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int users;
int counter;
static void *w (void *a) {
  while (atomic_fetch_add (&users, 1) != 0)
    atomic_fetch_sub (&users, 1);
  counter++;
  atomic_fetch_sub (&users, 1);
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
