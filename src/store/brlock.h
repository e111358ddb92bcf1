/* A lock that workers pass on their way into a shared structure, and that one
   of them may close to rebuild it.  Who waits outside until it is open again
   helps with that.

   Being inside costs a worker one store to a cache line of its own; with a
   single worker it costs nothing. */

#ifndef SETT_STORE_BRLOCK_H
#define SETT_STORE_BRLOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef struct sett_brlock_flag {
  _Alignas(64) atomic_uint inside;
} sett_brlock_flag;

/* One of the pieces that some work consists of.  Several threads do some each,
   at the same time and in any order. */
typedef void sett_piece (void *of, uint64_t number);

struct sett_brlock_work;

typedef struct sett_brlock {
  unsigned workers;
  atomic_uint closed;   /* written under the mutex */
  atomic_uint visitors; /* inside without being workers */
  pthread_mutex_t mutex;
  pthread_cond_t news;           /* open again, more work, or a helper ends */
  struct sett_brlock_work *work; /* what can be helped with, while closed */
  sett_brlock_flag *flags;       /* one per worker; null if there is only one */
} sett_brlock;

int sett_brlock_init (sett_brlock *, unsigned workers); /* false: no memory */
void sett_brlock_release (sett_brlock *);

/* Closes it and waits until nobody is inside; the worker, who was
   inside, is alone then.  Opening lets it be inside again. */
void sett_brlock_close (sett_brlock *, unsigned worker);
void sett_brlock_open (sett_brlock *, unsigned worker);

/* Does so many pieces of work, together with those who wait outside; returns
   when all are done.  Null, or a single worker: alone.  Else it is closed. */
void sett_brlock_share (sett_brlock *, uint64_t pieces, sett_piece *, void *of);

void sett_brlock_count_in (sett_brlock *, atomic_uint *count);

static inline void sett_brlock_enter (sett_brlock *brlock, unsigned worker) {
  if (brlock->flags)
    sett_brlock_count_in (brlock, &brlock->flags[worker].inside);
}

static inline void sett_brlock_leave (sett_brlock *brlock, unsigned worker) {
  if (brlock->flags)
    atomic_store_explicit (&brlock->flags[worker].inside, 0,
                           memory_order_release);
}

/* The same for calls that do not say which worker they come from. */
static inline void sett_brlock_visit (sett_brlock *brlock) {
  if (brlock->flags)
    sett_brlock_count_in (brlock, &brlock->visitors);
}

static inline void sett_brlock_end_visit (sett_brlock *brlock) {
  if (brlock->flags)
    atomic_fetch_sub_explicit (&brlock->visitors, 1, memory_order_release);
}

#endif
