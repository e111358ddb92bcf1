/* A counter under a mutex that processes share.
   expect: verified
   outputs: 2
   stateful */
#include "shared.h"
static struct {
  pthread_mutex_t m;
  int count;
} * s;
static void add (void) {
  pthread_mutex_lock (&s->m);
  s->count++;
  pthread_mutex_unlock (&s->m);
}
int main (void) {
  s = share (sizeof *s);
  share_mutex (&s->m, 0);
  const pid_t child = start (add);
  add ();
  await (child);
  printf ("%d\n", s->count);
  return 0;
}
