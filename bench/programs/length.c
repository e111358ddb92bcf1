/* Two threads that take a lock again and again: the first argument says how
   often, and so how long an execution is. */

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, sum;

static void *add (void *unused) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock (&lock);
    sum++;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (int argc, char **argv) {
  pthread_t threads[2];
  rounds = argc > 1 ? atoi (argv[1]) : 1;
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return sum != 2 * rounds;
}
