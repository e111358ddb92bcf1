/* Two processes lock two mutexes in different orders.
   expect: violated deadlock: 2 threads wait for each other */
#include "shared.h"
static pthread_mutex_t *m;
static void lock (int first) {
  pthread_mutex_lock (&m[first]);
  pthread_mutex_lock (&m[1 - first]);
  pthread_mutex_unlock (&m[1 - first]);
  pthread_mutex_unlock (&m[first]);
}
static void other (void) {
  lock (1);
}
int main (void) {
  m = share (2 * sizeof *m);
  share_mutex (&m[0], 0);
  share_mutex (&m[1], 0);
  const pid_t child = start (other);
  lock (0);
  await (child);
  return 0;
}
