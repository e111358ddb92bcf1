/* The signal may come before the wait, which looks at nothing.
   expect: violated deadlock: 1 thread is blocked forever
   native: hangs */
#include "shared.h"
static struct {
  pthread_mutex_t m;
  pthread_cond_t c;
} * s;
static void signal_it (void) {
  pthread_mutex_lock (&s->m);
  pthread_cond_signal (&s->c);
  pthread_mutex_unlock (&s->m);
}
int main (void) {
  s = share (sizeof *s);
  share_mutex (&s->m, 0);
  share_condition (&s->c);
  const pid_t child = start (signal_it);
  pthread_mutex_lock (&s->m);
  pthread_cond_wait (&s->c, &s->m);
  pthread_mutex_unlock (&s->m);
  await (child);
  return 0;
}
