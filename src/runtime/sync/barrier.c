/* Barriers.

   To wait is to arrive and then to pass: two events, but for the last thread
   of a round, which opens the barrier for the others and is told that it is the
   one.  Who passes does so because of the last arrival.  Threads that have not
   passed yet do not hinder the next round, nor the barrier's destruction.

   The fields lie where the C library has them. */

#include "runtime/sync/guards.h"
#include "runtime/sync/leavers.h"
#include "base/assert.h"
#include "runtime/sync/mutex.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/waiters.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

typedef struct barrier {
  unsigned arrived; /* in this round */
  unsigned unused;
  unsigned count;  /* of threads that it takes; 0: destroyed */
  uint8_t for_all; /* PTHREAD_PROCESS_SHARED */
  uint8_t user;    /* see sett_use_by_process */
} barrier;

static barrier *barrier_of (const void *b) {
  return (barrier *)b;
}

int sett_guard_passed (const sett_thread *t) {
  return t->signalled;
}

static sett_thread_set waiters_of (const barrier *b) {
  return sett_waiters_at (b, ~0u);
}

/*------------------------------------------------------------------------*/

/* What the threads of a round did before happens before what any of them does
   after it; rounds order nothing else. */
static void arrive (barrier *b, int is_last) {
  sett_affect (b, is_last ? SETT_EFFECT_ARRIVE_LAST : SETT_EFFECT_ARRIVE,
               b->count - b->arrived);
  if (b->arrived++)
    sett_races_release (b);
  else
    sett_races_publish (b);
  sett_spin_progress ();
}

static int open_for_all (barrier *b) {
  sett_races_acquire (b);
  for (sett_thread_set rest = waiters_of (b); sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned thread = sett_threads_first (rest);
    sett_waiters_wake (thread);
    sett_waiters_pass (thread);
  }
  b->arrived = 0;
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

static int await_others (barrier *b, uintptr_t place) {
  sett_thread *t = sett_self ();
  SETT_ASSERT (!t->waiting);
  t->waiting = 1;
  t->signalled = t->timed = t->dismissed = 0;
  t->queue = b;
  t->futex_bits = ~0u;
  sett_visible (SETT_DO_PASS, b, SETT_EFFECT_ARRIVE, sett_guard_passed, place);
  sett_leave (b, place);
  t->waiting = 0;
  return 0;
}

static int wait (barrier *b, uintptr_t place) {
  sett_visible (SETT_DO_ARRIVE, b, SETT_EFFECT_ARRIVE, NULL, place);
  const int is_last = b->arrived + 1 >= b->count;
  arrive (b, is_last);
  if (!b->count)
    sett_fail (SETT_VIOLATION_MISUSE, place, b,
               "a thread waits at a barrier that is not initialised");
  sett_use_by_process (b, b->for_all, &b->user, "a barrier", place);
  return is_last ? open_for_all (b) : await_others (b, place);
}

static int destroy (barrier *b, uintptr_t place) {
  sett_visible (SETT_DO_DESTROY, b, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (b, SETT_EFFECT_CHANGE, 0);
  if (!b->count)
    sett_fail (SETT_VIOLATION_MISUSE, place, b,
               "a barrier is destroyed that is not initialised");
  if (sett_threads_any (waiters_of (b)))
    sett_fail (SETT_VIOLATION_MISUSE, place, b,
               "a barrier is destroyed while threads wait at it");
  b->count = 0;
  sett_dismiss_leavers (b);
  return 0;
}

/*------------------------------------------------------------------------*/
/* The interface. */

EXPORT int pthread_barrier_init (pthread_barrier_t *b,
                                 const pthread_barrierattr_t *attributes,
                                 unsigned count) {
  if (!sett_active ())
    return SETT_REAL (pthread_barrier_init) (b, attributes, count);
  if (!count || count > INT_MAX)
    return EINVAL;
  sett_initialise (b, SETT_HERE);
  if (sett_threads_any (waiters_of (barrier_of (b))))
    sett_fail (SETT_VIOLATION_MISUSE, SETT_HERE, b,
               "a barrier is initialised while threads wait at it");
  memset (b, 0, sizeof *b);
  int shared = 0;
  if (attributes)
    pthread_barrierattr_getpshared (attributes, &shared);
  barrier_of (b)->count = count;
  barrier_of (b)->for_all = shared != 0;
  return 0;
}

EXPORT int pthread_barrier_destroy (pthread_barrier_t *b) {
  if (!sett_active ())
    return SETT_REAL (pthread_barrier_destroy) (b);
  return destroy (barrier_of (b), SETT_HERE);
}

EXPORT int pthread_barrier_wait (pthread_barrier_t *b) {
  if (!sett_active ())
    return SETT_REAL (pthread_barrier_wait) (b);
  return wait (barrier_of (b), SETT_HERE);
}
