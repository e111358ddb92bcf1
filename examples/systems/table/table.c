/* Processes that count visitors in a table that they share.  Whoever comes
   first makes the table, and the semaphore that guards it; whoever is the last
   removes both.

   With -DWRONG the doors count without looking at the semaphore.

   usage: table DOOR DOORS VISITORS */

#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct table {
  int finished; /* doors */
  int visitors;
};

static struct table *open_table (void) {
  const int file = shm_open ("/sett-table", O_CREAT | O_RDWR, 0600);
  assert (file >= 0 && ftruncate (file, sizeof (struct table)) == 0);
  struct table *t =
      mmap (NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert (t != MAP_FAILED);
  close (file);
  return t;
}

static void count (struct table *t, sem_t *guard, int visitors) {
#ifndef WRONG
  sem_wait (guard);
#endif
  t->visitors += visitors;
#ifndef WRONG
  sem_post (guard);
#endif
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int doors = atoi (argv[2]), visitors = atoi (argv[3]);
  sem_t *guard = sem_open ("/sett-guard", O_CREAT, 0600, 1);
  assert (guard != SEM_FAILED);
  struct table *t = open_table ();
  count (t, guard, visitors);
  sem_wait (guard);
  const int is_last = ++t->finished == doors;
  if (is_last) {
    assert (t->visitors == doors * visitors);
    printf ("%d visitors, says door %s\n", t->visitors, argv[1]);
    shm_unlink ("/sett-table");
    sem_unlink ("/sett-guard");
  }
  sem_post (guard);
  return 0;
}
