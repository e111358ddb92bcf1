/* expect: verified
   native: compile

   The functions of the Competition on Software Verification. */

#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool (void);
extern void __VERIFIER_assume (int);
extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);
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
  __VERIFIER_atomic_begin ();
  int before = x;
  int after = x;
  __VERIFIER_atomic_end ();
  if (after != before)
    reach_error ();
  __VERIFIER_assume (before == 1);
  if (x != 1)
    reach_error ();
  pthread_join (thread, NULL);
  return 0;
}
