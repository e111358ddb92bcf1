/* Threads that have locks of their own, and one for all: ways that part at the
   former lead nowhere. */
#include <pthread.h>

enum { N = 6 };

static pthread_mutex_t own[N], all = PTHREAD_MUTEX_INITIALIZER;
static int mine[N], sum;

static void *run (void *argument) {
  const long i = (long)argument;
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock (&own[i]);
    mine[i]++;
    pthread_mutex_unlock (&own[i]);
  }
  pthread_mutex_lock (&all);
  sum += mine[i];
  pthread_mutex_unlock (&all);
  return NULL;
}

int main (void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create (&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  return sum != 2 * N;
}
