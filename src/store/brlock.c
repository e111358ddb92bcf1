/* A lock of a shared structure: see brlock.h.

   Who enters announces it first and looks at `closed` after; who closes sets
   `closed` first and looks for announcements after.  All four accesses are
   sequentially consistent, so one of the two sees the other. */

#include "store/brlock.h"

#include "base/assert.h"
#include "base/memory.h"

#include <sched.h>

int sett_brlock_init (sett_brlock *brlock, unsigned workers) {
  SETT_ASSERT (workers);
  *brlock = (sett_brlock){.workers = workers};
  pthread_mutex_init (&brlock->mutex, NULL);
  if (workers < 2)
    return 1;
  brlock->flags = sett_try_map (workers * sizeof *brlock->flags);
  return brlock->flags != NULL;
}

static inline int is_empty (const sett_brlock *brlock) {
  for (unsigned i = 0; brlock->flags && i < brlock->workers; i++)
    if (atomic_load (&brlock->flags[i].inside))
      return 0;
  return !atomic_load (&brlock->visitors);
}

void sett_brlock_release (sett_brlock *brlock) {
  SETT_ASSERT_SLOW (is_empty (brlock));
  pthread_mutex_destroy (&brlock->mutex);
  sett_unmap (brlock->flags, brlock->workers * sizeof *brlock->flags);
}

void sett_brlock_count_in (sett_brlock *brlock, atomic_uint *count) {
  for (;;) {
    atomic_fetch_add (count, 1);
    if (!atomic_load (&brlock->closed))
      return;
    atomic_fetch_sub (count, 1);
    pthread_mutex_lock (&brlock->mutex); /* until it is open again */
    pthread_mutex_unlock (&brlock->mutex);
  }
}

static void wait_until_zero (atomic_uint *count) {
  while (atomic_load (count))
    sched_yield ();
}

void sett_brlock_close (sett_brlock *brlock, unsigned worker) {
  if (!brlock->flags)
    return;
  SETT_ASSERT (worker < brlock->workers);
  sett_brlock_leave (brlock, worker);
  pthread_mutex_lock (&brlock->mutex);
  atomic_store (&brlock->closed, 1);
  for (unsigned i = 0; i < brlock->workers; i++)
    wait_until_zero (&brlock->flags[i].inside);
  wait_until_zero (&brlock->visitors);
  SETT_ASSERT (!atomic_load (&brlock->visitors));
}

void sett_brlock_open (sett_brlock *brlock, unsigned worker) {
  if (!brlock->flags)
    return;
  SETT_ASSERT (atomic_load (&brlock->closed));
  atomic_store (&brlock->closed, 0);
  pthread_mutex_unlock (&brlock->mutex);
  sett_brlock_enter (brlock, worker);
}
