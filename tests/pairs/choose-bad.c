/* expect: assertion

   A value from outside can be anything, and one of them is wrong only after
   another thread has been there. */

#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>

static atomic_int limit = 3;

static void *shrink (void *none) {
  limit = 2;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, shrink, NULL);
  int index = sett_choose (3);
  sett_assert (index < limit);
  pthread_join (thread, NULL);
  return 0;
}
