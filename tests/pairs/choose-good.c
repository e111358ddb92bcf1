/* expect: verified
   executions: 3

   A value from outside: all three are tried. */

#include <pthread.h>
#include <sett.h>

static int chosen;

static void *run (void *none) {
  chosen = sett_choose (3);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  sett_assert (0 <= chosen && chosen < 3);
  return 0;
}
