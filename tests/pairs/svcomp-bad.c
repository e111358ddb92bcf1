/* expect: assertion
   native: compile

   The functions of the Competition on Software Verification. */

#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool (void);
extern void __VERIFIER_assume (int);
extern void reach_error (void);

static atomic_int x;

static void *run (void *none) {
  if (__VERIFIER_nondet_bool ())
    x = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  int before = x;
  __VERIFIER_assume (before == 0);
  if (x != before)
    reach_error ();
  pthread_join (thread, NULL);
  return 0;
}
