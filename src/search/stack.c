/* The stack of a depth-first search: see stack.h. */

#include "search/stack.h"

#include "base/memory.h"

#include <string.h>

#define FIRST_ROOM 1024u
#define MOST_NODES ((size_t)UINT32_MAX - 1)

void sett_stack_release (sett_stack *stack) {
  sett_free (stack->pending, stack->room * sizeof *stack->pending);
  sett_free (stack->parents, stack->room * sizeof *stack->parents);
  sett_free (stack->nodes, stack->nodes_room * sizeof *stack->nodes);
  sett_free (stack->node_parents,
             stack->nodes_room * sizeof *stack->node_parents);
  sett_free (stack->node_depths,
             stack->nodes_room * sizeof *stack->node_depths);
  memset (stack, 0, sizeof *stack);
}

/* Resizes one of several arrays that have the same room. */
static int resize (void *array, size_t size, size_t old, size_t room) {
  void **at = array;
  void *wider = sett_try_resize (*at, old * size, room * size);
  if (!wider)
    return 0;
  *at = wider;
  return 1;
}

static size_t wider_room (size_t room, size_t needed) {
  if (!room)
    room = FIRST_ROOM;
  while (room < needed)
    room += room / 2;
  return room;
}

/* Those arrays that could be resized are made as short as the others again,
   so that the room is right for all. */
static int grow_pending (sett_stack *stack, size_t room) {
  const size_t old = stack->room;
  if (!resize (&stack->pending, sizeof *stack->pending, old, room))
    return 0;
  if (!resize (&stack->parents, sizeof *stack->parents, old, room)) {
    resize (&stack->pending, sizeof *stack->pending, room, old);
    return 0;
  }
  stack->room = room;
  return 1;
}

static int grow_nodes (sett_stack *stack, size_t room) {
  const size_t old = stack->nodes_room;
  if (room > MOST_NODES ||
      !resize (&stack->nodes, sizeof *stack->nodes, old, room))
    return 0;
  if (!resize (&stack->node_parents, sizeof *stack->node_parents, old, room)) {
    resize (&stack->nodes, sizeof *stack->nodes, room, old);
    return 0;
  }
  if (!resize (&stack->node_depths, sizeof *stack->node_depths, old, room)) {
    resize (&stack->nodes, sizeof *stack->nodes, room, old);
    resize (&stack->node_parents, sizeof *stack->node_parents, room, old);
    return 0;
  }
  stack->nodes_room = room;
  return 1;
}

/* Closes the gap that states given away have left at the bottom. */
static void close_gap (sett_stack *stack) {
  const size_t count = sett_stack_pending (stack);
  memmove (stack->pending, stack->pending + stack->bottom,
           count * sizeof *stack->pending);
  memmove (stack->parents, stack->parents + stack->bottom,
           count * sizeof *stack->parents);
  stack->bottom = 0;
  stack->top = count;
}

int sett_stack_grow (sett_stack *stack, size_t pending, size_t nodes) {
  if (stack->bottom > stack->top / 2)
    close_gap (stack);
  const size_t items = stack->top + pending;
  const size_t all = stack->nodes_count + nodes;
  return (items <= stack->room ||
          grow_pending (stack, wider_room (stack->room, items))) &&
         (all <= stack->nodes_room ||
          grow_nodes (stack, wider_room (stack->nodes_room, all)));
}

static void add_node (sett_stack *stack, uint64_t handle, uint32_t parent) {
  const size_t node = stack->nodes_count++;
  stack->nodes[node] = handle;
  stack->node_parents[node] = parent;
  stack->node_depths[node] =
      parent == SETT_NO_NODE ? 0 : stack->node_depths[parent] + 1;
}

unsigned sett_stack_enter (sett_stack *stack, unsigned most) {
  unsigned entered = 0;
  if (stack->top == stack->bottom)
    return 0;
  const uint32_t parent = stack->parents[stack->top - 1];
  stack->nodes_count = parent == SETT_NO_NODE ? 0 : (size_t)parent + 1;
  for (; entered < most && stack->top > stack->bottom; entered++) {
    stack->top--;
    add_node (stack, stack->pending[stack->top], stack->parents[stack->top]);
  }
  return entered;
}

/* --- splitting -------------------------------------------------------- */

static int copy_nodes (const sett_stack *stack, const sett_keep *keep,
                       size_t count, sett_stack *to, sett_keep *to_keep) {
  for (size_t i = 0; i < count; i++) {
    uint64_t handle;
    if (!sett_keep_pass (keep, stack->nodes[i], to_keep, &handle))
      return 0;
    add_node (to, handle, stack->node_parents[i]);
  }
  return 1;
}

static int move_pending (sett_stack *stack, const sett_keep *keep, size_t count,
                         sett_stack *to, sett_keep *to_keep) {
  for (size_t i = 0; i < count; i++, stack->bottom++) {
    uint64_t handle;
    if (!sett_keep_pass (keep, stack->pending[stack->bottom], to_keep, &handle))
      return 0;
    sett_stack_push (to, handle, stack->parents[stack->bottom]);
  }
  return 1;
}

size_t sett_stack_split (sett_stack *stack, const sett_keep *keep,
                         sett_stack *to, sett_keep *to_keep, int *enough) {
  const size_t count = sett_stack_pending (stack) / 2;
  if (!count)
    return 0;
  const uint32_t last = stack->parents[stack->bottom + count - 1];
  const size_t nodes = last == SETT_NO_NODE ? 0 : (size_t)last + 1;
  if (sett_stack_fit (to, count, nodes + 1) &&
      copy_nodes (stack, keep, nodes, to, to_keep) &&
      move_pending (stack, keep, count, to, to_keep))
    return count;
  *enough = 0;
  return 0;
}
