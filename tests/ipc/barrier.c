/* What all did before the barrier is there for all after it.
   expect: verified
   outputs: 6
   search: dpor
   stateful */
#include "shared.h"
static struct {
  pthread_barrier_t b;
  int value[3];
  atomic_int wrong;
} * s;
static void meet (int i) {
  s->value[i] = i + 1;
  pthread_barrier_wait (&s->b);
  if (s->value[0] + s->value[1] + s->value[2] != 6)
    s->wrong++;
}
static void first (void) {
  meet (0);
}
static void second (void) {
  meet (1);
}
int main (void) {
  pthread_barrierattr_t a;
  s = share (sizeof *s);
  pthread_barrierattr_init (&a);
  pthread_barrierattr_setpshared (&a, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init (&s->b, &a, 3);
  const pid_t one = start (first), two = start (second);
  meet (2);
  await (one);
  await (two);
  printf ("%d\n", s->wrong ? -1 : s->value[0] + s->value[1] + s->value[2]);
  return 0;
}
