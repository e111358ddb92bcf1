/* Segments of System V.
   expect: verified
   outputs: 9 1 */
#include "shared.h"
#include <sys/ipc.h>
#include <sys/shm.h>
static int id;
static void other (void) {
  int *memory = shmat (id, NULL, 0);
  assert (memory != (void *)-1);
  memory[5] = 9;
  assert (shmdt (memory) == 0);
}
int main (void) {
  struct shmid_ds info;
  id = shmget (IPC_PRIVATE, 100, IPC_CREAT | 0600);
  assert (id >= 0);
  int *memory = shmat (id, NULL, 0);
  const pid_t child = start (other);
  await (child);
  assert (shmctl (id, IPC_STAT, &info) == 0 && info.shm_segsz == 100);
  printf ("%d %d\n", memory[5], (int)info.shm_nattch);
  assert (shmctl (id, IPC_RMID, NULL) == 0 && shmdt (memory) == 0);
  assert (shmat (id, NULL, 0) == (void *)-1);
  return 0;
}
