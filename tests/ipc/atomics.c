/* Store buffering with sequentially consistent atomics.
   expect: verified
   outputs: 01; 10; 11
   stateful */
#include "shared.h"
static struct {
  atomic_int x, y;
  int r[2];
} * s;
static void other (void) {
  s->y = 1;
  s->r[1] = s->x;
}
int main (void) {
  s = share (sizeof *s);
  const pid_t child = start (other);
  s->x = 1;
  s->r[0] = s->y;
  await (child);
  printf ("%d%d\n", s->r[0], s->r[1]);
  return 0;
}
