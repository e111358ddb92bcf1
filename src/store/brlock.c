/* A lock of a shared structure: see brlock.h.

   Who enters announces it first and looks at `closed` after; who closes sets
   `closed` first and looks for announcements after.  All four accesses are
   sequentially consistent, so one of the two sees the other.

   Helping.  Work is offered, taken up and taken back under the mutex, and who
   offered it leaves only when all that took it up have ended; so nobody looks
   at it when it is gone, and all that was done is seen by who comes next. */

#include "store/brlock.h"

#include "base/assert.h"
#include "base/memory.h"

#include <sched.h>

struct sett_brlock_work {
  sett_piece *piece;
  void *of;
  uint64_t pieces;
  _Atomic uint64_t next; /* the first piece that nobody has begun */
  unsigned helpers;      /* under the mutex */
};

int sett_brlock_init (sett_brlock *brlock, unsigned workers) {
  SETT_ASSERT (workers);
  *brlock = (sett_brlock){.workers = workers};
  pthread_mutex_init (&brlock->mutex, NULL);
  pthread_cond_init (&brlock->news, NULL);
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
  pthread_cond_destroy (&brlock->news);
  pthread_mutex_destroy (&brlock->mutex);
  sett_unmap (brlock->flags, brlock->workers * sizeof *brlock->flags);
}

static int has_pieces (const struct sett_brlock_work *work) {
  return work && atomic_load (&work->next) < work->pieces;
}

static void do_pieces (struct sett_brlock_work *work) {
  uint64_t number;
  while ((number = atomic_fetch_add (&work->next, 1)) < work->pieces)
    work->piece (work->of, number);
}

/* With the mutex, which is left meanwhile. */
static void help (sett_brlock *brlock) {
  struct sett_brlock_work *const work = brlock->work;
  work->helpers++;
  pthread_mutex_unlock (&brlock->mutex);
  do_pieces (work);
  pthread_mutex_lock (&brlock->mutex);
  SETT_ASSERT (work->helpers);
  if (!--work->helpers)
    pthread_cond_broadcast (&brlock->news);
}

/* With the mutex: until it is open. */
static void wait_outside (sett_brlock *brlock) {
  while (atomic_load (&brlock->closed)) {
    if (has_pieces (brlock->work))
      help (brlock);
    else
      pthread_cond_wait (&brlock->news, &brlock->mutex);
  }
}

void sett_brlock_count_in (sett_brlock *brlock, atomic_uint *count) {
  for (;;) {
    atomic_fetch_add (count, 1);
    if (!atomic_load (&brlock->closed))
      return;
    atomic_fetch_sub (count, 1);
    pthread_mutex_lock (&brlock->mutex);
    wait_outside (brlock);
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
  wait_outside (brlock);
  atomic_store (&brlock->closed, 1);
  pthread_mutex_unlock (&brlock->mutex);
  for (unsigned i = 0; i < brlock->workers; i++)
    wait_until_zero (&brlock->flags[i].inside);
  wait_until_zero (&brlock->visitors);
  SETT_ASSERT (!atomic_load (&brlock->visitors));
}

void sett_brlock_open (sett_brlock *brlock, unsigned worker) {
  if (!brlock->flags)
    return;
  SETT_ASSERT (atomic_load (&brlock->closed) && !brlock->work);
  pthread_mutex_lock (&brlock->mutex);
  atomic_store (&brlock->closed, 0);
  pthread_cond_broadcast (&brlock->news);
  pthread_mutex_unlock (&brlock->mutex);
  sett_brlock_enter (brlock, worker);
}

static void offer (sett_brlock *brlock, struct sett_brlock_work *work) {
  pthread_mutex_lock (&brlock->mutex);
  SETT_ASSERT (atomic_load (&brlock->closed) && !brlock->work);
  brlock->work = work;
  pthread_cond_broadcast (&brlock->news);
  pthread_mutex_unlock (&brlock->mutex);
}

/* Until nobody is at it any more. */
static void take_back (sett_brlock *brlock, struct sett_brlock_work *work) {
  pthread_mutex_lock (&brlock->mutex);
  brlock->work = NULL;
  while (work->helpers)
    pthread_cond_wait (&brlock->news, &brlock->mutex);
  pthread_mutex_unlock (&brlock->mutex);
  SETT_ASSERT (!has_pieces (work));
}

void sett_brlock_share (sett_brlock *brlock, uint64_t pieces, sett_piece *piece,
                        void *of) {
  struct sett_brlock_work work = {.piece = piece, .of = of, .pieces = pieces};
  const int together = brlock && brlock->flags && pieces > 1;
  if (together)
    offer (brlock, &work);
  do_pieces (&work);
  if (together)
    take_back (brlock, &work);
}
