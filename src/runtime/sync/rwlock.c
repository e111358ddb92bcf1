/* Locks for many readers or one writer.

   The state word of kernel/object.h lies at the beginning of the lock: all
   zeros are a free lock, as the C library's initialisers have it.  Readers come
   in whenever no writer is in, also while writers wait: that is what the C
   library does by default.

   A lock that prefers writers (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
   has a gate before it, which is such a word, too.  A writer closes it, then
   waits for the lock, and opens it when it has that; who comes to read passes
   it, that is, shares it until it has the lock.  So readers wait while a writer
   waits: for ever, if it waits for them.  Who only tries finds the lock taken
   while the gate is closed.  The C library's gate is open again for a moment if
   a writer closes it where nobody has the lock: a reader that comes in then
   could have come before the writer, unless somebody has tried and failed
   meanwhile (a note).

   In the sense of data races a reader's unlocking is ordered before later
   writers, not before other readers: what readers release is kept apart (as
   another object, inside the lock) from what writers release. */

#include "kernel/object.h"
#include "base/assert.h"
#include "runtime/sync/clock.h"
#include "runtime/core/narrator.h"
#include "runtime/sync/guards.h"
#include "runtime/core/knowledge.h"
#include "runtime/sync/mutex.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <string.h>

typedef struct rwlock {
  uint64_t state;
  char readers[8]; /* its address stands for what readers release */
  uint8_t for_all; /* PTHREAD_PROCESS_SHARED */
  uint8_t user;    /* see sett_use_by_process */
  uint8_t fate;    /* DESTROYED, or anything else */
  uint64_t gate;   /* if it prefers writers */
  char unused[16];
  unsigned kind; /* where the C library has it */
} rwlock;

_Static_assert(sizeof (rwlock) <= sizeof (pthread_rwlock_t) &&
                   offsetof (rwlock, kind) ==
                       offsetof (pthread_rwlock_t, __data.__flags),
               "the kind of a lock is not where the C library has it");

enum { DESTROYED = 0xd5 };

static rwlock *lock_of (const void *lock) {
  return (rwlock *)lock;
}

static uint64_t me (void) {
  return world->current + 1;
}

int sett_guard_read (const sett_thread *t) {
  return sett_effect_possible (SETT_EFFECT_SHARE, lock_of (t->object)->state);
}

int sett_guard_write (const sett_thread *t) {
  return sett_effect_possible (SETT_EFFECT_ACQUIRE, lock_of (t->object)->state);
}

/*------------------------------------------------------------------------*/

static void apply (rwlock *l, sett_effect_kind kind, int visible) {
  (visible ? sett_affect : sett_affect_inside) (l, kind, l->state);
  l->state = sett_effect_apply (kind, l->state, world->current);
  sett_spin_progress ();
}

static void must_exist (const rwlock *l, uintptr_t place) {
  if (UNLIKELY (l->fate == DESTROYED))
    sett_fail (SETT_VIOLATION_MISUSE, place, l,
               "use of a read-write lock that was destroyed");
}

static int get (rwlock *l, int shared, uintptr_t place) {
  apply (l, shared ? SETT_EFFECT_SHARE : SETT_EFFECT_ACQUIRE, 1);
  must_exist (l, place);
  sett_use_by_process (l, l->for_all, &l->user, "a read-write lock", place);
  sett_races_acquire (l);
  if (!shared)
    sett_races_acquire (l->readers);
  sett_held_add (l, shared, place);
  SETT_ASSERT (sett_held_find (l));
  return 0;
}

static int is_own (const rwlock *l) {
  return l->state == me ();
}

static sett_effect_kind getting (int shared) {
  return shared ? SETT_EFFECT_SHARE : SETT_EFFECT_ACQUIRE;
}

static sett_guard guard_of (int shared) {
  return shared ? sett_guard_read : sett_guard_write;
}

/*------------------------------------------------------------------------*/
/* The gate. */

static int prefers_writers (const rwlock *l) {
  return l->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

static void move_gate (rwlock *l, sett_effect_kind kind) {
  sett_affect (&l->gate, kind, l->gate);
  l->gate = sett_effect_apply (kind, l->gate, world->current);
}

static void enter_gate (rwlock *l, int shared, uintptr_t place) {
  sett_visible (shared ? SETT_DO_RDLOCK_COME : SETT_DO_WRLOCK_COME, &l->gate,
                getting (shared), guard_of (shared), place);
  move_gate (l, getting (shared));
  sett_spin_progress ();
}

static void leave_gate (rwlock *l, int shared) {
  move_gate (l, shared ? SETT_EFFECT_UNSHARE : SETT_EFFECT_RELEASE);
}

/* Who tries does both at once, or nothing; nobody can say beforehand which. */
static void begin_to_try (rwlock *l, sett_operation operation,
                          uintptr_t place) {
  sett_self ()->spreads = 1;
  sett_visible (operation, l, SETT_EFFECT_CHANGE, NULL, place);
  sett_self ()->spreads = 0;
  sett_affect (l, SETT_EFFECT_CHANGE, l->state);
  sett_affect (&l->gate, SETT_EFFECT_CHANGE, l->gate);
}

static int fail_to_get (const rwlock *l, int failure, uintptr_t place) {
  if (l->gate && l->gate < SETT_READER && !l->state && failure == EBUSY)
    sett_note_add (1, place,
                   "tried a lock that prefers writers just before a writer had "
                   "it: a reader may still come before the writer");
  sett_spin_looked (l, &l->state, sizeof l->state);
  sett_spin_looked (&l->gate, &l->gate, sizeof l->gate);
  return failure;
}

/* A writer with a time limit keeps readers away while it waits. */
static int close_for_a_while (rwlock *l, uintptr_t place) {
  begin_to_try (l, SETT_DO_TRYWRLOCK, place);
  if (l->gate)
    return 0;
  l->gate = me ();
  begin_to_try (l, SETT_DO_TRYWRLOCK, place);
  l->gate = 0;
  return 1;
}

static int try_gate (rwlock *l, int shared, int failure, uintptr_t place) {
  sett_spin_look (place);
  if (failure == ETIMEDOUT && !shared) {
    if (!close_for_a_while (l, place))
      return fail_to_get (l, failure, place);
  } else
    begin_to_try (l, shared ? SETT_DO_TRYRDLOCK : SETT_DO_TRYWRLOCK, place);
  if (!sett_effect_possible (getting (shared), l->gate) ||
      !sett_effect_possible (getting (shared), l->state))
    return fail_to_get (l, failure, place);
  return get (l, shared, place);
}

/*------------------------------------------------------------------------*/

static int lock (rwlock *l, int shared, uintptr_t place) {
  if (is_own (l))
    return EDEADLK;
  const int gate = prefers_writers (l);
  if (UNLIKELY (gate))
    enter_gate (l, shared, place);
  sett_self ()->spreads = gate != 0;
  sett_visible (shared ? SETT_DO_RDLOCK : SETT_DO_WRLOCK, l, getting (shared),
                guard_of (shared), place);
  sett_self ()->spreads = 0;
  if (UNLIKELY (gate))
    leave_gate (l, shared);
  return get (l, shared, place);
}

static int try (rwlock *l, int shared, int failure, uintptr_t place) {
  const sett_effect_kind wanted = getting (shared);
  sett_know_releases ();
  if (UNLIKELY (prefers_writers (l)))
    return try_gate (l, shared, failure, place);
  sett_spin_look (place);
  sett_visible (shared ? SETT_DO_TRYRDLOCK : SETT_DO_TRYWRLOCK, l,
                SETT_EFFECT_ASK, NULL, place);
  if (sett_effect_possible (wanted, l->state))
    return get (l, shared, place);
  sett_affect (l, SETT_EFFECT_ASK, l->state);
  sett_spin_looked (l, &l->state, sizeof l->state);
  return failure;
}

/* Which way does the thread have the lock? */
static int has_shared (const rwlock *l, uintptr_t place) {
  if (is_own (l))
    return 0;
  if (l->state >= SETT_READER && sett_held_find (l))
    return 1;
  sett_fail (SETT_VIOLATION_MISUSE, place, l,
             l->state ? "unlock of a read-write lock that others have locked"
                      : "unlock of a read-write lock that is not locked");
}

static int unlock (rwlock *l, uintptr_t place) {
  sett_object_used (l, place);
  const int shared = has_shared (l, place);
  const sett_effect_kind kind =
      shared ? SETT_EFFECT_UNSHARE : SETT_EFFECT_RELEASE;
  const int visible = sett_release_visible (l);
  if (visible)
    sett_visible (SETT_DO_RWUNLOCK, l, kind, NULL, place);
  else if (UNLIKELY (engine.narrating))
    narrator->aside (SETT_DO_RWUNLOCK, l, -1, place);
  apply (l, kind, visible);
  if (shared)
    sett_races_release (l->readers);
  else
    sett_races_publish (l);
  sett_held_remove (l);
  return 0;
}

static int destroy (rwlock *l, uintptr_t place) {
  sett_visible (SETT_DO_DESTROY, l, SETT_EFFECT_CHANGE, NULL, place);
  if (sett_races_could_be_later (l) || sett_races_could_be_later (l->readers))
    sett_know_releases (); /* the last unlock could also come later */
  sett_affect (l, SETT_EFFECT_CHANGE, l->state);
  must_exist (l, place);
  if (l->state)
    sett_fail (SETT_VIOLATION_MISUSE, place, l,
               "a read-write lock is destroyed while it is locked");
  l->fate = DESTROYED;
  return 0;
}

static void init (rwlock *l, int kind, int shared, uintptr_t place) {
  if (sett_initialise (l, place) &&
      (sett_races_could_be_later (l) || sett_races_could_be_later (l->readers)))
    sett_know_releases (); /* the last unlock could also come later */
  if (l->state && sett_held_by_anybody (l))
    sett_fail (SETT_VIOLATION_MISUSE, place, l,
               "a read-write lock is initialised while it is locked");
  memset (l, 0, sizeof (pthread_rwlock_t));
  l->kind = (unsigned)kind;
  l->for_all = shared != 0;
}

/*------------------------------------------------------------------------*/
/* The interface. */

EXPORT int pthread_rwlock_init (pthread_rwlock_t *l,
                                const pthread_rwlockattr_t *attributes) {
  if (!sett_active ())
    return SETT_REAL (pthread_rwlock_init) (l, attributes);
  int kind = 0, shared = 0;
  if (attributes) {
    pthread_rwlockattr_getkind_np (attributes, &kind);
    pthread_rwlockattr_getpshared (attributes, &shared);
  }
  init (lock_of (l), kind, shared, SETT_HERE);
  return 0;
}

EXPORT int pthread_rwlock_destroy (pthread_rwlock_t *l) {
  if (!sett_active ())
    return SETT_REAL (pthread_rwlock_destroy) (l);
  return destroy (lock_of (l), SETT_HERE);
}

EXPORT int pthread_rwlock_rdlock (pthread_rwlock_t *l) {
  if (!sett_active ())
    return SETT_REAL (pthread_rwlock_rdlock) (l);
  return lock (lock_of (l), 1, SETT_HERE);
}

EXPORT int pthread_rwlock_wrlock (pthread_rwlock_t *l) {
  if (!sett_active ())
    return SETT_REAL (pthread_rwlock_wrlock) (l);
  return lock (lock_of (l), 0, SETT_HERE);
}

int pthread_rwlock_tryrdlock_looking (pthread_rwlock_t *);
SETT_LOOKING (pthread_rwlock_tryrdlock);
SETT_LOOKS int pthread_rwlock_tryrdlock_looking (pthread_rwlock_t *l) {
  if (!sett_active ())
    return SETT_REAL (pthread_rwlock_tryrdlock) (l);
  return try (lock_of (l), 1, EBUSY, SETT_HERE);
}

int pthread_rwlock_trywrlock_looking (pthread_rwlock_t *);
SETT_LOOKING (pthread_rwlock_trywrlock);
SETT_LOOKS int pthread_rwlock_trywrlock_looking (pthread_rwlock_t *l) {
  if (!sett_active ())
    return SETT_REAL (pthread_rwlock_trywrlock) (l);
  return try (lock_of (l), 0, EBUSY, SETT_HERE);
}

/* Time limits: as for mutexes, to be asked too early. */
#define TIMED(NAME, SHARED)                                                    \
  int NAME##_looking (pthread_rwlock_t *, const struct timespec *);            \
  SETT_LOOKING (NAME);                                                         \
  SETT_LOOKS int NAME##_looking (pthread_rwlock_t *l,                          \
                                 const struct timespec *until) {               \
    if (!sett_active ())                                                       \
      return SETT_REAL (NAME) (l, until);                                      \
    if (!sett_clock_is_time (until))                                           \
      return EINVAL;                                                           \
    if (is_own (lock_of (l)))                                                  \
      return EDEADLK;                                                          \
    return sett_clock_timed (try (lock_of (l), SHARED, ETIMEDOUT, SETT_HERE),  \
                             until);                                           \
  }

#define CLOCKED(NAME, SHARED)                                                  \
  int NAME##_looking (pthread_rwlock_t *, clockid_t, const struct timespec *); \
  SETT_LOOKING (NAME);                                                         \
  SETT_LOOKS int NAME##_looking (pthread_rwlock_t *l, clockid_t clock,         \
                                 const struct timespec *until) {               \
    if (!sett_active ())                                                       \
      return SETT_REAL (NAME) (l, clock, until);                               \
    if (!sett_clock_is_time (until))                                           \
      return EINVAL;                                                           \
    if (is_own (lock_of (l)))                                                  \
      return EDEADLK;                                                          \
    return sett_clock_timed (try (lock_of (l), SHARED, ETIMEDOUT, SETT_HERE),  \
                             until);                                           \
  }

TIMED (pthread_rwlock_timedrdlock, 1)
TIMED (pthread_rwlock_timedwrlock, 0)
CLOCKED (pthread_rwlock_clockrdlock, 1)
CLOCKED (pthread_rwlock_clockwrlock, 0)

EXPORT int pthread_rwlock_unlock (pthread_rwlock_t *l) {
  if (!sett_active ())
    return SETT_REAL (pthread_rwlock_unlock) (l);
  return unlock (lock_of (l), SETT_HERE);
}
