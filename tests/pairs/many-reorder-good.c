/* expect: verified

   The same as many-reorder-bad.c, but what is written last is looked at first.
 */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int a, b;

static void *set (void *none) {
  a = 1;
  b = -1;
  return none;
}

static void *look (void *none) {
  const int seen = b;
  assert (!seen || a == 1);
  return none;
}

int main (void) {
  pthread_t threads[N], looker;
  for (int i = 0; i < N; i++)
    pthread_create (&threads[i], NULL, set, NULL);
  pthread_create (&looker, NULL, look, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  pthread_join (looker, NULL);
  return 0;
}
