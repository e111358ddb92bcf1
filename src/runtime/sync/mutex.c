/* Mutexes.  A mutex without an owner is free. */

#include "runtime/sync/mutex.h"

#include "base/assert.h"
#include "runtime/sync/clock.h"
#include "runtime/core/narrator.h"
#include "runtime/core/os_model.h"
#include "runtime/sync/guards.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <string.h>

enum {
  KIND_MASK = 3,
  ROBUST = 16,   /* as the C library has it */
  FOR_ALL = 128, /* likewise: PTHREAD_PROCESS_SHARED */
  RECURSIVE = PTHREAD_MUTEX_RECURSIVE,
  ERRORCHECK = PTHREAD_MUTEX_ERRORCHECK,
  DESTROYED = -1 /* likewise */
};

/* Robust mutexes survive the end of their owner: the next one is told, and must
   declare them consistent before unlocking; else nobody gets them any more. */
enum { HEALTHY, OWNER_DEAD, LOST };

static int kind_of (const sett_mutex *m) {
  return m->kind & KIND_MASK;
}

/* A section that changes it does more than to pass through the lock: others
   get it with another result. */
static void set_health (sett_mutex *m, unsigned health) {
  SETT_ASSERT (m->health != LOST || health == LOST); /* for ever */
  if (m->health == health)
    return;
  m->health = health;
  sett_change_inside (m);
}

int sett_guard_mutex (const sett_thread *t) {
  return !sett_mutex_of (t->object)->owner;
}

static void must_exist (const sett_mutex *m, uintptr_t place) {
  if (UNLIKELY (m->kind == DESTROYED))
    sett_fail (SETT_VIOLATION_MISUSE, place, m,
               "use of a mutex that was destroyed");
}

static int me (void) {
  return (int)world->current + 1;
}

/*------------------------------------------------------------------------*/

/* The locks of a thread lie in its few places, or else in the lowest part of
   the world, where each list is twice as long as the one before. */
static sett_held *place_for_held (sett_thread *t) {
  const uint32_t room = t->more_held ? t->held_room : SETT_FEW_HELD;
  if (t->held_count == room) {
    SETT_ASSERT (t->held_count <= room);
    sett_held *wider =
        (sett_held *)(SETT_WORLD_ADDRESS + (uintptr_t)world->held_used);
    world->held_used += 2 * room * sizeof *wider;
    if (world->held_used > SETT_HELD_SIZE)
      sett_give_up ("a thread holds more than %u locks", t->held_count);
    for (uint32_t i = 0; i < t->held_count; i++)
      wider[i] = sett_held_of (t)[i];
    t->more_held = wider;
    t->held_room = 2 * room;
  }
  SETT_ASSERT (t->held_count < (t->more_held ? t->held_room : SETT_FEW_HELD));
  return (sett_held *)sett_held_of (t) + t->held_count++;
}

void sett_held_add (void *lock, int shared, uintptr_t place) {
  *place_for_held (sett_self ()) =
      (sett_held){.lock = lock, .place = place, .shared = shared != 0};
}

static sett_held *find_held (const void *lock) {
  const sett_thread *t = sett_self ();
  sett_held *held = (sett_held *)sett_held_of (t);
  uint32_t i = t->held_count;
  while (i--)
    if (held[i].lock == lock)
      return &held[i];
  return NULL;
}

const sett_held *sett_held_find (const void *lock) {
  return find_held (lock);
}

void sett_held_remove (void *lock) {
  sett_thread *t = sett_self ();
  const sett_held *end = sett_held_of (t) + t->held_count;
  sett_held *h = find_held (lock);
  if (!h)
    return;
  for (; h + 1 < end; h++)
    *h = h[1];
  t->held_count--;
}

/* What processes share stays the parent's. */
static void drop_shared (sett_thread *t) {
  sett_held *held = (sett_held *)sett_held_of (t);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->held_count; i++)
    if (!sett_is_shared (held[i].lock))
      held[kept++] = held[i];
  SETT_ASSERT (kept <= t->held_count);
  t->held_count = kept;
}

/* Other kinds of locks have the owner in front, where a mutex has nothing. */
void sett_held_renumber (unsigned old) {
  drop_shared (sett_self ());
  SETT_ASSERT (old < SETT_MOST_THREADS);
  const sett_thread *t = sett_self ();
  for (uint32_t i = 0; i < t->held_count; i++) {
    const sett_held *held = sett_held_of (t) + i;
    int *front = held->lock;
    sett_mutex *m = sett_mutex_of (front);
    if (*front == (int)old + 1 && !held->shared)
      *front = me ();
    else if (!*front && m->owner == (int)old + 1)
      m->owner = me ();
  }
}

void sett_use_by_process (const void *object, int for_all, uint8_t *user,
                          const char *what, uintptr_t place) {
  const uint8_t process = (uint8_t)(engine.process + 1);
  if (LIKELY (!sett_is_shared (object)) || for_all || *user == process)
    return;
  if (*user)
    sett_fail (SETT_VIOLATION_MISUSE, place, object,
               "%s that several processes use is not made for that "
               "(PTHREAD_PROCESS_SHARED)",
               what);
  *user = process;
}

static void used (sett_mutex *m, uintptr_t place) {
  sett_use_by_process (m, m->kind & FOR_ALL, &m->user, "a mutex", place);
}

static void acquired (sett_mutex *m, uintptr_t place) {
  sett_affect (m, SETT_EFFECT_ACQUIRE, 0);
  must_exist (m, place);
  used (m, place);
  m->owner = me ();
  m->depth = 1;
  sett_races_acquire (m);
  sett_held_add (m, 0, place);
  SETT_ASSERT_SLOW (sett_held_find (m));
  if (m->kind & ROBUST)
    find_held (m)->robust = 1;
  sett_spin_moved ();
  sett_vain_write (m, 0, (uint64_t)me (), SETT_VAIN_UPDATES | SETT_VAIN_LOCKS);
}

static void released (sett_mutex *m, int visible) {
  (visible ? sett_affect : sett_affect_inside) (m, SETT_EFFECT_RELEASE,
                                                (uint64_t)m->owner);
  if (!visible)
    sett_vain_pause ();
  m->owner = 0;
  m->depth = 0;
  sett_races_publish (m);
  sett_held_remove (m);
  sett_spin_moved ();
  sett_vain_write (m, (uint64_t)me (), 0, SETT_VAIN_UPDATES | SETT_VAIN_LOCKS);
}

static void must_own (const sett_mutex *m, const char *what, uintptr_t place) {
  if (m->owner == me ())
    return;
  if (!m->owner)
    sett_fail (SETT_VIOLATION_MISUSE, place, m, "%s a mutex that is not locked",
               what);
  sett_fail (SETT_VIOLATION_MISUSE, place, m,
             "%s a mutex that another thread has locked", what);
}

/*------------------------------------------------------------------------*/

/* The thread has it already: a result, or -1 to go on (and wait for ever). */
static int lock_again (sett_mutex *m) {
  switch (kind_of (m)) {
  case RECURSIVE:
    m->depth++;
    return 0;
  case ERRORCHECK:
    return EDEADLK;
  default:
    return -1;
  }
}

/* It is free. */
static int get (sett_mutex *m, uintptr_t place) {
  acquired (m, place);
  if (m->health == LOST) {
    released (m, 1);
    return ENOTRECOVERABLE;
  }
  return m->health == OWNER_DEAD ? EOWNERDEAD : 0;
}

int sett_mutex_lock (void *mutex, uintptr_t place) {
  sett_mutex *m = mutex;
  if (m->owner == me ()) {
    sett_object_used (m, place);
    const int result = lock_again (m);
    sett_vain_end (sett_self ());
    if (result >= 0)
      return result;
  }
  sett_visible (SETT_DO_LOCK, m, SETT_EFFECT_ACQUIRE, sett_guard_mutex, place);
  return get (m, place);
}

int sett_mutex_try (void *mutex, sett_operation operation, int failure,
                    uintptr_t place) {
  sett_mutex *m = mutex;
  sett_know_releases ();
  if (m->owner == me ())
    sett_object_used (m, place);
  if (m->owner == me () && kind_of (m) == RECURSIVE) {
    m->depth++;
    return 0;
  }
  if (m->owner == me () && kind_of (m) == ERRORCHECK && failure == ETIMEDOUT)
    return EDEADLK;
  sett_vain_head (place, 1);
  sett_spin_look (place);
  sett_visible (operation, m, SETT_EFFECT_ASK, NULL, place);
  if (!m->owner)
    return get (m, place);
  sett_affect (m, SETT_EFFECT_ASK, (uint64_t)m->owner);
  sett_spin_looked (m, &m->owner, sizeof m->owner);
  sett_vain_read ();
  return failure;
}

static void give_back (sett_mutex *m, uintptr_t place) {
  const int visible = sett_release_visible (m);
  if (visible) {
    sett_vain_pass ();
    sett_visible (SETT_DO_UNLOCK, m, SETT_EFFECT_RELEASE, NULL, place);
    must_own (m, "unlock of", place); /* another process can initialise it */
  } else if (UNLIKELY (engine.narrating))
    narrator->aside (SETT_DO_UNLOCK, m, -1, place);
  released (m, visible);
}

int sett_mutex_unlock (void *mutex, uintptr_t place) {
  sett_mutex *m = mutex;
  sett_object_used (m, place);
  if (m->owner != me () && kind_of (m) == ERRORCHECK)
    return EPERM;
  must_own (m, "unlock of", place);
  if (m->depth > 1) {
    m->depth--;
    return 0;
  }
  if (m->health)
    set_health (m, LOST);
  give_back (m, place);
  return 0;
}

/* In an event that goes on. */
static void leave_to_others (const sett_thread *t, sett_mutex *m) {
  if (m->health != LOST)
    set_health (m, OWNER_DEAD);
  sett_races_release_of (t, m);
  sett_affect (m, SETT_EFFECT_RELEASE, (uint64_t)m->owner);
  m->owner = 0;
  m->depth = 0;
}

void sett_mutex_process_dies (void) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    const sett_held *held = sett_held_of (t);
    for (uint32_t i = 0; i < t->held_count; i++)
      if (held[i].robust && sett_is_shared (held[i].lock))
        leave_to_others (t, held[i].lock);
  }
}

void sett_mutex_owner_dies (void) {
  sett_thread *t = sett_self ();
  uint32_t i = t->held_count;
  while (i--) {
    const sett_held held = sett_held_of (t)[i];
    sett_mutex *m = held.lock;
    if (!held.robust)
      continue;
    set_health (m, OWNER_DEAD);
    give_back (m, held.place);
  }
}

int sett_held_by_anybody (const void *lock) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    for (uint32_t i = 0; i < t->held_count; i++)
      if (sett_held_of (t)[i].lock == lock)
        return 1;
  }
  return 0;
}

/* What was in the memory before says nothing. */
static void must_be_free (const void *mutex, uintptr_t place) {
  if (sett_mutex_of (mutex)->owner && sett_held_by_anybody (mutex))
    sett_fail (SETT_VIOLATION_MISUSE, place, mutex,
               "a mutex is initialised while it is locked");
}

void sett_mutex_init (void *mutex, int kind, uintptr_t place) {
  if (sett_initialise (mutex, place) && sett_races_could_be_later (mutex))
    sett_know_releases (); /* the last unlock could also come later */
  must_be_free (mutex, place);
  memset (mutex, 0, sizeof (pthread_mutex_t));
  sett_mutex_of (mutex)->kind = kind;
}

void sett_mutex_destroy (void *mutex, uintptr_t place) {
  const sett_mutex *m = mutex;
  sett_visible (SETT_DO_DESTROY, m, SETT_EFFECT_CHANGE, NULL, place);
  if (sett_races_could_be_later (mutex))
    sett_know_releases (); /* the last unlock could also come later */
  sett_affect (m, SETT_EFFECT_CHANGE, (uint64_t)m->owner);
  must_exist (m, place);
  if (m->owner)
    sett_fail (SETT_VIOLATION_MISUSE, place, m,
               "a mutex is destroyed while it is locked");
  sett_mutex_of (mutex)->kind = DESTROYED;
}

static int is_nested (const sett_mutex *m) {
  return m->depth > 1;
}

void sett_mutex_give (void *mutex, uintptr_t place) {
  sett_mutex *m = mutex;
  sett_object_used (m, place);
  must_own (m, "waiting for a condition with", place);
  if (is_nested (m))
    sett_fail (SETT_VIOLATION_MISUSE, place, m,
               "waiting for a condition with a recursive mutex that is locked "
               "%u times: others need not get it",
               m->depth);
  if (m->health)
    set_health (m, LOST);
  released (m, 1);
}

int sett_mutex_take (void *mutex, uintptr_t place) {
  return get (mutex, place);
}

/*------------------------------------------------------------------------*/
/* The interface. */

EXPORT int pthread_mutex_init (pthread_mutex_t *m,
                               const pthread_mutexattr_t *attributes) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_init) (m, attributes);
  int kind = 0, robust = 0, shared = 0;
  if (attributes) {
    pthread_mutexattr_getpshared (attributes, &shared);
    pthread_mutexattr_gettype (attributes, &kind);
    pthread_mutexattr_getrobust (attributes, &robust);
  }
  sett_mutex_init (m, kind | (robust ? ROBUST : 0) | (shared ? FOR_ALL : 0),
                   SETT_HERE);
  return 0;
}

EXPORT int pthread_mutex_destroy (pthread_mutex_t *m) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_destroy) (m);
  sett_mutex_destroy (m, SETT_HERE);
  return 0;
}

int pthread_mutex_lock_looking (pthread_mutex_t *);
SETT_LOOKING (pthread_mutex_lock);
SETT_LOOKS int pthread_mutex_lock_looking (pthread_mutex_t *m) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_lock) (m);
  sett_vain_head (SETT_HERE, 1);
  return sett_mutex_lock (m, SETT_HERE);
}

int pthread_mutex_trylock_looking (pthread_mutex_t *);
SETT_LOOKING (pthread_mutex_trylock);
SETT_LOOKS int pthread_mutex_trylock_looking (pthread_mutex_t *m) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_trylock) (m);
  return sett_mutex_try (m, SETT_DO_TRYLOCK, EBUSY, SETT_HERE);
}

/* To wait a while and then give up is to give up when one is asked too early:
   whoever gets the lock in time does so without waiting, at a later moment. */
int pthread_mutex_timedlock_looking (pthread_mutex_t *,
                                     const struct timespec *);
SETT_LOOKING (pthread_mutex_timedlock);
SETT_LOOKS int pthread_mutex_timedlock_looking (pthread_mutex_t *m,
                                                const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_timedlock) (m, until);
  return sett_clock_timed (
      sett_mutex_try (m, SETT_DO_TIMEDLOCK, ETIMEDOUT, SETT_HERE), until);
}

int pthread_mutex_clocklock_looking (pthread_mutex_t *, clockid_t,
                                     const struct timespec *);
SETT_LOOKING (pthread_mutex_clocklock);
SETT_LOOKS int pthread_mutex_clocklock_looking (pthread_mutex_t *m,
                                                clockid_t clock,
                                                const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_clocklock) (m, clock, until);
  return sett_clock_timed (
      sett_mutex_try (m, SETT_DO_TIMEDLOCK, ETIMEDOUT, SETT_HERE), until);
}

EXPORT int pthread_mutex_unlock (pthread_mutex_t *m) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_unlock) (m);
  return sett_mutex_unlock (m, SETT_HERE);
}

EXPORT int pthread_mutex_consistent (pthread_mutex_t *mutex) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_consistent) (mutex);
  sett_mutex *m = sett_mutex_of (mutex);
  if (m->owner != me () || m->health != OWNER_DEAD)
    return EINVAL;
  set_health (m, HEALTHY);
  return 0;
}

/* Priorities mean nothing here: there is no mutex with a ceiling. */
EXPORT int pthread_mutex_getprioceiling (const pthread_mutex_t *m,
                                         int *ceiling) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_getprioceiling) (m, ceiling);
  sett_note_add (1, SETT_HERE,
                 "called pthread_mutex_getprioceiling: not controlled");
  return EINVAL;
}

EXPORT int pthread_mutex_setprioceiling (pthread_mutex_t *m, int ceiling,
                                         int *old) {
  if (!sett_active ())
    return SETT_REAL (pthread_mutex_setprioceiling) (m, ceiling, old);
  sett_note_add (1, SETT_HERE,
                 "called pthread_mutex_setprioceiling: not controlled");
  return EINVAL;
}
