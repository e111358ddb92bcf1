/* expect: verified
   executions: 6
   expect: verified
   options: -DN=5
   executions: 30

   Dining philosophers who take the fork with the lower number first.  Then they
   cannot wait for each other in a circle.  Neighbours eat one after the other
   in one of two orders: 2^N - 2 executions, all but the circular ones. */

#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_lock[N];

static void *philosopher (void *seat) {
  pthread_mutex_t *low = seat;
  pthread_mutex_t *high = &fork_lock[(low - fork_lock + 1) % N];
  if (high < low) {
    high = low;
    low = &fork_lock[0];
  }
  pthread_mutex_lock (low);
  pthread_mutex_lock (high);
  /* eat */
  pthread_mutex_unlock (high);
  pthread_mutex_unlock (low);
  return NULL;
}

int main (void) {
  pthread_t thread[N];
  for (int i = 0; i < N; i++)
    pthread_mutex_init (&fork_lock[i], NULL);
  for (int i = 0; i < N; i++)
    pthread_create (&thread[i], NULL, philosopher, &fork_lock[i]);
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
