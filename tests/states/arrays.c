/* expect: verified

   Threads that loop over shared arrays under locks: many orders, few states. */

#include <pthread.h>
#include <assert.h>
#ifndef N
#define N 20
#endif
#ifndef T
#define T 2
#endif
static int a[8], b[8];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER,
                       k = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *p) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock (&m);
    a[i % 8]++;
    pthread_mutex_unlock (&m);
    pthread_mutex_lock (&k);
    b[i % 8] += 2;
    pthread_mutex_unlock (&k);
  }
  return p;
}
int main (void) {
  pthread_t t[T];
  for (long i = 0; i < T; i++)
    pthread_create (&t[i], 0, work, (void *)i);
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += a[i];
  assert (sum == T * N);
}
