/* expect: assertion
   options: -DN=5 --no-races --executions 200
   expect: assertion
   options: -DN=10 --no-races --executions 200
   long: yes
   expect: assertion
   options: -DN=20 --no-races --executions 200
   long: yes
   expect: race
   options: -DN=20 --executions 5

   N threads count under a lock, and one under another lock.  With --no-races
   the race is not reported, but what comes of it. */

#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 10
#endif

static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t wrong = PTHREAD_MUTEX_INITIALIZER;
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
  pthread_create (&threads[N], NULL, work, &wrong);
  for (int i = 0; i <= N; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
