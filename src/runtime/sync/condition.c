/* Condition variables.

   To wait is two events: giving the mutex away and queueing up, then waking up
   with the mutex.  A signal wakes any one of the waiters: which, is a choice.
   A wait with a time limit may wake up at any time.  So may others, as POSIX
   has it: if that is wanted, each thread does so a few times, by choice.

   What POSIX leaves undefined is reported: to wait with a mutex that one does
   not have, or has locked several times (glibc gives one level back, and nobody
   else ever gets the mutex), or with another mutex than those who wait already.
 */

#include "runtime/sync/condition.h"

#include "base/assert.h"
#include "runtime/sync/clock.h"
#include "runtime/core/narrator.h"
#include "runtime/sync/guards.h"
#include "runtime/sync/leavers.h"
#include "runtime/sync/mutex.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"
#include "runtime/sched/waiters.h"

#include <string.h>

static sett_thread_set waiters_of (const void *condition) {
  return sett_waiters_at (condition, ~0u);
}

uint64_t sett_condition_waiters (const void *condition) {
  return sett_threads_count (waiters_of (condition));
}

int sett_guard_condition (const sett_thread *t) {
  return t->signalled && sett_guard_mutex (t);
}

static void wake (unsigned thread) {
  SETT_ASSERT (thread < SETT_MOST_THREADS);
  if (UNLIKELY (engine.narrating))
    narrator->partner ((int)thread);
  sett_waiters_wake (thread);
}

/* All that is kept in it: zeros, as the C library's initialisers have it. */
typedef struct traits {
  uint8_t for_all; /* PTHREAD_PROCESS_SHARED */
  uint8_t user;    /* see sett_use_by_process */
  uint8_t fate;    /* DESTROYED, or anything else */
} traits;

enum { DESTROYED = 0xd5 };

static int is_destroyed (const void *condition) {
  return ((const traits *)condition)->fate == DESTROYED;
}

static void must_exist (const void *condition, uintptr_t place) {
  if (UNLIKELY (is_destroyed (condition)))
    sett_fail (SETT_VIOLATION_MISUSE, place, condition,
               "use of a condition variable that was destroyed");
}

static void used (void *condition, uintptr_t place) {
  traits *c = condition;
  must_exist (c, place);
  sett_use_by_process (c, c->for_all, &c->user, "a condition variable", place);
}

/*------------------------------------------------------------------------*/

/* Why a wait ends without a signal. */
typedef enum ending { BY_NOTHING, BY_TIME, BY_CHANCE, BY_CANCEL } ending;

/* A waiter with a time limit stops to wait, woken or not: an event of its own,
   for a signal can come in vain while the mutex is still in use.  So does one
   that wakes up for no reason, or that was cancelled before it came: the C
   library looks for that when it has given the mutex away and found no
   signal. */
static void stop_waiting (sett_thread *t, void *condition, ending by,
                          uintptr_t place) {
  sett_visible (SETT_DO_LEAVE, condition, SETT_EFFECT_LEAVE, NULL, place);
  SETT_ASSERT (t->waiting && t->timed);
  sett_affect_wanting (condition, SETT_EFFECT_LEAVE,
                       sett_condition_waiters (condition), !t->signalled);
  sett_leave (condition, place);
  if (UNLIKELY (engine.narrating) && !t->signalled && by != BY_CANCEL)
    (by == BY_CHANCE ? narrator->spurious : narrator->failed) ();
  t->waiting = 0;
}

/* Will this wait end without a reason, if nothing else ends it before? */
static int is_spurious (sett_thread *t) {
  if (LIKELY (t->spurious >= engine.shared->orders.spurious))
    return 0;
  const unsigned spurious = sett_alternative_rarely (2);
  t->spurious += spurious;
  return spurious != 0;
}

/* Who wakes the thread must be able to say what it does next. */
static void end_apart (uintptr_t place) {
  sett_note_add (1, place,
                 "a condition that processes share is used with a mutex that "
                 "they do not share: ended there");
  sett_end (SETT_CUT);
}

/* Those who wait have all given the same mutex away; of other processes it is
   not known which. */
static void must_agree (const void *condition, const void *mutex,
                        uintptr_t place) {
  const sett_thread_set own =
      sett_threads_and (waiters_of (condition), world->alive);
  for (sett_thread_set rest = own; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    if (world->threads[sett_threads_first (rest)].with != mutex)
      sett_fail (SETT_VIOLATION_MISUSE, place, condition,
                 "threads wait for a condition variable with different mutexes "
                 "at the same time");
}

int sett_condition_wait (void *condition, void *mutex,
                         const struct timespec *until, uintptr_t place) {
  sett_thread *t = sett_self ();
  SETT_ASSERT (!t->waiting);
  if (until && !sett_clock_is_time (until))
    return EINVAL;
  if (sett_is_shared (condition) && !sett_is_shared (mutex))
    end_apart (place);
  t->spreads = 1; /* to the mutex */
  sett_visible (SETT_DO_WAIT, condition, SETT_EFFECT_ENQUEUE, NULL, place);
  t->spreads = 0;
  const int cancelled_before = sett_cancel_look ();
  sett_affect (condition, SETT_EFFECT_ENQUEUE,
               sett_condition_waiters (condition));
  used (condition, place);
  sett_mutex_give (mutex, place);
  must_agree (condition, mutex, place);
  const ending by = is_spurious (t)    ? BY_CHANCE
                    : cancelled_before ? BY_CANCEL
                    : until            ? BY_TIME
                                       : BY_NOTHING;
  t->waiting = 1;
  t->signalled = t->dismissed = 0;
  t->timed = by != BY_NOTHING;
  t->queue = condition;
  t->futex_bits = ~0u;
  t->with = mutex;
  if (t->timed)
    stop_waiting (t, condition, by, place);
  sett_visible (SETT_DO_WAKE, mutex, SETT_EFFECT_ACQUIRE,
                t->timed ? sett_guard_mutex : sett_guard_condition, place);
  if (!t->timed)
    sett_leave (condition, place);
  t->waiting = 0;
  SETT_ASSERT (t->signalled || t->timed);
  const int taken = sett_mutex_take (mutex, place);
  const int cancelled = sett_cancel_look ();
  if (t->signalled == SETT_WOKEN_BY_CANCEL ||
      (by == BY_CANCEL && !t->signalled))
    sett_thread_cancel (0);
  if (cancelled && t->signalled && !t->dismissed && !is_destroyed (condition) &&
      sett_alternative (2)) {
    /* Both came, and the signal is for somebody else. */
    sett_condition_signal (condition, place);
    sett_thread_cancel (0);
  }
  if (taken)
    return taken;
  return t->signalled || by == BY_CHANCE ? 0
                                         : sett_clock_timed (ETIMEDOUT, until);
}

int sett_condition_signal (void *condition, uintptr_t place) {
  sett_visible (SETT_DO_SIGNAL, condition, SETT_EFFECT_SIGNAL, NULL, place);
  sett_thread_set mask = waiters_of (condition);
  sett_spin_progress ();
  if (!sett_threads_any (mask)) {
    sett_affect (condition, SETT_EFFECT_LOST, 0);
    used (condition, place);
    return 0;
  }
  sett_affect_wanting (condition, SETT_EFFECT_SIGNAL, sett_threads_count (mask),
                       1);
  used (condition, place);
  SETT_ASSERT (sett_threads_any (mask));
  const unsigned choice = sett_alternative (sett_threads_count (mask));
  wake (sett_threads_first (sett_threads_after (mask, choice)));
  return 0;
}

int sett_condition_broadcast (void *condition, uintptr_t place) {
  sett_visible (SETT_DO_BROADCAST, condition, SETT_EFFECT_SIGNAL, NULL, place);
  sett_thread_set mask = waiters_of (condition);
  sett_spin_progress ();
  const uint64_t count = sett_threads_count (mask);
  sett_affect_wanting (condition, count ? SETT_EFFECT_SIGNAL : SETT_EFFECT_LOST,
                       count, count);
  used (condition, place);
  for (; sett_threads_any (mask); mask = sett_threads_rest (mask))
    wake (sett_threads_first (mask));
  return 0;
}

void sett_condition_destroy (void *condition, uintptr_t place) {
  sett_visible (SETT_DO_DESTROY, condition, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (condition, SETT_EFFECT_CHANGE, 0);
  must_exist (condition, place);
  if (sett_threads_any (waiters_of (condition)))
    sett_fail (SETT_VIOLATION_MISUSE, place, condition,
               "a condition variable is destroyed while threads wait for it");
  ((traits *)condition)->fate = DESTROYED;
  sett_dismiss_leavers (condition);
}

void sett_condition_init (void *condition, int shared, uintptr_t place) {
  sett_initialise (condition, place);
  if (sett_threads_any (waiters_of (condition)))
    sett_fail (SETT_VIOLATION_MISUSE, place, condition,
               "a condition variable is initialised while threads wait for it");
  memset (condition, 0, sizeof (pthread_cond_t));
  ((traits *)condition)->for_all = shared != 0;
}

/*------------------------------------------------------------------------*/

EXPORT int pthread_cond_init (pthread_cond_t *c,
                              const pthread_condattr_t *attributes) {
  if (!sett_active ())
    return SETT_REAL (pthread_cond_init) (c, attributes);
  int shared = 0;
  if (attributes)
    pthread_condattr_getpshared (attributes, &shared);
  sett_condition_init (c, shared, SETT_HERE);
  return 0;
}

EXPORT int pthread_cond_destroy (pthread_cond_t *c) {
  if (!sett_active ())
    return SETT_REAL (pthread_cond_destroy) (c);
  sett_condition_destroy (c, SETT_HERE);
  return 0;
}

EXPORT int pthread_cond_wait (pthread_cond_t *c, pthread_mutex_t *m) {
  if (!sett_active ())
    return SETT_REAL (pthread_cond_wait) (c, m);
  return sett_condition_wait (c, m, NULL, SETT_HERE);
}

EXPORT int pthread_cond_timedwait (pthread_cond_t *c, pthread_mutex_t *m,
                                   const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (pthread_cond_timedwait) (c, m, until);
  return sett_condition_wait (c, m, until, SETT_HERE);
}

EXPORT int pthread_cond_clockwait (pthread_cond_t *c, pthread_mutex_t *m,
                                   clockid_t clock,
                                   const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (pthread_cond_clockwait) (c, m, clock, until);
  return sett_condition_wait (c, m, until, SETT_HERE);
}

EXPORT int pthread_cond_signal (pthread_cond_t *c) {
  if (!sett_active ())
    return SETT_REAL (pthread_cond_signal) (c);
  return sett_condition_signal (c, SETT_HERE);
}

EXPORT int pthread_cond_broadcast (pthread_cond_t *c) {
  if (!sett_active ())
    return SETT_REAL (pthread_cond_broadcast) (c);
  return sett_condition_broadcast (c, SETT_HERE);
}
