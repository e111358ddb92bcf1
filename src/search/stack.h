/* The pending states of a depth-first search, and the ways to them.

   Pending states are entered from the top of the stack, several at a time,
   and become *nodes*; the states found from a node are pushed with its index
   as their parent.  So the parents of pending states never decrease from the
   bottom of the stack to the top, and a node is needed only while its index is
   at most that of the topmost pending state's parent: both arrays grow and
   shrink at their ends.  The chain of parents of a node is a path of the
   model from the initial state to it.

   A pending state costs 12 bytes, a node 16. */

#ifndef SETT_SEARCH_STACK_H
#define SETT_SEARCH_STACK_H

#include "search/keep.h"

#include <stddef.h>
#include <stdint.h>

#define SETT_NO_NODE UINT32_MAX /* the parent of the initial state */

typedef struct __attribute__ ((packed)) sett_pending {
  uint64_t handle;
  uint32_t parent; /* a node, or SETT_NO_NODE */
} sett_pending;

typedef struct sett_node {
  uint64_t handle;
  uint32_t parent;
  uint32_t depth : 31; /* steps from the initial state */
  uint32_t owes : 1;   /* see cycle_proviso.c */
} sett_node;

typedef struct sett_stack {
  sett_pending *pending;
  size_t bottom; /* pending states below this one were given away */
  size_t top, room;
  sett_node *nodes;
  size_t nodes_count, nodes_room;
} sett_stack; /* all zero: empty */

/* A part of a stack that was given away, with the states on it. */
typedef struct sett_gift {
  sett_stack stack;
  sett_keep keep;
} sett_gift;

void sett_stack_release (sett_stack *);
void sett_gift_release (sett_gift *);

/* Makes place for so many more pending states and nodes; false when memory is
   exhausted. */
int sett_stack_grow (sett_stack *, size_t pending, size_t nodes);

static inline int sett_stack_fit (sett_stack *stack, size_t pending,
                                  size_t nodes) {
  return (stack->room - stack->top >= pending &&
          stack->nodes_room - stack->nodes_count >= nodes) ||
         sett_stack_grow (stack, pending, nodes);
}

static inline size_t sett_stack_pending (const sett_stack *stack) {
  return stack->top - stack->bottom;
}

static inline void sett_stack_push (sett_stack *stack, uint64_t handle,
                                    uint32_t parent) {
  stack->pending[stack->top++] = (sett_pending){handle, parent};
}

/* Enters up to `most` pending states, the topmost first; gives how many.  They
   are the last nodes.  There must be place for them. */
unsigned sett_stack_enter (sett_stack *, unsigned most);

/* Moves about half of the pending states, from the bottom, to an empty stack,
   with the nodes on the ways to them.  Gives how many were moved; clears
   *enough when memory is exhausted: then states may be lost. */
size_t sett_stack_split (sett_stack *, const sett_keep *, sett_stack *to,
                         sett_keep *to_keep, int *enough);

#endif
