/* Depth-first search.

   Several pending states are entered at a time: their successors are computed
   and looked up together, so that the store can have many cache misses in
   flight at once.  Successors that are new are pending on the stack until
   they are entered.  A state is thus marked as seen when it is generated, and
   entered exactly once.

   Invariant: every state in the store has been entered or is pending on some
   worker's stack, together with a path of the model that leads to it. */

#include "search/depth.h"
#include "base/assert.h"
#include "search/saved_run.h"
#include "search/parallel.h"

unsigned sett_depth_descend (sett_worker *w) {
  sett_stack *stack = &w->stack;
  if (!sett_stack_fit (stack, 0, SETT_GROUP)) {
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
    return 0;
  }
  if (sett_stack_pending (stack))
    sett_keep_cut_after (&w->keep, stack->pending[stack->top - 1].handle);
  const unsigned count = sett_stack_enter (stack, SETT_GROUP);
  SETT_ASSERT (count <= SETT_GROUP);
  for (unsigned i = 0; i < count; i++) {
    w->nodes[i] = (uint32_t)(stack->nodes_count - count + i);
    sett_store_hint (w->run->store, stack->nodes[w->nodes[i]].handle);
  }
  return count;
}

uint64_t sett_depth_visit (sett_worker *w, unsigned index) {
  const sett_node *node = &w->stack.nodes[w->nodes[index]];
  SETT_ASSERT (w->nodes[index] < w->stack.nodes_count);
  w->depth = node->depth;
  if (w->depth > w->counts.depth)
    w->counts.depth = w->depth;
  return node->handle;
}

static void expand_group (sett_worker *w, unsigned count) {
  sett_worker_begin (w);
  for (unsigned i = 0; i < count && !sett_run_stopping (w->run); i++)
    sett_worker_expand (w, sett_depth_visit (w, i));
}

void sett_depth_push_new (sett_worker *w) {
  size_t items = 0;
  size_t bytes = 0;
  for (size_t i = 0; i < w->entries.count; i++)
    if (w->entries.at[i].found == SETT_NEW) {
      items++;
      bytes += w->entries.at[i].size;
    }
  if (!items)
    return;
  if (!sett_stack_fit (&w->stack, items, 0) ||
      !sett_keep_fit (&w->keep, items, bytes)) {
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
    return;
  }
  for (unsigned member = 0; member < w->members; member++)
    for (size_t i = w->ends[member]; i-- > w->begins[member];) {
      const sett_entry *entry = &w->entries.at[i];
      if (entry->found == SETT_NEW)
        sett_stack_push (&w->stack, sett_keep_put (&w->keep, entry),
                         w->nodes[member]);
    }
}

void sett_depth_first (sett_worker *w) {
  unsigned count;
  do
    while (!sett_run_stopping (w->run) && (count = sett_depth_descend (w))) {
      expand_group (w, count);
      sett_worker_commit (w);
      sett_depth_push_new (w);
      sett_sharing_offer (w);
      sett_checkpoint_poll (w);
    }
  while (!sett_run_stopping (w->run) && sett_sharing_receive (w));
}

static void reverse (uint64_t *at, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    const uint64_t swap = at[i];
    at[i] = at[count - 1 - i];
    at[count - 1 - i] = swap;
  }
}

void sett_depth_trail (const sett_worker *w, sett_trail *trail) {
  const sett_stack *stack = &w->stack;
  for (uint32_t node = w->nodes[w->members]; node != SETT_NO_NODE;
       node = stack->nodes[node].parent)
    SETT_PUSH (trail->handles, stack->nodes[node].handle);
  reverse (trail->handles.at, trail->handles.count);
}

int sett_depth_start (sett_worker *w, const sett_entry *root) {
  SETT_ASSERT (!w->stack.nodes_count);
  if (!sett_stack_fit (&w->stack, 1, SETT_GROUP) ||
      !sett_keep_fit (&w->keep, 1, root->size))
    return 0;
  sett_stack_push (&w->stack, sett_keep_put (&w->keep, root), SETT_NO_NODE);
  return 1;
}
