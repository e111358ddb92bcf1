/* More executions than anybody wants to wait for. */
#include <pthread.h>

enum { N = 12 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *run (void *argument) {
  (void)argument;
  pthread_mutex_lock (&lock);
  sum++;
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create (&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  return sum != N;
}
