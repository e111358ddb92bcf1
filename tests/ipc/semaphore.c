/* Two semaphores let processes take turns.
   expect: verified
   outputs: 123
   stateful */
#include "shared.h"
static struct {
  sem_t ping, pong;
  int count;
  char text[8];
} * s;
static void answer (void) {
  sem_wait (&s->ping);
  s->text[s->count++] = '2';
  sem_post (&s->pong);
}
int main (void) {
  s = share (sizeof *s);
  sem_init (&s->ping, 1, 0);
  sem_init (&s->pong, 1, 0);
  const pid_t child = start (answer);
  s->text[s->count++] = '1';
  sem_post (&s->ping);
  sem_wait (&s->pong);
  s->text[s->count++] = '3';
  await (child);
  puts (s->text);
  return 0;
}
