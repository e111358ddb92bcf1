/* expect: verified

   A thread ends the program at once if it comes first; the other order is all
   right, too. */

#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *run (void *none) {
  ready = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  if (ready == 0)
    _exit (0);
  sett_assert (ready == 1);
  pthread_join (thread, NULL);
  return 0;
}
