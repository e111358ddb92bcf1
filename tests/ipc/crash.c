/* A process that crashes between two writes leaves the first one to the next
   owner of the lock.
   expect: verified
   outputs: 00; 11
   crashes: 00; 11; 10 dead; 11 dead; 00 dead
   native: needs crashes */
#include "shared.h"
static struct {
  pthread_mutex_t m;
  int a, b;
} * s;
static void write_both (void) {
  if (pthread_mutex_lock (&s->m) == EOWNERDEAD)
    return;
  s->a = 1;
  s->b = 1;
  pthread_mutex_unlock (&s->m);
}
int main (void) {
  s = share (sizeof *s);
  share_mutex (&s->m, 1);
  start (write_both);
  const int result = pthread_mutex_lock (&s->m);
  printf ("%d%d%s\n", s->a, s->b, result == EOWNERDEAD ? " dead" : "");
  return 0;
}
