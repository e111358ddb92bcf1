/* The owner of a robust mutex may end before it unlocks it: the next one is
   told, and finds what the other has left.
   expect: verified
   outputs: 1 dead; 2 dead
   stateful */
#include "shared.h"
static struct {
  pthread_mutex_t m;
  int count;
} * s;
static void add (void) {
  pthread_mutex_lock (&s->m);
  s->count++;
  _exit (0);
}
int main (void) {
  s = share (sizeof *s);
  share_mutex (&s->m, 1);
  const pid_t child = start (add);
  const int result = pthread_mutex_lock (&s->m);
  if (result == EOWNERDEAD)
    assert (pthread_mutex_consistent (&s->m) == 0);
  else
    assert (result == 0);
  s->count++;
  const int found = s->count;
  pthread_mutex_unlock (&s->m);
  await (child);
  const int last = pthread_mutex_lock (&s->m);
  printf ("%d %s\n", found,
          last == EOWNERDEAD || result == EOWNERDEAD ? "dead" : "alive");
  return 0;
}
