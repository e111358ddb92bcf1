/* Two programs of a system that meet in shared memory: the one that comes
   second waits for the other to make it. */
#define _GNU_SOURCE
#include "../shared.h"
#include <sched.h>

typedef struct table {
  sem_t ready;
  pthread_mutex_t m;
  int count;
} table;

static table *map (int file) {
  table *t =
      mmap (NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert (t != MAP_FAILED);
  return t;
}

static void serve (void) {
  const int file = shm_open ("/sett-test-system", O_CREAT | O_RDWR, 0600);
  assert (file >= 0 && ftruncate (file, sizeof (table)) == 0);
  table *t = map (file);
  share_mutex (&t->m, 0);
  sem_init (&t->ready, 1, 0);
  sem_t *made = sem_open ("/sett-test-made", O_CREAT, 0600, 0);
  sem_post (made);
  sem_wait (&t->ready);
  pthread_mutex_lock (&t->m);
  printf ("%d\n", t->count);
  pthread_mutex_unlock (&t->m);
  shm_unlink ("/sett-test-system");
  sem_unlink ("/sett-test-made");
}

static void ask (void) {
  sem_t *made;
  while ((made = sem_open ("/sett-test-made", 0)) == SEM_FAILED)
    sched_yield ();
  sem_wait (made);
  const int file = shm_open ("/sett-test-system", O_RDWR, 0);
  assert (file >= 0);
  table *t = map (file);
  pthread_mutex_lock (&t->m);
  t->count += 5;
#ifdef WRONG
  pthread_mutex_lock (&t->m);
#endif
  pthread_mutex_unlock (&t->m);
  sem_post (&t->ready);
}

int main (int count, char **arguments) {
  (void)count;
  (*arguments[1] == 's' ? serve : ask) ();
  return 0;
}
