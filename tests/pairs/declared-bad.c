/* expect: misuse
   expect: misuse
   options: --search ifsss
   expect: misuse
   options: --search sss
   expect: misuse
   options: --search exitblock
   expect: misuse
   options: --search random

   Two pairs of threads, each with a lock of its own, they say; but at last one
   also takes the other lock. */

#include <pthread.h>
#include <sett.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static int sums[2];

static void *add (void *argument) {
  const long pair = (long)argument;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock (&locks[pair]);
    sums[pair]++;
    if (pair && sums[1] == 4) {
      pthread_mutex_lock (&locks[0]);
      sums[0]++;
      pthread_mutex_unlock (&locks[0]);
    }
    pthread_mutex_unlock (&locks[pair]);
  }
  return NULL;
}

int main (void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++) {
    sett_will_use (&locks[i / 2], sizeof locks[0], SETT_CHANGE);
    sett_child_will_use_nothing_else ();
    pthread_create (&threads[i], NULL, add, (void *)(i / 2));
  }
  sett_will_use_nothing_else ();
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return sums[0] + sums[1] != 9;
}
