/* Readers and a writer.
   expect: verified
   outputs: 0; 2
   stateful */
#include "shared.h"
static struct {
  pthread_rwlock_t l;
  int a, b;
} * s;
static void write_both (void) {
  pthread_rwlock_wrlock (&s->l);
  s->a++;
  s->b++;
  pthread_rwlock_unlock (&s->l);
}
int main (void) {
  pthread_rwlockattr_t a;
  s = share (sizeof *s);
  pthread_rwlockattr_init (&a);
  pthread_rwlockattr_setpshared (&a, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init (&s->l, &a);
  const pid_t child = start (write_both);
  pthread_rwlock_rdlock (&s->l);
  printf ("%d\n", s->a + s->b);
  pthread_rwlock_unlock (&s->l);
  await (child);
  return 0;
}
