/* expect: verified

   Two threads meet at a barrier in memory of their own.  The one that is told
   so destroys it, which waits for the other to leave, and frees it. */

#include <pthread.h>
#include <stdlib.h>

static void *meet (void *barrier) {
  if (pthread_barrier_wait (barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy (barrier);
    free (barrier);
  }
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
