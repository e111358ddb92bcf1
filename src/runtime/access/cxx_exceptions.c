/* Exceptions of C++ that several threads share, by std::exception_ptr.  The
   library counts in its own code who refers to one, and the last to let go of
   it destroys it: whatever others have done with it comes before.

   So to let go of one that may be shared is an event, an update of that count
   which acquires and releases.  (To refer to it once more is none: who does so
   refers to it already, and the count is known to nobody but the library.)  One
   that only its thread knows of is let go of in silence. */

#include "runtime/access/access.h"
#include "runtime/access/buffers.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* As the ABI of C++ has it: what stands before the object that is thrown... */
typedef struct header {
  void *type; /* of one that was thrown again (DEPENDENT): the object */
  void *destructor, *unexpected, *terminate;
  struct header *next;
  int handlers; /* that have it; below 0: one of them throws it again */
  int handler;
  void *of_handler[4];
  uint64_t class, cleanup, of_unwinder[2];
} header;

/* ...and what libstdc++ has before that. */
typedef struct counted {
  int references;
  int shared; /* filled with zeros by the library: several had it, once */
  int unused[2];
  header header;
} counted;

_Static_assert(sizeof (counted) == 128, "as in libstdc++");

typedef struct globals {
  header *caught; /* by this thread, the innermost one */
} globals;

/* "GNUCC++", and 0, or 1 if it was thrown again. */
#define CLASS 0x474e5543432b2b00u
#define DEPENDENT (CLASS | 1)

extern globals *__cxa_get_globals (void) __attribute__ ((weak));

static void let_go (counted *exception, uintptr_t place) {
  const void *object = &exception->references;
  if (exception->references > 1)
    exception->shared = 1;
  if (!exception->shared)
    return;
  sett_visible (SETT_DO_UPDATE, object, SETT_EFFECT_STORE, NULL, place);
  sett_affect (object, SETT_EFFECT_STORE, 0);
  sett_spin_progress ();
  sett_races_acquire (object);
  sett_races_release (object);
}

static counted *counted_of (void *thrown) {
  return (counted *)thrown - 1;
}

EXPORT void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv (void **this) {
  if (sett_active () && *this)
    let_go (counted_of (*this), SETT_HERE);
  SETT_REAL (_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv) (this);
}

/* Its last handler ends. */
EXPORT void __cxa_end_catch (void) {
  header *caught =
      sett_active () && __cxa_get_globals ? __cxa_get_globals ()->caught : NULL;
  if (caught && caught->handlers == 1) {
    if (caught->class == CLASS)
      let_go (counted_of (caught + 1), SETT_HERE);
    else if (caught->class == DEPENDENT)
      let_go (counted_of (caught->type), SETT_HERE);
  }
  SETT_REAL (__cxa_end_catch) ();
}
