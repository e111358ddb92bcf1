/* One waits until the other has said so.
   expect: verified
   outputs: 7
   stateful */
#include "shared.h"
static struct {
  pthread_mutex_t m;
  pthread_cond_t c;
  int ready, value;
} * s;
static void produce (void) {
  pthread_mutex_lock (&s->m);
  s->value = 7;
  s->ready = 1;
  pthread_cond_signal (&s->c);
  pthread_mutex_unlock (&s->m);
}
int main (void) {
  s = share (sizeof *s);
  share_mutex (&s->m, 0);
  share_condition (&s->c);
  const pid_t child = start (produce);
  pthread_mutex_lock (&s->m);
  while (!s->ready)
    pthread_cond_wait (&s->c, &s->m);
  printf ("%d\n", s->value);
  pthread_mutex_unlock (&s->m);
  await (child);
  return 0;
}
