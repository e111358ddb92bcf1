/* The tree over the words of a state of a given size.

   The nodes are numbered as in a heap: node k has the children 2k and 2k + 1,
   the root is 1.  Above the leaves the tree is perfect, with `pairs` (a power
   of two) nodes over the leaves; the words are spread over them evenly, one or
   two to each, so that no half of a state is much larger than the other:

       5 words, 4 pairs, leaves 8 to 15:

                     1
               2           3
             4   5       6   7
            w0   w1     w2   w3 w4        leaf  8  10  12  14 15

   A leaf without a word counts as 0. */

#ifndef SETT_STORE_SHAPE_H
#define SETT_STORE_SHAPE_H

#include "store/store.h"

#include <stddef.h>
#include <stdint.h>

/* A power of two, since trees have as many nodes at the bottom. */
#define SETT_SHAPE_MOST_WORDS 16384u
_Static_assert(8 * SETT_SHAPE_MOST_WORDS >= SETT_STORE_MAX_STATE,
               "there is a tree for the largest state");

typedef struct sett_shape {
  uint32_t words;
  uint32_t pairs;
  unsigned depth;  /* of the leaves: there are 2^depth */
  unsigned family; /* which set of roots: see tree.c */
  size_t bytes;    /* of this structure */
  uint16_t leaf[]; /* the node of each word, in ascending order */
} sett_shape;

/* The number of nodes, counting the node 0, which is no node. */
static inline uint32_t sett_shape_nodes (const sett_shape *shape) {
  return 4 * shape->pairs;
}

sett_shape *sett_shape_create (uint32_t words); /* null: no memory */
void sett_shape_destroy (sett_shape *);         /* accepts null */

#endif
