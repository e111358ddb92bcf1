/* Spin locks: under control a thread waits for one as it waits for a mutex.

   The lock is an integer: 0 is free, a negative one was destroyed, otherwise it
   is its owner, a thread's number plus 1.  The C library has other values, so
   that its own functions are never used; a program that runs by itself gets
   simple ones from here. */

#include "runtime/core/narrator.h"
#include "base/assert.h"
#include "runtime/sync/guards.h"
#include "runtime/core/knowledge.h"
#include "runtime/sync/mutex.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

static int me (void) {
  return (int)world->current + 1;
}

enum { DESTROYED = -0x5e77 };

static void must_exist (const volatile int *l, uintptr_t place) {
  if (UNLIKELY (*l == DESTROYED))
    sett_fail (SETT_VIOLATION_MISUSE, place, (void *)l,
               "use of a spin lock that was destroyed");
}

int sett_guard_spinlock (const sett_thread *t) {
  const int value = *(const int *)t->object;
  return !value || value == DESTROYED;
}

static int acquired (volatile int *l, uintptr_t place) {
  sett_affect ((void *)l, SETT_EFFECT_ACQUIRE, 0);
  must_exist (l, place);
  *l = me ();
  sett_races_acquire ((void *)l);
  sett_held_add ((void *)l, 0, place);
  SETT_ASSERT (sett_held_find ((const void *)l));
  sett_spin_progress ();
  return 0;
}

static int try (volatile int *l, uintptr_t place) {
  sett_know_releases ();
  sett_spin_look (place);
  sett_visible (SETT_DO_TRYLOCK, (void *)l, SETT_EFFECT_ASK, NULL, place);
  if (!*l)
    return acquired (l, place);
  sett_affect ((void *)l, SETT_EFFECT_ASK, (uint64_t)*l);
  must_exist (l, place);
  sett_spin_looked ((void *)l, (void *)l, sizeof *l);
  return EBUSY;
}

static int unlock (volatile int *l, uintptr_t place) {
  const int visible = sett_release_visible ((const void *)l);
  sett_object_used ((const void *)l, place);
  must_exist (l, place);
  if (*l != me ())
    sett_fail (SETT_VIOLATION_MISUSE, place, (void *)l,
               *l ? "unlock of a spin lock that another thread has locked"
                  : "unlock of a spin lock that is not locked");
  if (visible)
    sett_visible (SETT_DO_UNLOCK, (void *)l, SETT_EFFECT_RELEASE, NULL, place);
  else if (UNLIKELY (engine.narrating))
    narrator->aside (SETT_DO_UNLOCK, (void *)l, -1, place);
  (visible ? sett_affect : sett_affect_inside) ((void *)l, SETT_EFFECT_RELEASE,
                                                (uint64_t)*l);
  *l = 0;
  sett_races_publish ((void *)l);
  sett_held_remove ((void *)l);
  sett_spin_progress ();
  return 0;
}

static int destroy (volatile int *l, uintptr_t place) {
  sett_visible (SETT_DO_DESTROY, (void *)l, SETT_EFFECT_CHANGE, NULL, place);
  if (sett_races_could_be_later ((void *)l))
    sett_know_releases (); /* the last unlock could also come later */
  sett_affect ((void *)l, SETT_EFFECT_CHANGE, (uint64_t)*l);
  must_exist (l, place);
  if (*l)
    sett_fail (SETT_VIOLATION_MISUSE, place, (void *)l,
               "a spin lock is destroyed while it is locked");
  *l = DESTROYED;
  return 0;
}

static void init (volatile int *l, uintptr_t place) {
  if (sett_initialise ((const void *)l, place) &&
      sett_races_could_be_later ((const void *)l))
    sett_know_releases (); /* the last unlock could also come later */
  if (*l && sett_held_by_anybody ((const void *)l))
    sett_fail (SETT_VIOLATION_MISUSE, place, (void *)l,
               "a spin lock is initialised while it is locked");
}

/*------------------------------------------------------------------------*/
/* Without control. */

static int native_try (volatile int *l) {
  return __atomic_exchange_n (l, 1, __ATOMIC_ACQUIRE) ? EBUSY : 0;
}

static int native_lock (volatile int *l) {
  while (native_try (l))
    while (__atomic_load_n (l, __ATOMIC_RELAXED))
      sett_raw (SYS_sched_yield);
  return 0;
}

/*------------------------------------------------------------------------*/
/* The interface. */

EXPORT int pthread_spin_init (pthread_spinlock_t *l, int shared) {
  (void)shared;
  if (sett_active ())
    init (l, SETT_HERE);
  *l = 0;
  return 0;
}

EXPORT int pthread_spin_destroy (pthread_spinlock_t *l) {
  return sett_active () ? destroy (l, SETT_HERE) : 0;
}

EXPORT int pthread_spin_lock (pthread_spinlock_t *l) {
  if (!sett_active ())
    return native_lock (l);
  sett_visible (SETT_DO_LOCK, (void *)l, SETT_EFFECT_ACQUIRE,
                sett_guard_spinlock, SETT_HERE);
  return acquired (l, SETT_HERE);
}

int pthread_spin_trylock_looking (pthread_spinlock_t *);
SETT_LOOKING (pthread_spin_trylock);
SETT_LOOKS int pthread_spin_trylock_looking (pthread_spinlock_t *l) {
  return sett_active () ? try (l, SETT_HERE) : native_try (l);
}

EXPORT int pthread_spin_unlock (pthread_spinlock_t *l) {
  if (sett_active ())
    return unlock (l, SETT_HERE);
  __atomic_store_n (l, 0, __ATOMIC_RELEASE);
  return 0;
}
