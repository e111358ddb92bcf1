/* A mutex in shared memory that was not made for several processes.
   expect: violated a mutex that several processes use is not made for that
   search: dpor
   native: may hang */
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
  pthread_mutex_init (&s->m, NULL);
  const pid_t child = start (add);
  add ();
  await (child);
  return 0;
}
