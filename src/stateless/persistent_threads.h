/* Persistent sets by Stoller's Algorithm 2-MLD': threads that nobody outside
   the set can interfere with before one of them has moved.

   It needs to know what threads may still do: an upper bound that somebody
   declares or infers.  Without one all enabled threads are taken. */

#ifndef SETT_STATELESS_PERSISTENT_THREADS_H
#define SETT_STATELESS_PERSISTENT_THREADS_H

#include "kernel/runner.h"

/* The functions speak of the state before the event `index` of the execution
   at hand. */
typedef struct sett_bounds {
  void *data;
  /* Is anything known at all?  If not, the others are not asked. */
  int (*exist) (void *data);
  /* May the thread end the program, now or later, or the execution, by
     something that is wrong or an assumption that does not hold: nobody goes on
     then. */
  int (*ends) (void *data, uint32_t index, unsigned thread);
  /* May the thread, or one that it creates, now or later, have an effect of one
     of these kinds (a bit mask) on the object? */
  int (*allows) (void *data, uint32_t index, unsigned thread, uint32_t object,
                 uint32_t kinds);
} sett_bounds;

/* What is known of a thread in a state. */
typedef struct sett_standing {
  const sett_event *pending; /* what it is about to do; null: not known */
  const sett_effect *effects;
  int awaited; /* if that is not known: thread without the end of which it does
                  nothing; -1: not known, either */
} sett_standing;

/* The threads of a persistent set that contains `seed`, which is enabled.
   `alive`: threads that exist and are not finished. */
sett_thread_set sett_persistent_set (const sett_bounds *, uint32_t index,
                                     sett_thread_set enabled,
                                     sett_thread_set alive, unsigned seed,
                                     const sett_standing *standings);

#endif
