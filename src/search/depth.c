/* Depth-first search.

   The successors of a state are added to the store in one batch; those that
   are new are pending on the stack until they are entered.  A state is thus
   marked as seen when it is generated, and entered exactly once.

   Invariant: the states of the stack's levels are a path of the model from
   the initial state to the current one; every state in the store has been
   entered or is pending on some worker's stack. */

#include "search/orders.h"
#include "search/parallel.h"

#include <string.h>

/* Enters the next pending state; false if there is none. */
static int descend (sett_worker *w) {
  while (!sett_stack_can_enter (&w->stack)) {
    if (!sett_stack_levels (&w->stack))
      return 0;
    sett_keep_cut (&w->keep, sett_stack_leave (&w->stack));
  }
  const uint64_t handle = sett_stack_enter (&w->stack);
  if (w->fresh) { /* its bytes are at hand */
    w->handle = handle;
    w->size = w->fresh->size;
    memcpy (w->state, w->fresh->state, w->size);
  } else
    sett_worker_load (w, handle);
  w->fresh = NULL;
  w->depth = sett_stack_levels (&w->stack) - 1;
  if (w->depth > w->counts.depth)
    w->counts.depth = w->depth;
  return 1;
}

/* Pushes the new ones among the successors, the first one last. */
static void push_new (sett_worker *w, unsigned count) {
  size_t items = 0;
  size_t bytes = 0;
  for (unsigned i = 0; i < count; i++)
    if (w->entries.at[i].found == SETT_NEW) {
      items++;
      bytes += w->entries.at[i].size;
    }
  if (!items)
    return;
  if (!sett_stack_fit (&w->stack, items) ||
      !sett_keep_fit (&w->keep, items, bytes)) {
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
    return;
  }
  for (unsigned i = count; i--;) {
    const sett_entry *entry = &w->entries.at[i];
    if (entry->found != SETT_NEW)
      continue;
    sett_stack_push (&w->stack, sett_keep_put (&w->keep, entry));
    w->fresh = entry;
  }
}

void sett_depth_first (sett_worker *w) {
  do
    while (!sett_run_stopping (w->run) && descend (w)) {
      const unsigned count = sett_worker_visit (w);
      push_new (w, count);
      sett_share_offer (w);
    }
  while (!sett_run_stopping (w->run) && sett_share_receive (w));
}

void sett_depth_trail (const sett_worker *w, sett_trail *trail) {
  for (size_t level = 1; level <= sett_stack_levels (&w->stack); level++)
    SETT_PUSH (trail->handles, sett_stack_state (&w->stack, level));
}

int sett_depth_start (sett_worker *w, const sett_entry *root) {
  if (!sett_stack_fit (&w->stack, 1) ||
      !sett_keep_fit (&w->keep, 1, root->size))
    return 0;
  sett_stack_push (&w->stack, sett_keep_put (&w->keep, root));
  return 1;
}
