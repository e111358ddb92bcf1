/* Results of threads in C++ that are ready when the thread has ended
   (std::promise::set_value_at_thread_exit and the like).

   The library marks them as ready in its own code, where nobody sees it, called
   by a list that it keeps for each thread.  What stands in that list is
   replaced by a function that does the same, and each step of it as
   instrumented code would do it. */

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"

#include <stdint.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Who shares an object: std::_Sp_counted_base. */
typedef struct owners {
  void (*const *functions) (struct owners *);
  uint32_t owners, watchers;
} owners;

enum { DISPOSE = 2, DESTROY = 3 }; /* among the functions */

/* What std::future and its result share: _State_baseV2. */
typedef struct state {
  void *functions, *result;
  uint32_t status;
} state;

enum { READY = 1 };
#define SOMEBODY_WAITS 0x80000000u

/* What is to be done when a thread has ended: _Make_ready. */
typedef struct element {
  struct element *next;
  void (*run) (void *);
  state *state; /* a weak pointer */
  owners *owners;
} element;

uint32_t __tsan_atomic32_load (const volatile uint32_t *, int);
uint32_t __tsan_atomic32_exchange (volatile uint32_t *, uint32_t, int);
uint32_t __tsan_atomic32_fetch_sub (volatile uint32_t *, uint32_t, int);
int __tsan_atomic32_compare_exchange_strong (volatile uint32_t *, uint32_t *,
                                             uint32_t, int, int);
void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj (uint32_t *);

static void (*run_of_library) (void *);

/* Becomes one more owner, if there are any. */
static int own (owners *o) {
  uint32_t count = __tsan_atomic32_load (&o->owners, __ATOMIC_RELAXED);
  while (count)
    if (__tsan_atomic32_compare_exchange_strong (
            &o->owners, &count, count + 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return 1;
  return 0;
}

static void stop_watching (owners *o) {
  if (__tsan_atomic32_fetch_sub (&o->watchers, 1, __ATOMIC_ACQ_REL) == 1)
    o->functions[DESTROY](o);
}

static void disown (owners *o) {
  if (__tsan_atomic32_fetch_sub (&o->owners, 1, __ATOMIC_ACQ_REL) != 1)
    return;
  o->functions[DISPOSE](o);
  stop_watching (o);
}

static void make_ready (state *s) {
  if (__tsan_atomic32_exchange (&s->status, READY, __ATOMIC_RELEASE) &
      SOMEBODY_WAITS)
    SETT_REAL (_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj)
  (&s->status);
}

/* The library frees the element, which has nothing left to do. */
static void run (void *given) {
  element *e = given;
  owners *o = e->owners;
  state *s = e->state;
  SETT_ASSERT (run_of_library);
  e->owners = NULL;
  e->state = NULL;
  if (o && own (o)) {
    make_ready (s);
    disown (o);
  }
  if (o)
    stop_watching (o);
  run_of_library (e);
}

EXPORT void
_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv (element *e) {
  SETT_REAL (_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv) (e);
  if (!sett_active ())
    return;
  run_of_library = e->run;
  e->run = run;
}
