/* The same without: the next one waits for ever.
   expect: violated deadlock: 1 thread is blocked forever
   native: hangs */
#include "shared.h"
#include <sys/sem.h>
static int set;
static void other (void) {
  struct sembuf take = {0, -1, 0};
  assert (semop (set, &take, 1) == 0);
}
int main (void) {
  struct sembuf take = {0, -1, 0};
  set = semget (IPC_PRIVATE, 1, 0600);
  semctl (set, 0, SETVAL, 1);
  const pid_t child = start (other);
  await (child);
  semop (set, &take, 1);
  semctl (set, 0, IPC_RMID);
  return 0;
}
