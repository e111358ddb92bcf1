/* A file that two processes map: the one that maps it second finds what the
   first has written, and the file outlives the check as it was.
   expect: verified
   outputs: 8
   stateful */
#include "shared.h"
typedef struct table {
  pthread_mutex_t m;
  int count;
} table;
static table *map (void) {
  const int file = open ("table", O_RDWR);
  assert (file >= 0);
  table *t =
      mmap (NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert (t != MAP_FAILED);
  close (file);
  return t;
}
static void add (table *t, int by) {
  pthread_mutex_lock (&t->m);
  t->count += by;
  pthread_mutex_unlock (&t->m);
}
static void other (void) {
  add (map (), 3);
}
int main (void) {
  const int file = open ("table", O_CREAT | O_TRUNC | O_RDWR, 0600);
  assert (file >= 0 && ftruncate (file, sizeof (table)) == 0);
  close (file);
  table *t = map ();
  share_mutex (&t->m, 0);
  const pid_t child = start (other);
  add (t, 5);
  await (child);
  printf ("%d\n", t->count);
  unlink ("table");
  return 0;
}
