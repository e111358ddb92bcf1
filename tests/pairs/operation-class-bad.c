/* expect: race
   expect: race
   options: -DUSUAL
   expect: race
   options: --search ifsss
   expect: misuse
   options: -DKIND=8
   expect: assertion
   options: -DKIND=1

   Operations that commute order nothing: what was done before the one is not
   before what comes after the other.  There are only so many kinds; and where
   the order matters both are tried. */

#include <assert.h>
#include <pthread.h>
#include <sett.h>

#ifndef KIND
#define KIND 0
#endif

static const struct sett_class counter = {{0, 1 << 1}};
static int sum, x, last;

static void add (int who) {
#ifdef USUAL
  sett_operation (&sum, SETT_ADD);
#else
  sett_class_operation (&counter, &sum, KIND);
#endif
  sum++;
  last = who;
}

static void *run (void *unused) {
#if !KIND
  x = 1;
#endif
  add (1);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  add (0);
  const int seen = x;
  pthread_join (thread, NULL);
#if KIND == 1
  assert (last == 1);
#endif
  return seen == 2 || last == 2;
}
