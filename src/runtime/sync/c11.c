/* C11's threads.h: pthreads under other names, with other results.  What is
   missing here (thrd_current, tss_get...) needs no control. */

#include "runtime/sync/clock.h"
#include "runtime/sync/condition.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/once.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <pthread.h>
#include <string.h>
#include <threads.h>

_Static_assert(sizeof (mtx_t) == sizeof (pthread_mutex_t) &&
                   sizeof (cnd_t) == sizeof (pthread_cond_t),
               "C11's objects are not those of pthreads");

static int result_of (int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ENOMEM:
    return thrd_nomem;
  case ETIMEDOUT:
    return thrd_timedout;
  default:
    return thrd_error;
  }
}

/*------------------------------------------------------------------------*/
/* Threads. */

EXPORT int thrd_create (thrd_t *handle, thrd_start_t start, void *argument) {
  if (!sett_active ())
    return SETT_REAL (thrd_create) (handle, start, argument);
  return result_of (sett_thread_create (handle, NULL, (void (*) (void))start, 1,
                                        argument, SETT_HERE));
}

EXPORT int thrd_join (thrd_t handle, int *result) {
  if (!sett_active ())
    return SETT_REAL (thrd_join) (handle, result);
  void *value;
  const int error = sett_thread_join (handle, &value, SETT_HERE);
  if (!error && result)
    *result = (int)(intptr_t)value;
  return result_of (error);
}

EXPORT int thrd_detach (thrd_t handle) {
  if (!sett_active ())
    return SETT_REAL (thrd_detach) (handle);
  return result_of (sett_thread_detach (handle, SETT_HERE));
}

EXPORT void thrd_exit (int result) {
  if (sett_active ())
    sett_thread_exit ((void *)(intptr_t)result);
  SETT_REAL (thrd_exit) (result);
  __builtin_unreachable ();
}

EXPORT void call_once (once_flag *once, void (*function) (void)) {
  if (sett_active ())
    sett_once ((int *)once, function, SETT_HERE);
  else
    SETT_REAL (call_once) (once, function);
}

/*------------------------------------------------------------------------*/
/* Values of threads. */

EXPORT int tss_create (tss_t *key, tss_dtor_t destructor) {
  return result_of (pthread_key_create (key, destructor));
}

EXPORT void tss_delete (tss_t key) {
  pthread_key_delete (key);
}

/*------------------------------------------------------------------------*/
/* Mutexes. */

EXPORT int mtx_init (mtx_t *m, int type) {
  if (!sett_active ())
    return SETT_REAL (mtx_init) (m, type);
  if (type & ~(mtx_timed | mtx_recursive))
    return thrd_error;
  sett_mutex_init (m, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : 0,
                   SETT_HERE);
  return thrd_success;
}

EXPORT void mtx_destroy (mtx_t *m) {
  if (sett_active ())
    sett_mutex_destroy (m, SETT_HERE);
  else
    SETT_REAL (mtx_destroy) (m);
}

int mtx_lock_looking (mtx_t *);
SETT_LOOKING (mtx_lock);
SETT_LOOKS int mtx_lock_looking (mtx_t *m) {
  if (!sett_active ())
    return SETT_REAL (mtx_lock) (m);
  sett_vain_head (SETT_HERE, 1);
  return result_of (sett_mutex_lock (m, SETT_HERE));
}

int mtx_trylock_looking (mtx_t *);
SETT_LOOKING (mtx_trylock);
SETT_LOOKS int mtx_trylock_looking (mtx_t *m) {
  if (!sett_active ())
    return SETT_REAL (mtx_trylock) (m);
  return result_of (sett_mutex_try (m, SETT_DO_TRYLOCK, EBUSY, SETT_HERE));
}

int mtx_timedlock_looking (mtx_t *, const struct timespec *);
SETT_LOOKING (mtx_timedlock);
SETT_LOOKS int mtx_timedlock_looking (mtx_t *m, const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (mtx_timedlock) (m, until);
  return result_of (sett_clock_timed (
      sett_mutex_try (m, SETT_DO_TIMEDLOCK, ETIMEDOUT, SETT_HERE), until));
}

EXPORT int mtx_unlock (mtx_t *m) {
  if (!sett_active ())
    return SETT_REAL (mtx_unlock) (m);
  return result_of (sett_mutex_unlock (m, SETT_HERE));
}

/*------------------------------------------------------------------------*/
/* Conditions. */

EXPORT int cnd_init (cnd_t *c) {
  if (!sett_active ())
    return SETT_REAL (cnd_init) (c);
  sett_condition_init (c, 0, SETT_HERE);
  return thrd_success;
}

EXPORT void cnd_destroy (cnd_t *c) {
  if (sett_active ())
    sett_condition_destroy (c, SETT_HERE);
  else
    SETT_REAL (cnd_destroy) (c);
}

EXPORT int cnd_wait (cnd_t *c, mtx_t *m) {
  if (!sett_active ())
    return SETT_REAL (cnd_wait) (c, m);
  return result_of (sett_condition_wait (c, m, NULL, SETT_HERE));
}

EXPORT int cnd_timedwait (cnd_t *c, mtx_t *m, const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (cnd_timedwait) (c, m, until);
  return result_of (sett_condition_wait (c, m, until, SETT_HERE));
}

EXPORT int cnd_signal (cnd_t *c) {
  if (!sett_active ())
    return SETT_REAL (cnd_signal) (c);
  return result_of (sett_condition_signal (c, SETT_HERE));
}

EXPORT int cnd_broadcast (cnd_t *c) {
  if (!sett_active ())
    return SETT_REAL (cnd_broadcast) (c);
  return result_of (sett_condition_broadcast (c, SETT_HERE));
}
