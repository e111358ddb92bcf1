/* The stack of a depth-first search: see stack.h. */

#include "search/stack.h"

#include "base/assert.h"
#include "base/memory.h"

#include <string.h>

#define FIRST_ROOM 1024u
#define MOST_NODES ((size_t)INT32_MAX) /* depths fit, too */

void sett_stack_release (sett_stack *stack) {
  SETT_ASSERT (stack->bottom <= stack->top && stack->top <= stack->room);
  sett_free (stack->pending, stack->room * sizeof *stack->pending);
  sett_free (stack->nodes, stack->nodes_room * sizeof *stack->nodes);
  memset (stack, 0, sizeof *stack);
}

void sett_gift_release (sett_gift *gift) {
  sett_stack_release (&gift->stack);
  sett_keep_release (&gift->keep);
}

static size_t wider_room (size_t room, size_t needed) {
  if (!room)
    room = FIRST_ROOM;
  while (room < needed)
    room += room / 2;
  return room;
}

static int grow_pending (sett_stack *stack, size_t room) {
  const size_t size = sizeof *stack->pending;
  void *wider =
      sett_try_resize (stack->pending, stack->room * size, room * size);
  if (!wider)
    return 0;
  stack->pending = wider;
  stack->room = room;
  SETT_ASSERT (stack->top <= stack->room);
  return 1;
}

static int grow_nodes (sett_stack *stack, size_t room) {
  const size_t size = sizeof *stack->nodes;
  if (room > MOST_NODES)
    return 0;
  void *wider =
      sett_try_resize (stack->nodes, stack->nodes_room * size, room * size);
  if (!wider)
    return 0;
  stack->nodes = wider;
  stack->nodes_room = room;
  SETT_ASSERT (stack->nodes_count <= stack->nodes_room);
  return 1;
}

/* By half if that fits, else by a little: there must be time to save what was
   done. */
static int widen (sett_stack *stack, size_t items, size_t nodes) {
  return (items <= stack->room ||
          grow_pending (stack, wider_room (stack->room, items)) ||
          grow_pending (stack, items + FIRST_ROOM)) &&
         (nodes <= stack->nodes_room ||
          grow_nodes (stack, wider_room (stack->nodes_room, nodes)) ||
          grow_nodes (stack, nodes + FIRST_ROOM));
}

/* Closes the gap that states given away have left at the bottom. */
static void close_gap (sett_stack *stack) {
  const size_t count = sett_stack_pending (stack);
  memmove (stack->pending, stack->pending + stack->bottom,
           count * sizeof *stack->pending);
  stack->bottom = 0;
  stack->top = count;
}

int sett_stack_grow (sett_stack *stack, size_t pending, size_t nodes) {
  if (stack->bottom > stack->top / 2)
    close_gap (stack);
  return widen (stack, stack->top + pending, stack->nodes_count + nodes);
}

static void add_node (sett_stack *stack, uint64_t handle, uint32_t parent) {
  SETT_ASSERT (parent == SETT_NO_NODE || parent < stack->nodes_count);
  const uint32_t depth =
      parent == SETT_NO_NODE ? 0 : stack->nodes[parent].depth + 1;
  SETT_ASSERT (stack->nodes_count < stack->nodes_room);
  stack->nodes[stack->nodes_count++] =
      (sett_node){handle, parent, depth & INT32_MAX, 0};
}

/* From the bottom to the top parents never decrease, and all are nodes; that of
   the initial state counts as the lowest.  Looks at what is new, mostly: below
   nothing changes. */
static inline int parents_ascend (const sett_stack *stack) {
  enum { LOOKED_AT = 64 };
  const size_t first = stack->top - stack->bottom > LOOKED_AT
                           ? stack->top - LOOKED_AT
                           : stack->bottom;
  for (size_t i = first; i < stack->top; i++) {
    const uint32_t parent = stack->pending[i].parent + 1u;
    if (parent > stack->nodes_count ||
        (i > first && stack->pending[i - 1].parent + 1u > parent))
      return 0;
  }
  return 1;
}

unsigned sett_stack_enter (sett_stack *stack, unsigned most) {
  unsigned entered = 0;
  if (stack->top == stack->bottom)
    return 0;
  const uint32_t parent = stack->pending[stack->top - 1].parent;
  SETT_ASSERT_SLOW (parents_ascend (stack));
  stack->nodes_count = parent == SETT_NO_NODE ? 0 : (size_t)parent + 1;
  SETT_ASSERT (stack->nodes_count + (stack->top - stack->bottom < most
                                         ? stack->top - stack->bottom
                                         : most) <=
               stack->nodes_room);
  for (; entered < most && stack->top > stack->bottom; entered++) {
    const sett_pending state = stack->pending[--stack->top];
    add_node (stack, state.handle, state.parent);
  }
  return entered;
}

/* --- splitting -------------------------------------------------------- */

static int copy_nodes (const sett_stack *stack, const sett_keep *keep,
                       size_t count, sett_stack *to, sett_keep *to_keep) {
  for (size_t i = 0; i < count; i++) {
    uint64_t handle;
    if (!sett_keep_pass (keep, stack->nodes[i].handle, to_keep, &handle))
      return 0;
    add_node (to, handle, stack->nodes[i].parent);
  }
  return 1;
}

static int move_pending (sett_stack *stack, const sett_keep *keep, size_t count,
                         sett_stack *to, sett_keep *to_keep) {
  for (size_t i = 0; i < count; i++, stack->bottom++) {
    uint64_t handle;
    const sett_pending state = stack->pending[stack->bottom];
    if (!sett_keep_pass (keep, state.handle, to_keep, &handle))
      return 0;
    sett_stack_push (to, handle, state.parent);
  }
  return 1;
}

size_t sett_stack_split (sett_stack *stack, const sett_keep *keep,
                         sett_stack *to, sett_keep *to_keep, int *enough) {
  const size_t count = sett_stack_pending (stack) / 2;
  SETT_ASSERT (!sett_stack_pending (to) && !to->nodes_count);
  if (!count)
    return 0;
  const uint32_t last = stack->pending[stack->bottom + count - 1].parent;
  const size_t nodes = last == SETT_NO_NODE ? 0 : (size_t)last + 1;
  SETT_ASSERT (nodes <= stack->nodes_count);
  if (sett_stack_fit (to, count, nodes + 1) &&
      copy_nodes (stack, keep, nodes, to, to_keep) &&
      move_pending (stack, keep, count, to, to_keep))
    return count;
  *enough = 0;
  return 0;
}
