/* What is done once: pthread_once, C11's call_once (and C++'s, which comes
   here), static variables of functions in C++.

   The first caller has it like a lock while it does the work; the others wait.
   When the work is done they come as readers: their order among each other does
   not matter.  If the work is left before its end (an exception, the end of the
   thread) the next caller begins again; this file is compiled so that it gets
   to know. */

#include "kernel/object.h"
#include "base/assert.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/once.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <dlfcn.h>
#include <unwind.h>

/* Somebody has this to do; the lock is known by its address. */
static void begin (void *lock, uintptr_t place) {
  sett_affect (lock, SETT_EFFECT_ACQUIRE, 0);
  sett_races_acquire (lock);
  sett_held_add (lock, 0, place);
  SETT_ASSERT (sett_held_find (lock));
  sett_spin_progress ();
}

static void end (void *lock, int visible) {
  (visible ? sett_affect : sett_affect_inside) (lock, SETT_EFFECT_RELEASE,
                                                world->current + 1);
  sett_races_publish (lock);
  sett_held_remove (lock);
  sett_spin_progress ();
}

/* It was done before. */
static void find_done (void *lock) {
  sett_affect (lock, SETT_EFFECT_SHARE, 0);
  sett_affect (lock, SETT_EFFECT_UNSHARE, SETT_READER);
  sett_races_acquire (lock);
}

/*------------------------------------------------------------------------*/
/* Functions.  The values are the C library's. */

enum { FRESH = 0, IN_PROGRESS = 1, DONE = 2 };

static int is_settled (const sett_thread *t) {
  return *(const int *)t->object != IN_PROGRESS;
}

static void settle (int **once) {
  if (**once != DONE)
    **once = FRESH;
  end (*once, 0);
}

void sett_once (int *once, void (*function) (void), uintptr_t place) {
  sett_object_used (once, place);
  if ((*once & DONE) && !sett_races_could_be_later (once))
    return; /* the thread knows */
  sett_visible (SETT_DO_ONCE, once, SETT_EFFECT_ACQUIRE, is_settled, place);
  if (*once & DONE) {
    find_done (once);
    return;
  }
  begin (once, place);
  int *guard __attribute__ ((cleanup (settle))) = once;
  *guard = IN_PROGRESS;
  function ();
  *guard = DONE;
}

/* The library that unwinds stacks prepares itself like this.  Nobody can tell
   who was the first. */
static int is_unwinder (uintptr_t place) {
  static uintptr_t low, high;
  struct dl_find_object found;
  if (!high && !_dl_find_object ((void *)_Unwind_ForcedUnwind, &found)) {
    low = (uintptr_t)found.dlfo_map_start;
    high = (uintptr_t)found.dlfo_map_end;
  }
  return place >= low && place < high;
}

static void prepare (int *once, void (*function) (void)) {
  if (*once != DONE)
    function ();
  *once = DONE;
}

EXPORT int pthread_once (pthread_once_t *once, void (*function) (void)) {
  if (!sett_active ())
    return SETT_REAL (pthread_once) (once, function);
  if (is_unwinder (SETT_HERE))
    prepare (once, function);
  else
    sett_once (once, function, SETT_HERE);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Static variables of C++.  The compiler looks at the first byte of the guard,
   atomically, and calls here if it is 0; others are ours. */

typedef struct guard {
  uint8_t done, unused;
  uint16_t owner; /* a thread, plus 1 */
} guard;

static int is_free (const sett_thread *t) {
  const uint16_t *owner = t->object;
  return !*owner;
}

static int guard_acquire (guard *g, uintptr_t place) {
  if (g->owner == world->current + 1)
    sett_fail (SETT_VIOLATION_MISUSE, place, g,
               "the initialisation of a static variable needs the variable");
  sett_visible (SETT_DO_ONCE, &g->owner, SETT_EFFECT_ACQUIRE, is_free, place);
  if (g->done) {
    find_done (&g->owner);
    return 0;
  }
  begin (&g->owner, place);
  g->owner = (uint16_t)(world->current + 1);
  return 1;
}

static void guard_release (guard *g, uintptr_t place) {
  const void *object = sett_object_memory (&g->done, 1);
  sett_visible (SETT_DO_STORE, object, SETT_EFFECT_STORE, NULL, place);
  sett_affect (object, SETT_EFFECT_STORE, 0);
  g->done = 1;
  sett_races_release (object);
  g->owner = 0;
  end (&g->owner, 1);
}

static void guard_abort (guard *g) {
  g->owner = 0;
  end (&g->owner, 0);
}

int __cxa_guard_acquire (void *);
void __cxa_guard_release (void *);
void __cxa_guard_abort (void *);

EXPORT int __cxa_guard_acquire (void *g) {
  if (!sett_active ())
    return SETT_REAL (__cxa_guard_acquire) (g);
  return guard_acquire (g, SETT_HERE);
}

EXPORT void __cxa_guard_release (void *g) {
  if (sett_active ())
    guard_release (g, SETT_HERE);
  else
    SETT_REAL (__cxa_guard_release) (g);
}

EXPORT void __cxa_guard_abort (void *g) {
  if (sett_active ())
    guard_abort (g);
  else
    SETT_REAL (__cxa_guard_abort) (g);
}
