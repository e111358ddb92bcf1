/* Strict depth-first search, for reductions with the proviso of the stack.

   States are entered in the order of a recursive search.  If the reduction
   selects less than everything in a state, and what it selects leads only to
   states on the stack, the state is expanded in full.  So a successor of each
   state that was not expanded in full is left before the state itself is; by
   induction over the order in which states are left, a state that is expanded
   in full can be reached from each state by selected steps: no transition is
   put off for ever.

   Marks of a state: */

#include "search/search_order.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "reduce/reduce_mutant.h"
#include "search/saved_run.h"

enum {
  NEW = 0, /* not entered yet */
  OPEN = 1,
  CLOSED = 2
};

_Static_assert(CLOSED < 1 << SETT_STRICT_BITS, "the marks have their bits");

static unsigned mark (sett_worker *w, uint64_t handle) {
  return sett_store_marks (w->run->store, handle);
}

static void set_mark (sett_worker *w, uint64_t handle, unsigned value) {
  SETT_ASSERT (value <= CLOSED);
  sett_store_set_marks (w->run->store, handle, value);
}

int sett_strict_start (sett_worker *w, const sett_entry *root) {
  w->run->root = root->ref;
  return 1;
}

void sett_strict_trail (const sett_worker *w, sett_trail *trail) {
  for (size_t i = 0; i < sett_frames_count (&w->frames); i++)
    SETT_PUSH (trail->handles, sett_frames_handle (&w->frames, i));
}

/* Do all successors lie on the stack? */
static int closes_cycles (sett_worker *w) {
  for (size_t i = 0; i < w->entries.count; i++)
    if (w->entries.at[i].found == SETT_NEW ||
        (w->entries.at[i].found == SETT_SEEN &&
         mark (w, w->entries.at[i].ref) != OPEN))
      return 0;
  return w->entries.count > 0;
}

static void expand (sett_worker *w, uint64_t handle) {
  const sett_reduction *reduction = &w->run->options->explorer.reduction;
  sett_worker_look_up (w, handle, SETT_EXTENT_REDUCED);
  if (sett_explore_was_reduced (w->explorers[0]) && closes_cycles (w) &&
      SETT_MUTANT (reduction->mutant) != SETT_MUTANT_NO_PROVISO)
    sett_worker_look_up (w, handle, SETT_EXTENT_FULL);
}

/* Makes the successors pending, the first one last. */
static void put_pending (sett_worker *w) {
  for (size_t i = w->entries.count; i--;) {
    const sett_entry *entry = &w->entries.at[i];
    if (entry->found == SETT_FULL ||
        (entry->found == SETT_SEEN && mark (w, entry->ref) != NEW))
      continue;
    if (i < w->begins[0])
      set_mark (w, entry->ref, CLOSED);
    else if (!sett_frames_put (&w->frames, entry->ref))
      sett_run_hit (w->run, SETT_LIMIT_MEMORY);
  }
}

static void enter (sett_worker *w, uint64_t handle) {
  SETT_ASSERT_SLOW (mark (w, handle) == NEW);
  if (!sett_frames_enter (&w->frames, handle)) {
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
    return;
  }
  w->depth = sett_frames_count (&w->frames) - 1;
  if (w->depth > w->counts.depth)
    w->counts.depth = w->depth;
  set_mark (w, handle, OPEN);
  expand (w, handle);
  sett_worker_report (w);
  if (!sett_run_stopping (w->run))
    put_pending (w);
}

void sett_strict_first (sett_worker *w) {
  uint64_t handle;
  if (!w->run->restored)
    enter (w, w->run->root);
  while (sett_frames_count (&w->frames) && !sett_run_stopping (w->run)) {
    if (!sett_frames_take (&w->frames, &handle))
      set_mark (w, sett_frames_leave (&w->frames), CLOSED);
    else if (mark (w, handle) == NEW)
      enter (w, handle);
    sett_checkpoint_poll (w);
  }
}
