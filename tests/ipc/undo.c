/* A process ends with what it has taken: that is given back, if it said so.
   expect: verified
   outputs: 1 */
#include "shared.h"
#include <sys/sem.h>
static int set;
static void other (void) {
  struct sembuf take = {0, -1, SEM_UNDO};
  assert (semop (set, &take, 1) == 0);
}
int main (void) {
  struct sembuf take = {0, -1, 0};
  set = semget (IPC_PRIVATE, 1, 0600);
  assert (semctl (set, 0, SETVAL, 1) == 0);
  const pid_t child = start (other);
  await (child);
  assert (semop (set, &take, 1) == 0);
  puts ("1");
  assert (semctl (set, 0, IPC_RMID) == 0);
  return 0;
}
