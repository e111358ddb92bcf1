/* Breadth-first search: level by level, so that the first violation found has
   a shortest path.

   The queue is never shortened: it holds the handle of every state that was
   ever found and, beside it, the index of the state from which it was found,
   16 bytes for each state (with a lossy store, its bytes as well).

   Invariant: states are in the queue in the order of their distance from the
   initial state. */

#include "base/assert.h"
#include "search/saved_run.h"
#include "search/search_order.h"

#define NO_PARENT UINT64_MAX

static int enqueue (sett_worker *w, const sett_entry *entry, uint64_t parent) {
  SETT_ASSERT (parent == NO_PARENT || parent < w->queue.count);
  if (!sett_pile_fit (&w->queue, 1) || !sett_pile_fit (&w->parents, 1) ||
      !sett_keep_fit (&w->keep, 1, entry->size))
    return 0;
  sett_pile_push (&w->queue, sett_keep_put (&w->keep, entry));
  sett_pile_push (&w->parents, parent);
  SETT_ASSERT (w->queue.count == w->parents.count);
  return 1;
}

static void enqueue_new (sett_worker *w) {
  for (unsigned member = 0; member < w->members; member++)
    for (size_t i = w->begins[member]; i < w->ends[member]; i++) {
      const sett_entry *entry = &w->entries.at[i];
      if (entry->found == SETT_NEW &&
          !enqueue (w, entry, w->position + member)) {
        sett_run_hit (w->run, SETT_LIMIT_MEMORY);
        return;
      }
    }
}

static void visit_level (sett_worker *w) {
  const size_t end = w->level_end;
  SETT_ASSERT (end <= w->queue.count);
  while (w->position < end) {
    sett_worker_begin (w);
    while (w->members < SETT_GROUP && w->position + w->members < end) {
      if (sett_run_stopping (w->run))
        return;
      sett_worker_expand (w, w->queue.at[w->position + w->members]);
    }
    sett_worker_commit (w);
    enqueue_new (w);
    w->position += w->members;
    if (w->position < end)
      sett_checkpoint_poll (w);
  }
}

void sett_breadth_first (sett_worker *w) {
  for (; w->position < w->queue.count; w->depth++) {
    SETT_ASSERT (w->position <= w->level_end && w->level_end <= w->queue.count);
    if (w->position == w->level_end) { /* else it is a level that was begun */
      sett_checkpoint_poll (w);
      w->level_end = w->queue.count;
    }
    w->counts.depth = w->depth;
    visit_level (w);
    if (sett_run_stopping (w->run))
      return;
  }
}

void sett_breadth_trail (const sett_worker *w, sett_trail *trail) {
  SETT_ASSERT (w->position + w->members < w->queue.count);
  for (uint64_t i = w->position + w->members; i != NO_PARENT;
       i = w->parents.at[i])
    SETT_PUSH (trail->handles, w->queue.at[i]);
  SETT_ASSERT (trail->handles.count);
  uint64_t *handles = trail->handles.at;
  for (size_t i = 0, j = trail->handles.count - 1; i < j; i++, j--) {
    const uint64_t swap = handles[i];
    handles[i] = handles[j];
    handles[j] = swap;
  }
}

int sett_breadth_start (sett_worker *w, const sett_entry *root) {
  return enqueue (w, root, NO_PARENT);
}
