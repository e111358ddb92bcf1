/* States as single words, exactly: tree compression.

   The bits that are kept of a state are at most 62: then they are its word.
   Or some of them are cut off and put into a *node*, a word that stands in a
   table of its own; the node's place in that table takes their part.  That is
   repeated, with bits and places alike, until 62 bits are left: the root.

   Invariant: a place in the table of a node never gets another word, and no
   word has two places there.  So bits and root determine each other. */

#ifndef SETT_GPU_WORD_TREE_H
#define SETT_GPU_WORD_TREE_H

#include "base/vector.h"
#include "gpu/pack.h"

struct sett_text;

enum { SETT_NODE_BITS = 62, SETT_MOST_INDEX_BITS = 31 };

/* So many bits of a word of the state, or (`node` is not negative) the place
   of an earlier node: the bits `to` and following of a node. */
typedef struct sett_gpu_tree_field {
  int node;
  uint32_t word, from, length, to;
} sett_gpu_tree_field;

typedef struct sett_gpu_tree_node {
  SETT_VECTOR (sett_gpu_tree_field) fields;
  uint32_t height;     /* of nodes below it */
  uint32_t index_bits; /* that a place takes */
  uint32_t table_bits; /* that it needs: the size of the table's logarithm */
} sett_gpu_tree_node;

/* A node comes behind those it refers to; the root is the last. */
typedef struct sett_gpu_tree {
  SETT_VECTOR (sett_gpu_tree_node) nodes;
  uint32_t more; /* bits that places take than they usually do */
} sett_gpu_tree;

/* The tables take a small part of so many bytes at first. */
void sett_gpu_tree_make (sett_gpu_tree *, const sett_packing *,
                         uint64_t memory);
void sett_gpu_tree_release (sett_gpu_tree *);

/* Tables of nodes, all but the root. */
uint32_t sett_gpu_tree_tables (const sett_gpu_tree *);
uint64_t sett_gpu_tree_bytes (const sett_gpu_tree *);

/* Makes tables large enough for `times` as many words as they have.  A place
   may need more bits than it has then: the tree must be made anew, and has
   them. */
typedef enum sett_growth {
  SETT_GROWTH_NONE,
  SETT_GROWTH_DONE,
  SETT_GROWTH_NEW,
  SETT_GROWTH_FULL /* there cannot be more, and nothing was done */
} sett_growth;
sett_growth sett_gpu_tree_grow (sett_gpu_tree *, const uint64_t *words,
                                uint64_t times);

/* A program for a tree with several tables can be given another one as data,
   its layout (layout.cl): then it is slower, but need not be compiled anew. */
int sett_gpu_tree_is_data (const sett_gpu_tree *);

/* So many tables there can be, for states of so many words. */
uint32_t sett_gpu_tree_most_tables (uint32_t words);

typedef SETT_VECTOR (uint64_t) sett_gpu_layout;
void sett_gpu_tree_lay_out (const sett_gpu_tree *, const sett_packing *,
                            int built_in, sett_gpu_layout *);

/* Another tree, for a packing that needs more bits: the tables together take a
   quarter of what the words of so many states do.  Which of them need more is
   found out. */
void sett_gpu_tree_remake (sett_gpu_tree *, const sett_packing *,
                           uint64_t states, uint64_t memory);

/* The functions pack and unpack for the device, with the tables that they and
 * search.cl need. */
void sett_gpu_tree_emit (const sett_gpu_tree *, const sett_packing *,
                         struct sett_text *);

#endif
