/* expect: verified
   expect: verified
   options: --search ifsss
   expect: verified
   options: --search sss

   Two threads look at a flag that a third one sets.  Who looks has declared to
   do no more. */

#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>

static atomic_int flag, seen;

static void *look (void *argument) {
  sett_will_use (&flag, sizeof flag, SETT_OBSERVE);
  sett_will_use (&seen, sizeof seen, SETT_CHANGE);
  sett_will_use_nothing_else ();
  if (atomic_load (&flag))
    atomic_fetch_add (&seen, 1);
  return argument;
}

int main (void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, look, NULL);
  sett_will_use (&flag, sizeof flag, SETT_CHANGE);
  sett_will_use (&seen, sizeof seen, SETT_OBSERVE);
  sett_will_use_nothing_else ();
  atomic_store (&flag, 1);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return atomic_load (&seen) > 2;
}
