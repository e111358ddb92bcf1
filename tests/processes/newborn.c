/* A child is a copy of its parent as it was when it was made, whatever the
   parent does before the child begins.
   expect: violated assertion
   stateful: the same
   native: nothing is chosen */
#include <assert.h>
#include <sett.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int value;

/* Not seen, so that it is no event. */
__attribute__ ((no_sanitize ("thread"))) static void set (int to) {
  value = to;
}

__attribute__ ((no_sanitize ("thread"))) static int get (void) {
  return value;
}

int main (void) {
  set (sett_choose (2));
  if (!fork ()) {
    assert (!get ());
    _exit (0);
  }
  set (0);
  wait (NULL);
  return 0;
}
