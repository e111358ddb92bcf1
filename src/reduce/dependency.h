/* What the processes of a state can do to each other.

   An *instance* is a process with the constants that tell which objects its
   transitions touch; a *position* is an instance at a location.  Whether a
   process can disturb another depends on their positions alone: on what the
   one can do at its location, and on what the other may ever do from its
   location on, including the processes that it may start.

   Transitions here are whole runs: what a transition touches includes what
   comes after it as long as the process keeps control.

   Everything is computed when it is first asked for, and kept. */

#ifndef SETT_REDUCE_DEPENDENCY_H
#define SETT_REDUCE_DEPENDENCY_H

#include "kernel/control.h"

typedef struct sett_dependency sett_dependency;

/* Transitions of a location are numbered from 0; locations with more than
   this many are never reduced. */
#define SETT_MOST_BRANCHES 64u

struct sett_pair;

typedef struct sett_position {
  uint32_t location;
  uint32_t count;   /* transitions */
  uint32_t index;   /* of this position */
  uint64_t all;     /* the lowest `count` bits */
  uint64_t wild;    /* transitions that may depend on everything */
  uint64_t visible; /* that may change a proposition */
  uint64_t sticky;  /* that close a loop of the process, see below */
  uint64_t waiting; /* that are possible only at a timeout */
  uint64_t meets;   /* before or after which the process may wait for a
                       rendezvous, or which are one */
  uint64_t own;     /* whose guards read variables of the process */
  const uint32_t *transitions;
  /* By transition that receives the first message of a channel: the others
     that do so from the same one.  If one of these is possible, there is a
     message, but not the right one: no further message will help. */
  const uint64_t *rivals;
  struct sett_pair **pairs; /* by index of the other, as far as known */
  uint32_t pairs_room;
} sett_position;

/* What the process at the second position can do to the transitions of the
   first one, as sets of the first one's: */
typedef struct sett_pair {
  uint64_t disturbed; /* may not commute with something it will do */
  uint64_t enabled;   /* may become possible by something it will do */
  /* The same, by transition of the first: the transitions of the *second*
     position that do it, or after which it is done. */
  uint64_t *disturbing, *enabling;
  /* `enabled` and `enabling` for a transition that has a possible rival. */
  uint64_t enabled_still, *enabling_still;
} sett_pair;

sett_dependency *sett_dependency_create (sett_model *, unsigned mutant);
void sett_dependency_destroy (sett_dependency *);

/* The positions of all processes of a state; gives how many processes. */
unsigned sett_dependency_locate (sett_dependency *, const unsigned char *state,
                                 uint32_t size,
                                 const sett_position *at[SETT_MOST_PROCESSES]);

const sett_pair *sett_dependency_find_pair (sett_dependency *,
                                            const sett_position *,
                                            const sett_position *);

static inline const sett_pair *sett_dependency_pair (sett_dependency *r,
                                                     const sett_position *a,
                                                     const sett_position *b) {
  return b->index < a->pairs_room && a->pairs[b->index]
             ? a->pairs[b->index]
             : sett_dependency_find_pair (r, a, b);
}

/* Of these positions, the ones of processes whose steps may be ample as far as
   positions tell: no other disturbs all their transitions.  For 64 processes
   at most. */
uint64_t sett_dependency_candidates (sett_dependency *,
                                     const sett_position *const at[],
                                     unsigned count);

/* A small number for a position and a set of its transitions: the same for
   the same, and different for different ones. */
uint32_t sett_dependency_situation (sett_dependency *, const sett_position *,
                                    uint64_t possible);

/* The positions that were met, by their index, and the numbers that were given
   at one of them, for i = 0, 1, ... until it is false: see experience.c. */
uint32_t sett_dependency_positions (const sett_dependency *);
const sett_position *sett_dependency_position (const sett_dependency *,
                                               uint32_t index);
int sett_dependency_list_situation (const sett_position *, size_t i,
                                    uint64_t *possible, uint32_t *number);

/* Do two transitions of different processes commute wherever both are
   possible? */
int sett_dependency_commute (sett_dependency *, const sett_position *, unsigned,
                             const sett_position *, unsigned);

/* What a transition with its run touches, and what the process may ever touch
   from a position on: accesses by object, upper bounds; may it start
   processes? */
const uint8_t *sett_dependency_run (sett_dependency *, const sett_position *,
                                    unsigned number);
const uint8_t *sett_dependency_future (sett_dependency *,
                                       const sett_position *);
int sett_dependency_starts (sett_dependency *, const sett_position *);

/* The number of a transition at a position, or SETT_MOST_BRANCHES.  Most often
   those of a location follow one another. */
static inline unsigned sett_position_find (const sett_position *p,
                                           uint32_t transition) {
  const uint32_t guess = p->count ? transition - p->transitions[0] : 0;
  if (guess < p->count && p->transitions[guess] == transition)
    return guess;
  for (unsigned i = 0; i < p->count; i++)
    if (p->transitions[i] == transition)
      return i;
  return SETT_MOST_BRANCHES;
}

#endif
