/* expect: deadlock
   options: --search ifsss --discipline mld
   expect: deadlock
   options: --search sss
   expect: assertion
   options: --search ifsss -DLATE

   The groups have nothing to do with each other, as it seems in the first
   executions: only after a certain order of the first group's threads one of
   them takes the lock of the second, too. */

#include <assert.h>
#include <pthread.h>

enum { THREADS = 4 };

static pthread_mutex_t locks[THREADS / 2];
static int first, counts[THREADS / 2];

static void *work (void *argument) {
  const long number = (long)argument, group = number / 2;
  pthread_mutex_lock (&locks[group]);
  if (!group && !first)
    first = (int)number + 1;
  if (!group && number == 0 && first == 2) {
    pthread_mutex_lock (&locks[1]);
    counts[1] = 7;
    pthread_mutex_unlock (&locks[1]);
  }
#ifdef LATE
  assert (counts[group] < 7);
#else
  if (counts[group] == 7)
    pthread_mutex_lock (&locks[1]);
#endif
  counts[group]++;
  pthread_mutex_unlock (&locks[group]);
  return NULL;
}

int main (void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
