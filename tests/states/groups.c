/* expect: verified
   expect: verified
   options: -DJOINED
   expect: assertion
   options: -DWRONG
   expect: assertion
   options: -DJOINED -DWRONG

   Two groups of threads that have nothing to do with each other, and main,
   which looks at what both did when they are done: the states of one group are
   not multiplied by those of the other. */

#include <assert.h>
#include <pthread.h>

enum { GROUPS = 2, SIZE = 2, ROUNDS = 3 };

static pthread_mutex_t locks[GROUPS] = {PTHREAD_MUTEX_INITIALIZER,
                                        PTHREAD_MUTEX_INITIALIZER};
static struct {
  int count;
  char filler[4096];
} sums[GROUPS];

static void *work (void *which) {
  const long i = (long)which;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock (&locks[i]);
#ifdef WRONG
    const int before = sums[i].count;
    if (i)
      pthread_mutex_unlock (&locks[i]), pthread_mutex_lock (&locks[i]);
    sums[i].count = before;
#endif
    sums[i].count++;
    pthread_mutex_unlock (&locks[i]);
  }
  return NULL;
}

int main (void) {
  pthread_t threads[GROUPS * SIZE];
  for (long i = 0; i < GROUPS * SIZE; i++)
    pthread_create (&threads[i], NULL, work, (void *)(i % GROUPS));
  for (int i = 0; i < GROUPS * SIZE; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < GROUPS; i++) {
#ifdef JOINED
    pthread_mutex_lock (&locks[i]);
#endif
    assert (sums[i].count == SIZE * ROUNDS);
#ifdef JOINED
    pthread_mutex_unlock (&locks[i]);
#endif
  }
  return 0;
}
