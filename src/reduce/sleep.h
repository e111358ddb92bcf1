/* Sleep sets: transitions that need not be taken from a state, because what
   would follow has been or will be explored from a state before it.

   A *move* is a transition of a process with its partner, and all its
   successors.  When the moves of a state are taken one after the other, the
   ones before a move m that commute with it go to sleep behind m, as do those
   already asleep that commute with it. */

#ifndef SETT_REDUCE_SLEEP_H
#define SETT_REDUCE_SLEEP_H

#include "base/vector.h"
#include "reduce/reduce.h"

typedef struct sett_move_name {
  uint32_t transition;
  uint16_t process, partner;
} sett_move_name;

typedef SETT_VECTOR (sett_move_name) sett_move_set;

static inline int sett_same_move (const sett_move_name *a,
                                  const sett_move_name *b) {
  return a->transition == b->transition && a->process == b->process &&
         a->partner == b->partner;
}

static inline int sett_moves_have (const sett_move_set *set,
                                   const sett_move_name *name) {
  for (size_t i = 0; i < set->count; i++)
    if (sett_same_move (&set->at[i], name))
      return 1;
  return 0;
}

/* The moves of a state to explore, as the reduction selects them.  Sets
   `*stuck` if there is no step at all. */
void sett_reducer_moves (sett_reducer *, const unsigned char *state,
                         uint32_t size, sett_move_set *, int *stuck);

/* Do two moves of the state that was looked at last commute? */
int sett_reducer_commute (sett_reducer *, const sett_move_name *,
                          const sett_move_name *);

/* The successors of a move, as from sett_expand. */
const sett_sink *sett_reducer_take (sett_reducer *, const unsigned char *state,
                                    uint32_t size, const sett_move_name *);

/* Who sleeps after move `taken`: those of `asleep` and of the first `count`
   of `moves` that commute with it.  The state is the one looked at last. */
void sett_reducer_fall_asleep (sett_reducer *, const sett_move_set *asleep,
                               const sett_move_set *moves, size_t count,
                               const sett_move_name *taken, sett_move_set *out);

#endif
