/* The end after an assertion that does not hold: see assert.h.

   Nothing is trusted any more but what lies outside: programs that were started
   are ended and temporary files go, as far as that is possible, then one
   sentence, and status 4.  Only one thread comes to speak. */

#include "base/assert.h"

#include "base/version.h"
#include "base/watch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { INTERNAL = 4 }; /* cli/exit.def */

static atomic_flag taken = ATOMIC_FLAG_INIT;
static _Atomic pthread_t speaker;
static int messages = STDERR_FILENO;

void sett_internal_error_to (int descriptor) {
  messages = descriptor;
}

/* The first thread goes on; if it comes here again there is no more to be
   done. */
static void take_turn (void) {
  if (!atomic_flag_test_and_set (&taken)) {
    atomic_store (&speaker, pthread_self ());
    return;
  }
  if (pthread_equal (atomic_load (&speaker), pthread_self ()))
    _exit (INTERNAL);
  for (;;)
    pause ();
}

void sett_internal_error (const char *file, unsigned line, const char *function,
                          const char *condition) {
  take_turn ();
  fflush (stderr);
  dprintf (messages,
           "sett: internal error at %s:%u, in %s: %s does not hold (sett %s)\n",
           file, line, function, condition, SETT_VERSION);
  sett_watch_abandon (INTERNAL);
}
