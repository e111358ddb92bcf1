/* A lock that workers pass on their way into a shared structure, and that one
   of them may close to rebuild it.

   Being inside costs a worker one store to a cache line of its own; with a
   single worker it costs nothing. */

#ifndef SETT_STORE_BRLOCK_H
#define SETT_STORE_BRLOCK_H

#include <pthread.h>
#include <stdatomic.h>

typedef struct sett_brlock_flag {
  _Alignas(64) atomic_uint inside;
} sett_brlock_flag;

typedef struct sett_brlock {
  unsigned workers;
  atomic_uint closed;
  atomic_uint visitors;    /* inside without being workers */
  pthread_mutex_t mutex;   /* held while closed */
  sett_brlock_flag *flags; /* one per worker; null if there is only one */
} sett_brlock;

int sett_brlock_init (sett_brlock *, unsigned workers); /* false: no memory */
void sett_brlock_release (sett_brlock *);

/* Closes it and waits until nobody is inside; the worker, who was
   inside, is alone then.  Opening lets it be inside again. */
void sett_brlock_close (sett_brlock *, unsigned worker);
void sett_brlock_open (sett_brlock *, unsigned worker);

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
