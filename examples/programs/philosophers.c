/* expect: deadlock
   expect: deadlock
   options: -DN=2

   Dining philosophers: everybody reaches for the left fork first.  If all do so
   at once, each holds one fork and waits for ever for the other one. */

#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_lock[N];

static void *philosopher (void *seat) {
  pthread_mutex_t *left = seat;
  pthread_mutex_t *right = &fork_lock[(left - fork_lock + 1) % N];
  pthread_mutex_lock (left);
  pthread_mutex_lock (right);
  /* eat */
  pthread_mutex_unlock (right);
  pthread_mutex_unlock (left);
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
