/* One thread of a child detaches a segment that the other one may still use.
   expect: violated
   search: dpor
   native: may crash */
#include "shared.h"
#include <sys/shm.h>
static int *shared;
static void *use (void *none) {
  (*shared)++;
  return none;
}
static void part (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, use, NULL);
  shmdt (shared);
  pthread_join (thread, NULL);
}
int main (void) {
  const int segment = shmget (IPC_PRIVATE, sizeof *shared, 0600);
  shared = shmat (segment, NULL, 0);
  shmctl (segment, IPC_RMID, NULL);
  await (start (part));
  (*shared)++;
  return 0;
}
