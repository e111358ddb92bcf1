/* Shared memory with a name is empty when an execution makes it.
   expect: verified
   outputs: 12; 21
   stateful */
#include "shared.h"
static struct { atomic_int count, order; } * s;
static void visit (int who) {
  s->order = s->order * 10 + who;
  s->count++;
}
static sem_t *turn;
static void other (void) {
  sem_wait (turn);
  visit (2);
  sem_post (turn);
}
int main (void) {
  turn = sem_open ("/sett-test-fresh", O_CREAT | O_EXCL, 0600, 1);
  assert (turn != SEM_FAILED && sem_unlink ("/sett-test-fresh") == 0);
  const int file = shm_open ("/sett-test-fresh", O_CREAT | O_RDWR, 0600);
  assert (file >= 0 && ftruncate (file, 4096) == 0);
  s = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert (shm_unlink ("/sett-test-fresh") == 0 && s->count == 0);
  const pid_t child = start (other);
  sem_wait (turn);
  visit (1);
  sem_post (turn);
  await (child);
  printf ("%d\n", s->order);
  assert (s->count == 2);
  return 0;
}
