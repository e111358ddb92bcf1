/* Waits busily for the other process.
   expect: verified
   outputs: 5
   search: dpor
   stateful */
#include "shared.h"
static struct {
  pthread_spinlock_t l;
  atomic_int ready;
  int value;
} * s;
static void other (void) {
  pthread_spin_lock (&s->l);
  s->value += 3;
  pthread_spin_unlock (&s->l);
  s->ready = 1;
}
int main (void) {
  s = share (sizeof *s);
  pthread_spin_init (&s->l, PTHREAD_PROCESS_SHARED);
  const pid_t child = start (other);
  pthread_spin_lock (&s->l);
  s->value += 2;
  pthread_spin_unlock (&s->l);
  while (!s->ready)
    ;
  printf ("%d\n", s->value);
  await (child);
  return 0;
}
