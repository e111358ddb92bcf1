/* Semaphores of System V: several at once, or none of them.
   expect: verified
   outputs: 3
   search: dpor
   stateful */
#include "shared.h"
#include <sys/sem.h>
static int set, *count;
static void both (int by) {
  struct sembuf take[2] = {{0, -1, 0}, {1, -1, 0}};
  struct sembuf give[2] = {{1, 1, 0}, {0, 1, 0}};
  assert (semop (set, take, 2) == 0);
  *count += by;
  assert (semop (set, give, 2) == 0);
}
static void other (void) {
  both (1);
}
int main (void) {
  count = share (sizeof *count);
  set = semget (0x5e77, 2, IPC_CREAT | IPC_EXCL | 0600);
  assert (set >= 0 && semget (0x5e77, 2, IPC_CREAT | IPC_EXCL) < 0);
  assert (semctl (set, 0, SETVAL, 1) == 0 && semctl (set, 1, SETVAL, 1) == 0);
  const pid_t child = start (other);
  both (2);
  await (child);
  printf ("%d\n", *count);
  assert (semctl (set, 0, GETVAL) == 1 && semctl (set, 0, IPC_RMID) == 0);
  return 0;
}
