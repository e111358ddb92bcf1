/* Semaphores.  The value lies where the C library has it; behind it, whether it
   was destroyed, its first value and how often somebody came to wait for it.

   A semaphore is *ample* as long as nobody waits for it more often than its
   first value says, in any execution, and nobody asks how much it has.  Then
   nobody ever has to wait, and taking and giving commute, whoever does it: they
   are sums (ADD), and who takes comes after nobody who gave, since it could
   have taken what was there from the beginning.  That it is not ample is learnt
   (knowledge.h), when somebody comes to wait once too often: the search begins
   anew, with TAKE and GIVE.  If that never happens in what is explored it never
   happens: equivalent executions wait equally often.

   Else it is a *line* as long as one thread gives and nobody asks: takers take
   turns, and the n-th of them comes after the giver's turn of that number, less
   what there was at first (NEXT, effect.def).  So what was given, and is not
   taken yet, orders nothing: neither for the search nor for accesses to memory.
   With several givers there is no such order (dpor.c); that is learnt as well,
   and all that use it are ordered then.  The other searches need no lines: they
   ask whether the semaphore is above zero (ifsss.c).

   To initialise what somebody waits for is misuse (the C library forgets that
   there is somebody, who is never woken then), and so it is to destroy it.  So
   which came first matters, the waiter or the other.  Who waits is not in the
   log before it has got what it waits for; its coming is an event of its own
   from when somebody is seen to come whom nothing orders with such an end of
   the semaphore's life (the door).  One of the two orders is in every trace
   that has both: either the waiter is there, or it comes later; both is learnt.
 */

#include "kernel/object.h"
#include "runtime/sync/clock.h"
#include "base/assert.h"
#include "runtime/access/buffers.h"
#include "runtime/sync/guards.h"
#include "runtime/sched/kill.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/object_table.h"
#include "runtime/sync/mutex.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sync/semaphore.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"
#include "runtime/sched/waiters.h"

#include "stateless/stateless.h"

#include <semaphore.h>
#include <string.h>

/* Behind the value. */
typedef struct traits {
  unsigned value;
  uint8_t for_all; /* it is for several processes */
  uint8_t user;    /* see sett_use_by_process */
  uint16_t giver;  /* the only thread that gives, plus 1 */
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

/* Its first value; so often somebody came to wait, and gave.  The mark: it is
   known, since sem_init was called under control. */
typedef struct supply {
  uint32_t first, waits, mark, gifts;
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
         !engine.stateful && !engine.multi && !engine.arrivals_visible &&
         engine.shared->shared_queue_count < SETT_MOST_SHARED_QUEUES &&
         !sett_knows_shared_queue (key_of (s));
}

static void know_scarce (const sem_t *s) {
  if (is_ample (s))
    sett_know_shared_queue (key_of (s));
}

static int is_line (const sem_t *s) {
  const sett_orders *orders = &engine.shared->orders;
  return supply_of (s)->mark == KNOWN && !engine.stateful && !engine.multi &&
         orders->search == SETT_STATELESS_DPOR && orders->preemptions < 0 &&
         !engine.cancelling && !engine.arrivals_visible && !is_ample (s) &&
         engine.shared->shared_queue_count < SETT_MOST_SHARED_QUEUES &&
         !sett_knows_shared_queue (key_of (s) | SETT_NO_LINE);
}

static void know_no_line (const sem_t *s) {
  if (is_line (s))
    sett_know_shared_queue (key_of (s) | SETT_NO_LINE);
}

/* Somebody asks how much there is, or it may be another semaphore. */
static void know_asked (const sem_t *s) {
  know_scarce (s);
  know_no_line (s);
}

/* Was there a semaphore at this place before, in this execution?  Its turns
   would begin again.  What it says of itself does not tell: the memory may have
   been used for something else, or cleared. */
static int is_another (const sem_t *s) {
  if (engine.stateful || engine.multi)
    return 0;
  for (uint32_t i = 0; i < world->semaphore_count; i++)
    if (world->semaphores[i] == s)
      return 1;
  if (world->semaphore_count == SETT_MOST_INITIALISED)
    return 1;
  world->semaphores[world->semaphore_count++] = s;
  return 0;
}

/* Where givers take turns; who reads a counterexample need not know. */
static const void *end_of_givers (const sem_t *s) {
  return is_line (s) && !engine.narrating ? (const char *)s + 4 : (void *)s;
}

/* Which turn it is of who takes.  The first ones need nobody to give. */
static uint32_t turn_of_taker (const sem_t *s) {
  return supply_of (s)->gifts + supply_of (s)->first - *value_of (s);
}

/* What a giver did before its turn of this number: an object of its own, as
   long as not too many are left to be taken. */
enum { GIFTS = 24 };

static const void *gift (const sem_t *s, uint32_t number) {
  return (const char *)s + 8 + number % GIFTS;
}

static void affect_taking (sem_t *s) {
  const uint32_t turn = turn_of_taker (s), first = supply_of (s)->first;
  const int waits = turn >= first;
  sett_affect_wanting (
      s, SETT_EFFECT_NEXT, turn,
      waits ? sett_turn (sett_object_number (end_of_givers (s)), turn - first)
            : 0);
  if (waits)
    sett_races_acquire (gift (s, turn - first));
}

static void affect_giving (sem_t *s) {
  const uint32_t number = supply_of (s)->gifts;
  sett_affect (end_of_givers (s), SETT_EFFECT_NEXT, number);
  sett_races_release (gift (s, number));
}

/* The running thread gives. */
static void note_giver (sem_t *s) {
  traits *t = (traits *)s;
  const uint16_t self = (uint16_t)(world->current + 1);
  if (engine.stateful)
    return;
  if (!t->giver)
    t->giver = self;
  if (t->giver != self || *value_of (s) >= GIFTS)
    know_no_line (s);
}

static void must_exist (const sem_t *s, uintptr_t place) {
  if (UNLIKELY (*fate_of (s) == DESTROYED))
    sett_fail (SETT_VIOLATION_MISUSE, place, s,
               "use of a semaphore that was destroyed");
}

/* Stands for the lives of semaphores at this place, as far as they have ended.
 */
static const void *door (const sem_t *s) {
  return (const char *)s + 5;
}

static void come_to_wait (sem_t *s, uintptr_t place) {
  SETT_ASSERT (engine.active);
  if (sett_races_could_be_later (door (s)))
    sett_know_arrivals ();
  if (UNLIKELY (engine.arrivals_visible)) {
    sett_visible (SETT_DO_SEM_COME, s, SETT_EFFECT_ASK, NULL, place);
    sett_affect (s, SETT_EFFECT_ASK, *value_of (s));
  }
  if (is_ample (s) && ++supply_of (s)->waits > supply_of (s)->first)
    know_scarce (s);
}

static sett_effect_kind taking (const sem_t *s) {
  return is_ample (s)  ? SETT_EFFECT_ADD
         : is_line (s) ? SETT_EFFECT_NEXT
                       : SETT_EFFECT_TAKE;
}

static sett_effect_kind giving (const sem_t *s) {
  return is_ample (s)  ? SETT_EFFECT_ADD
         : is_line (s) ? SETT_EFFECT_NEXT
                       : SETT_EFFECT_GIVE;
}

int sett_guard_take (const sett_thread *t) {
  return *value_of (t->object) > 0 || *fate_of (t->object) == DESTROYED ||
         sett_cancel_pending (t);
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
  unsigned *value = value_of (s);
  if (is_line (s))
    affect_taking (s);
  else
    sett_affect (s, taking (s), *value);
  must_exist (s, place);
  used (s, place);
  --*value;
  if (!is_ample (s) && !is_line (s))
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
  know_asked (s);
  sett_spin_look (place);
  if (begin_trying (s, failure == ETIMEDOUT, place))
    return interrupted ();
  if (failure == ETIMEDOUT)
    look_while_trying (s);
  if (*value_of (s))
    return take (s, place);
  sett_affect (s, SETT_EFFECT_ASK, 0);
  must_exist (s, place);
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

/* Somebody stands before it, who could have come later, too. */
static void must_be_left (const sem_t *s, const char *what, uintptr_t place) {
  if (!sett_waiters_before (SETT_DO_SEM_WAIT, s))
    return;
  sett_know_arrivals ();
  sett_fail (SETT_VIOLATION_MISUSE, place, s,
             "a semaphore is %s while a thread waits for it", what);
}

EXPORT int sem_init (sem_t *s, int shared, unsigned value) {
  if (!sett_active ())
    return SETT_REAL (sem_init) (s, shared, value);
  if (value > 0x7fffffff) {
    errno = EINVAL;
    return -1;
  }
  const int again = is_another (s);
  if (sett_initialise (s, SETT_HERE)) {
    sett_affect ((const char *)s + 4, SETT_EFFECT_CHANGE, SETT_UNKNOWN_STATE);
    if (!*value_of (s)) /* else nobody waits */
      must_be_left (s, "initialised", SETT_HERE);
    sett_races_release (door (s));
  }
  sett_semaphore_init (s, value, shared);
  *supply_of (s) = (supply){.first = value, .mark = KNOWN};
  if (again)
    know_no_line (s);
  return 0;
}

EXPORT int sem_destroy (sem_t *s) {
  if (!sett_active ())
    return SETT_REAL (sem_destroy) (s);
  sett_visible (SETT_DO_DESTROY, s, SETT_EFFECT_CHANGE, NULL, SETT_HERE);
  sett_affect (s, SETT_EFFECT_CHANGE, *value_of (s));
  if (is_line (s))
    sett_affect (end_of_givers (s), SETT_EFFECT_CHANGE, SETT_UNKNOWN_STATE);
  must_exist (s, SETT_HERE);
  must_be_left (s, "destroyed", SETT_HERE);
  *fate_of (s) = DESTROYED;
  sett_races_release (door (s));
  return 0;
}

EXPORT int sem_wait (sem_t *s) {
  if (!sett_active ())
    return SETT_REAL (sem_wait) (s);
  come_to_wait (s, SETT_HERE);
  if (sett_visible_unless (SETT_DO_SEM_WAIT, s, taking (s), sett_guard_take,
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
  note_giver (s);
  sett_visible (SETT_DO_SEM_POST, end_of_givers (s), giving (s), NULL,
                SETT_HERE);
  note_giver (s);
  unsigned *value = value_of (s);
  if (is_line (s))
    affect_giving (s);
  else
    sett_affect (s, giving (s), *value);
  must_exist (s, SETT_HERE);
  used (s, SETT_HERE);
  sett_spin_progress ();
  if (*value == 0x7fffffff) {
    errno = EOVERFLOW;
    return -1;
  }
  ++*value;
  if (!engine.stateful)
    supply_of (s)->gifts++;
  sett_races_release (s);
  return 0;
}

int sem_getvalue_looking (sem_t *, int *);
SETT_LOOKING (sem_getvalue);
SETT_LOOKS int sem_getvalue_looking (sem_t *s, int *value) {
  if (!sett_active ())
    return SETT_REAL (sem_getvalue) (s, value);
  know_asked (s);
  sett_spin_look (SETT_HERE);
  sett_visible (SETT_DO_SEM_VALUE, s, SETT_EFFECT_ASK, NULL, SETT_HERE);
  sett_affect (s, SETT_EFFECT_ASK, *value_of (s));
  must_exist (s, SETT_HERE);
  sett_spin_looked (s, value_of (s), sizeof (unsigned));
  *value = (int)*value_of (s);
  sett_buffer_write (value, sizeof *value, sett_buffer_place (SETT_HERE));
  return 0;
}
