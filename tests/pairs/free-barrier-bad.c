/* expect: use-after-free

   Two threads meet at a barrier in memory of their own.  The one that is told
   so frees it, out of which the other one may not have come. */

#include <pthread.h>
#include <stdlib.h>

static void *meet (void *barrier) {
  if (pthread_barrier_wait (barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    free (barrier);
  return NULL;
}

int main (void) {
  pthread_t other;
  pthread_barrier_t *barrier = malloc (sizeof *barrier);
  pthread_barrier_init (barrier, NULL, 2);
  pthread_create (&other, NULL, meet, barrier);
  meet (barrier);
  pthread_join (other, NULL);
}
