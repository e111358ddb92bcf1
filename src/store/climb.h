/* From changed words to the roots of trees (see tree.c).

   A *wave* is a number of states of one shape, each of which differs from an
   *origin*, usually its parent, in a few words.  Items stand for the nodes in
   which they differ: at first words, then, level by level, the nodes above
   them.  All states of the wave climb together, so that their cache misses
   overlap. */

#ifndef SETT_STORE_CLIMB_H
#define SETT_STORE_CLIMB_H

#include "store/brlock.h"
#include "store/intern.h"
#include "store/shape.h"

#define SETT_WAVE_STATES 64u  /* the most in a wave */
#define SETT_WAVE_ITEMS 1024u /* when there are more, no state is added */
#define SETT_WAVE_MOST_ITEMS (SETT_WAVE_ITEMS + SETT_SHAPE_MOST_WORDS)

/* What states are compared with. */
typedef struct sett_origin {
  const unsigned char *words;
  const uint32_t *nodes; /* the numbers of its nodes */
} sett_origin;

/* On the level of the tree that has 2^d nodes, the n-th of them in the s-th
   state is at s 2^d + n; so its parent is at half of that, and at the root
   only s is left. */
typedef struct sett_item {
  uint64_t value;
  uint32_t where;
  uint32_t index; /* the number of `value` */
} sett_item;

typedef struct sett_climber {
  sett_intern *intern;
  sett_brlock *brlock;
  unsigned worker;
  unsigned states; /* in the wave */
  unsigned count;  /* of items */
  uint64_t failed; /* states of the wave that found no memory: a bit set */
  const uint32_t *nodes[SETT_WAVE_STATES]; /* of each state's origin */
  uint32_t pending[SETT_WAVE_MOST_ITEMS];  /* items not in the cache */
  sett_item items[SETT_WAVE_MOST_ITEMS + 1];
  sett_intern_worker cache;
} sett_climber;

/* Begins a new wave. */
void sett_climber_begin (sett_climber *);

/* Takes the first few entries, all of which have this shape, into the wave;
   says how many.  The nodes of the origin must stay until the wave is done. */
unsigned sett_climber_take (sett_climber *, const sett_shape *,
                            const sett_origin *, const sett_entry *,
                            unsigned count);

/* Climbs to the roots.  Afterwards there is an item for each state that
   differs from its origin: `where` says which, `value` is the pair of the
   numbers of the root's children. */
void sett_climber_climb (sett_climber *, const sett_shape *);

/* Gives the roots numbers, too. */
void sett_climber_number_roots (sett_climber *);

#endif
