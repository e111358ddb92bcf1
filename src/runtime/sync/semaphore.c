/* Semaphores.  The value lies where the C library has it; behind it, whether it
   was destroyed, its first value and how often somebody came to wait for it.

   A semaphore is *ample* as long as nobody waits for it more often than its
   first value says, in any execution, and nobody asks how much it has.  Then
   nobody ever has to wait, and taking and giving commute, whoever does it: they
   are sums (ADD), and who takes comes after nobody who gave, since it could
   have taken what was there from the beginning.  That it is not ample is learnt
   (knowledge.h), when somebody comes to wait once too often: the search begins
   anew, with TAKE and GIVE.  If that never happens in what is explored it never
   happens: equivalent executions wait equally often. */

#include "runtime/sync/clock.h"
#include "runtime/sync/gates.h"
#include "runtime/sched/kill.h"
#include "runtime/core/knowledge.h"
#include "runtime/sync/mutex.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sync/semaphore.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"
#include "runtime/sched/waiters.h"

#include <semaphore.h>
#include <string.h>

/* Behind the value. */
typedef struct traits {
  unsigned value;
  uint8_t for_all; /* it is for several processes */
  uint8_t user;    /* see sett_use_by_process */
} traits;

static void used (sem_t *s, uintptr_t place) {
  traits *t = (traits *)s;
  sett_use_by_process (s, t->for_all, &t->user, "a semaphore", place);
}

void sett_semaphore_init (void *semaphore, unsigned value, int for_all) {
  traits *t = semaphore;
  memset (t, 0, sizeof (sem_t));
  t->value = value;
  t->for_all = for_all != 0;
}

static unsigned *value_of (const void *semaphore) {
  return (unsigned *)semaphore;
}

enum { DESTROYED = 0x5e77 };

static unsigned *fate_of (const void *semaphore) {
  return (unsigned *)semaphore + 3;
}

/* Its first value; so often somebody came to wait.  The mark: it is known,
   since sem_init was called under control. */
typedef struct supply {
  uint32_t first, waits, mark;
} supply;

#define KNOWN 0x5e77a3b1u

static supply *supply_of (const void *semaphore) {
  return (supply *)((char *)semaphore + 16);
}

_Static_assert(sizeof (sem_t) >= 16 + sizeof (supply), "room");

static uint64_t key_of (const sem_t *s) {
  return (uint64_t)1 << 49 | (uintptr_t)s;
}

/* States must look the same however often somebody has waited before. */
static int is_ample (const sem_t *s) {
  const uint32_t most = 1 << 30;
  const uint32_t first = supply_of (s)->first;
  return supply_of (s)->mark == KNOWN && first && first < most &&
         !engine.stateful && !engine.multi &&
         engine.board->shared_queue_count < SETT_MOST_SHARED_QUEUES &&
         !sett_knows_shared_queue (key_of (s));
}

static void know_scarce (const sem_t *s) {
  if (is_ample (s))
    sett_know_shared_queue (key_of (s));
}

static void come_to_wait (sem_t *s) {
  if (is_ample (s) && ++supply_of (s)->waits > supply_of (s)->first)
    know_scarce (s);
}

static sett_effect_kind taking (const sem_t *s) {
  return is_ample (s) ? SETT_EFFECT_ADD : SETT_EFFECT_TAKE;
}

static sett_effect_kind giving (const sem_t *s) {
  return is_ample (s) ? SETT_EFFECT_ADD : SETT_EFFECT_GIVE;
}

static void must_exist (const sem_t *s, uintptr_t place) {
  if (UNLIKELY (*fate_of (s) == DESTROYED))
    sett_fail (SETT_FAULT_MISUSE, place, s,
               "use of a semaphore that was destroyed");
}

int sett_gate_take (const sett_thread *t) {
  return *value_of (t->object) > 0 || sett_cancel_pending (t);
}

/* Waiting is a cancellation point.  Who is cancelled leaves the value alone,
   but was about to take: searches must know that it could have had it earlier.
 */
static void look_while_waiting (sem_t *s) {
  if (!sett_cancel_look ())
    return;
  sett_affect (s, taking (s), *value_of (s));
  sett_affect (s, giving (s), *value_of (s) - (uint64_t)1);
  sett_thread_cancel (0);
}

/* The same for those that do not wait. */
static void look_while_trying (sem_t *s) {
  if (!sett_cancel_look ())
    return;
  sett_affect (s, SETT_EFFECT_ASK, *value_of (s));
  sett_thread_cancel (0);
}

static int take (sem_t *s, uintptr_t place) {
  used (s, place);
  unsigned *value = value_of (s);
  sett_affect (s, taking (s), *value);
  --*value;
  if (!is_ample (s))
    sett_races_acquire (s);
  sett_spin_progress ();
  return 0;
}

static int interrupted (void) {
  errno = EINTR;
  return -1;
}

static int would_wait (const sett_thread *t) {
  sett_affect (t->object, SETT_EFFECT_ASK, *value_of (t->object));
  return !*value_of (t->object);
}

/* True: a signal interrupted it. */
static int begin_trying (sem_t *s, int waits, uintptr_t place) {
  int how;
  do
    how = sett_visible_for_a_while (SETT_DO_SEM_TRYWAIT, s, SETT_EFFECT_ASK,
                                    waits ? would_wait : NULL, s, place);
  while (how == SETT_RESTARTED);
  return how;
}

static int try (sem_t *s, int failure, uintptr_t place) {
  know_scarce (s);
  sett_spin_look (place);
  if (begin_trying (s, failure == ETIMEDOUT, place))
    return interrupted ();
  must_exist (s, place);
  if (failure == ETIMEDOUT)
    look_while_trying (s);
  if (*value_of (s))
    return take (s, place);
  sett_affect (s, SETT_EFFECT_ASK, 0);
  sett_spin_looked (s, value_of (s), sizeof (unsigned));
  errno = failure;
  return -1;
}

static int try_until (sem_t *s, const struct timespec *until, uintptr_t place) {
  if (!sett_clock_is_time (until)) {
    errno = EINVAL;
    return -1;
  }
  const int result = try (s, ETIMEDOUT, place);
  if (result)
    sett_clock_reach (until);
  return result;
}

EXPORT int sem_init (sem_t *s, int shared, unsigned value) {
  if (!sett_active ())
    return SETT_REAL (sem_init) (s, shared, value);
  if (value > 0x7fffffff) {
    errno = EINVAL;
    return -1;
  }
  sett_initialise (s, SETT_HERE);
  sett_semaphore_init (s, value, shared);
  *supply_of (s) = (supply){.first = value, .mark = KNOWN};
  return 0;
}

EXPORT int sem_destroy (sem_t *s) {
  if (!sett_active ())
    return SETT_REAL (sem_destroy) (s);
  sett_visible (SETT_DO_DESTROY, s, SETT_EFFECT_CHANGE, NULL, SETT_HERE);
  sett_affect (s, SETT_EFFECT_CHANGE, *value_of (s));
  must_exist (s, SETT_HERE);
  if (sett_waiters_before (SETT_DO_SEM_WAIT, s))
    sett_fail (SETT_FAULT_MISUSE, SETT_HERE, s,
               "a semaphore is destroyed while a thread waits for it");
  *fate_of (s) = DESTROYED;
  return 0;
}

EXPORT int sem_wait (sem_t *s) {
  if (!sett_active ())
    return SETT_REAL (sem_wait) (s);
  must_exist (s, SETT_HERE);
  come_to_wait (s);
  if (sett_visible_unless (SETT_DO_SEM_WAIT, s, taking (s), sett_gate_take,
                           SETT_HERE))
    return interrupted ();
  look_while_waiting (s);
  return take (s, SETT_HERE);
}

int sem_trywait_looking (sem_t *);
SETT_LOOKING (sem_trywait);
SETT_LOOKS int sem_trywait_looking (sem_t *s) {
  if (!sett_active ())
    return SETT_REAL (sem_trywait) (s);
  return try (s, EAGAIN, SETT_HERE);
}

int sem_timedwait_looking (sem_t *, const struct timespec *);
SETT_LOOKING (sem_timedwait);
SETT_LOOKS int sem_timedwait_looking (sem_t *s, const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (sem_timedwait) (s, until);
  return try_until (s, until, SETT_HERE);
}

int sem_clockwait_looking (sem_t *, clockid_t, const struct timespec *);
SETT_LOOKING (sem_clockwait);
SETT_LOOKS int sem_clockwait_looking (sem_t *s, clockid_t clock,
                                      const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (sem_clockwait) (s, clock, until);
  return try_until (s, until, SETT_HERE);
}

EXPORT int sem_post (sem_t *s) {
  if (!sett_active ())
    return SETT_REAL (sem_post) (s);
  sett_visible (SETT_DO_SEM_POST, s, giving (s), NULL, SETT_HERE);
  must_exist (s, SETT_HERE);
  used (s, SETT_HERE);
  unsigned *value = value_of (s);
  sett_affect (s, giving (s), *value);
  sett_spin_progress ();
  if (*value == 0x7fffffff) {
    errno = EOVERFLOW;
    return -1;
  }
  ++*value;
  sett_races_release (s);
  return 0;
}

int sem_getvalue_looking (sem_t *, int *);
SETT_LOOKING (sem_getvalue);
SETT_LOOKS int sem_getvalue_looking (sem_t *s, int *value) {
  if (!sett_active ())
    return SETT_REAL (sem_getvalue) (s, value);
  know_scarce (s);
  sett_spin_look (SETT_HERE);
  sett_visible (SETT_DO_SEM_VALUE, s, SETT_EFFECT_ASK, NULL, SETT_HERE);
  must_exist (s, SETT_HERE);
  sett_affect (s, SETT_EFFECT_ASK, *value_of (s));
  sett_spin_looked (s, value_of (s), sizeof (unsigned));
  *value = (int)*value_of (s);
  return 0;
}
