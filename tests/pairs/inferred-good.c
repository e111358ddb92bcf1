/* expect: verified
   options: --search ifsss --discipline mld
   executions: 4
   expect: verified
   options: --search ifsss
   executions: 4
   expect: verified
   options: --search sss --discipline mld
   executions: 4

   Two groups of threads, each with a lock of its own: nobody has declared that,
   but it is found out, and the groups do not go in all orders. */

#include <pthread.h>

enum { THREADS = 4 };

static pthread_mutex_t locks[THREADS / 2];
static int counts[THREADS / 2];

static void *work (void *argument) {
  const long group = (long)argument;
  pthread_mutex_lock (&locks[group]);
  counts[group]++;
  pthread_mutex_unlock (&locks[group]);
  return NULL;
}

int main (void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, (void *)(i / 2));
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  return counts[0] != 2 || counts[1] != 2;
}
