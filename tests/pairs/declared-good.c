/* expect: verified
   executions: 36
   expect: verified
   options: --search ifsss
   executions: 36
   expect: verified
   options: --search sss
   executions: 36
   expect: verified
   options: --search ifsss --discipline none

   Two pairs of threads, each with a lock of its own.  They say so. */

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
    pthread_mutex_unlock (&locks[pair]);
  }
  return NULL;
}

int main (void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++) {
#ifndef SILENT
    sett_will_use (&locks[i / 2], sizeof locks[0], SETT_CHANGE);
    sett_child_will_use_nothing_else ();
#endif
    pthread_create (&threads[i], NULL, add, (void *)(i / 2));
  }
#ifndef SILENT
  sett_will_use_nothing_else ();
#endif
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return sums[0] + sums[1] != 8;
}
