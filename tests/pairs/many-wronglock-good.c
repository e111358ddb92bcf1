/* expect: verified

   The same as many-wronglock-bad.c, with one lock. */

#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work (void *lock) {
  pthread_mutex_lock (lock);
  const int before = count;
  count = before + 1;
  assert (count == before + 1);
  pthread_mutex_unlock (lock);
  return NULL;
}

int main (void) {
  pthread_t threads[N + 1];
  for (int i = 0; i < N; i++)
    pthread_create (&threads[i], NULL, work, &right);
  pthread_create (&threads[N], NULL, work, &right);
  for (int i = 0; i <= N; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
