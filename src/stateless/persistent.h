/* Persistent sets by Stoller's Algorithm 2-MLD': threads that nobody outside
   the set can interfere with before one of them has moved.

   It needs to know what threads may still do: an upper bound that somebody
   declares or infers.  Without one all enabled threads are taken. */

#ifndef SETT_STATELESS_PERSISTENT_H
#define SETT_STATELESS_PERSISTENT_H

#include "kernel/runner.h"

typedef struct sett_bounds {
  void *data;
  /* Threads that may end the program, or the execution, by something that is
     wrong or an assumption that does not hold: nobody goes on then. */
  uint64_t ending;
  /* May the thread, or one that it creates, now or later, have an effect of one
     of these kinds (a bit mask) on the object? */
  int (*allows) (void *data, unsigned thread, uint32_t object, uint32_t kinds);
  /* What the discipline allows the thread to do, without a visible operation
     before, to objects that a lock protects: that it holds or is about to
     acquire.  Effects by kind and object. */
  uint32_t (*guarded) (void *data, unsigned thread, uint32_t lock,
                       const sett_effect **);
} sett_bounds;

/* What is known of a thread in a state. */
typedef struct sett_standing {
  const sett_event *pending; /* what it is about to do; null: not known */
  const sett_effect *effects;
  const uint32_t *held; /* locks */
  uint32_t held_count;
} sett_standing;

/* The threads of a persistent set that contains `seed`, which is enabled.
   `alive`: threads that exist and are not finished. */
uint64_t sett_persistent_set (const sett_bounds *, uint64_t enabled,
                              uint64_t alive, unsigned seed,
                              const sett_standing *standings);

#endif
