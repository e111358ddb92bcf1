/* A semaphore with a name, opened by both; the first one makes it.
   expect: verified
   outputs: 1 2
   stateful */
#include "shared.h"
static const char *name = "/sett-test-named";
static void answer (void) {
  sem_t *s = sem_open (name, O_CREAT, 0600, 0);
  assert (s != SEM_FAILED);
  sem_post (s);
  sem_post (s);
  sem_close (s);
}
int main (void) {
  int value;
  assert (sem_open (name, 0) == SEM_FAILED && errno == ENOENT);
  const pid_t child = start (answer);
  sem_t *s = sem_open (name, O_CREAT, 0600, 0);
  assert (s != SEM_FAILED);
  sem_wait (s);
  printf ("1 ");
  sem_wait (s);
  await (child);
  assert (sem_getvalue (s, &value) == 0 && value == 0);
  puts ("2");
  assert (sem_unlink (name) == 0 && sem_unlink (name) < 0);
  return 0;
}
