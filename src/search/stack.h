/* The stack of a depth-first search that adds all successors of a state to
   the store at once: for each level the current state and its successors that
   are still pending.

       items    p p c1 | p p p c2 | p c3 | p p
       frames   0        3          7      9

   A frame is the index of the first pending item of its level.  The item just
   before it is the state that the level belongs to: it was the last pending
   one of the level below when it was entered.  The bottom frame has no state;
   the initial state is pending in it.  A level costs 16 bytes, a pending
   state 8.

   Items given away are replaced by SETT_GONE, from the front of a level on:
   if the last item of a level is gone, all are. */

#ifndef SETT_SEARCH_STACK_H
#define SETT_SEARCH_STACK_H

#include "search/keep.h"
#include "search/pile.h"

#define SETT_GONE UINT64_MAX

typedef struct sett_stack {
  sett_pile items;
  sett_pile frames;
  size_t pending; /* items that are neither current nor gone */
  size_t lowest;  /* no level below this one has pending items */
} sett_stack;

int sett_stack_init (sett_stack *); /* false: memory is exhausted */
void sett_stack_release (sett_stack *);

/* How many states the path to the current one has, itself included. */
static inline size_t sett_stack_levels (const sett_stack *stack) {
  return stack->frames.count - 1;
}

/* The state of level 1, 2, ... sett_stack_levels. */
static inline uint64_t sett_stack_state (const sett_stack *stack,
                                         size_t level) {
  return stack->items.at[stack->frames.at[level] - 1];
}

/* Adds a pending state to the top level; sett_stack_fit makes place for so
   many and for entering one. */
static inline int sett_stack_fit (sett_stack *stack, size_t items) {
  return sett_pile_fit (&stack->items, items) &&
         sett_pile_fit (&stack->frames, 1);
}

static inline void sett_stack_push (sett_stack *stack, uint64_t handle) {
  sett_pile_push (&stack->items, handle);
  stack->pending++;
}

/* Has the top level a pending state? */
static inline int sett_stack_can_enter (const sett_stack *stack) {
  const sett_pile *items = &stack->items;
  const size_t first = stack->frames.at[stack->frames.count - 1];
  return items->count > first && items->at[items->count - 1] != SETT_GONE;
}

/* Makes the last pending state of the top level the current one. */
static inline uint64_t sett_stack_enter (sett_stack *stack) {
  sett_pile_push (&stack->frames, stack->items.count);
  stack->pending--;
  return stack->items.at[stack->items.count - 1];
}

/* Drops the top level, which has no pending state, and gives the state that
   it belonged to. */
static inline uint64_t sett_stack_leave (sett_stack *stack) {
  const size_t first = stack->frames.at[--stack->frames.count];
  stack->items.count = first - 1;
  if (stack->lowest >= stack->frames.count)
    stack->lowest = stack->frames.count - 1;
  return stack->items.at[first - 1];
}

/* Moves about half of the pending states of the lowest levels to an empty
   stack, which gets the same levels below them.  Gives how many were moved;
   none when it would not pay.  Clears *enough when memory is exhausted: then
   states may be lost. */
size_t sett_stack_split (sett_stack *, const sett_keep *, sett_stack *to,
                         sett_keep *to_keep, int *enough);

#endif
