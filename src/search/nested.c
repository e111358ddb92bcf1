/* Nested depth-first search for cycles that the claim accepts, after Schwoon
   and Esparza (2005).

   The first search enters states in depth-first order and colours them: cyan
   while they are on its stack, blue when it has left them.  Before it leaves
   an accepting state, a second search goes from there through blue states,
   which become red.  A cycle is found when the second search meets a cyan
   state, or when the first one does and one end of the step is accepting.
   What is red leads to no accepting cycle that is not found already.

   Reduction.  With the proviso of the stack a state some of whose selected
   successors are cyan is expanded in full.  That depends on the moment, so it
   is remembered with the state, and the second search takes the same
   successors (Holzmann, Peled, Yannakakis 1996).

   Marks of a state: */

#include "search/accepting_cycles.h"
#include "search/saved_run.h"
#include "search/search_order.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "reduce/reduce_mutant.h"

enum {
  WHITE = 0, /* not entered yet */
  CYAN = 1,
  BLUE = 2,
  RED = 3,
  COLOUR = 3,
  FULL = 4, /* expanded in full although the reduction selected less */
  ACCEPTING = 8
};

_Static_assert(ACCEPTING < 1 << SETT_NESTED_BITS, "the marks have their bits");

static unsigned marks (sett_worker *w, uint64_t handle) {
  return sett_store_marks (w->run->store, handle);
}

static void paint (sett_worker *w, uint64_t handle, unsigned colour) {
  SETT_ASSERT (colour <= COLOUR);
  sett_store_set_marks (w->run->store, handle,
                        (marks (w, handle) & ~(unsigned)COLOUR) | colour);
}

static int leads_to (sett_worker *w, unsigned colour) {
  for (size_t i = 0; i < w->entries.count; i++)
    if (w->entries.at[i].found != SETT_FULL &&
        (marks (w, w->entries.at[i].ref) & COLOUR) == colour)
      return 1;
  return 0;
}

/* Makes the successors of this colour pending, the first one last. */
static void put_pending (sett_worker *w, sett_frames *frames, unsigned colour) {
  for (size_t i = w->entries.count; i--;) {
    const sett_entry *entry = &w->entries.at[i];
    if (entry->found == SETT_FULL || (marks (w, entry->ref) & COLOUR) != colour)
      continue;
    if (!sett_frames_put (frames, entry->ref))
      sett_run_hit (w->run, SETT_LIMIT_MEMORY);
  }
}

/*------------------------------------------------------------------------*/
/* The second search. */

static void look_for_cyan (sett_worker *w) {
  for (size_t i = 0; i < w->entries.count && sett_cycles_wanted (w->run); i++)
    if ((marks (w, w->entries.at[i].ref) & COLOUR) == CYAN)
      sett_cycles_report (w, w->entries.at[i].ref);
}

static void enter_second (sett_worker *w, uint64_t handle) {
  SETT_ASSERT_SLOW ((marks (w, handle) & COLOUR) != WHITE);
  if (!sett_frames_enter (&w->inner, handle)) {
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
    return;
  }
  const int full = (marks (w, handle) & FULL) &&
                   SETT_MUTANT (w->run->options->explorer.reduction.mutant) !=
                       SETT_MUTANT_FORGETFUL;
  w->depth = 0; /* is not limited here */
  sett_worker_look_up (w, handle,
                       full ? SETT_EXTENT_FULL : SETT_EXTENT_REDUCED);
  if (sett_run_stopping (w->run))
    return;
  look_for_cyan (w);
  put_pending (w, &w->inner, BLUE);
}

/* One that was begun before a checkpoint goes on. */
static void search_second (sett_worker *w, uint64_t seed) {
  SETT_ASSERT (!sett_frames_count (&w->inner) ||
               sett_frames_handle (&w->inner, 0) == seed);
  uint64_t handle;
  if (!sett_frames_count (&w->inner))
    enter_second (w, seed);
  while (sett_frames_count (&w->inner) && sett_cycles_wanted (w->run) &&
         !sett_run_stopping (w->run)) {
    if (!sett_frames_take (&w->inner, &handle))
      sett_frames_leave (&w->inner);
    else if ((marks (w, handle) & COLOUR) == BLUE) {
      paint (w, handle, RED);
      enter_second (w, handle);
    }
    if (sett_frames_count (&w->inner))
      sett_checkpoint_poll (w);
  }
  sett_frames_clear (&w->inner);
}

/*------------------------------------------------------------------------*/
/* The first search. */

/* Finds the successors, and looks again for all if the proviso demands it. */
static void expand (sett_worker *w, uint64_t handle) {
  const sett_reduction *reduction = &w->run->options->explorer.reduction;
  sett_worker_look_up (w, handle, SETT_EXTENT_REDUCED);
  if (reduction->proviso == SETT_PROVISO_STACK &&
      SETT_MUTANT (reduction->mutant) != SETT_MUTANT_NO_PROVISO &&
      sett_explore_was_reduced (w->explorers[0]) && leads_to (w, CYAN)) {
    sett_store_set_marks (w->run->store, handle, marks (w, handle) | FULL);
    sett_worker_look_up (w, handle, SETT_EXTENT_FULL);
  }
}

/* Looks for cycles that a step out of the current state closes. */
static void look_for_early_cycle (sett_worker *w) {
  const unsigned here = marks (w, w->handle);
  for (size_t i = 0; i < w->entries.count && sett_cycles_wanted (w->run); i++) {
    const unsigned there = marks (w, w->entries.at[i].ref);
    if ((there & COLOUR) == CYAN && ((here | there) & ACCEPTING))
      sett_cycles_report (w, w->entries.at[i].ref);
  }
}

static void enter (sett_worker *w, uint64_t handle) {
  SETT_ASSERT_SLOW ((marks (w, handle) & COLOUR) == WHITE);
  if (!sett_frames_enter (&w->frames, handle)) {
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
    return;
  }
  w->depth = sett_frames_count (&w->frames) - 1;
  if (w->depth > w->counts.depth)
    w->counts.depth = w->depth;
  paint (w, handle, CYAN);
  expand (w, handle);
  if (sett_explorer_accepting (w->explorers[0], w->state, w->size))
    sett_store_set_marks (w->run->store, handle, marks (w, handle) | ACCEPTING);
  sett_worker_report (w);
  if (sett_run_stopping (w->run))
    return;
  look_for_early_cycle (w);
  put_pending (w, &w->frames, WHITE);
}

static void leave (sett_worker *w) {
  SETT_ASSERT (sett_frames_count (&w->frames));
  const size_t top = sett_frames_count (&w->frames) - 1;
  const uint64_t handle = sett_frames_handle (&w->frames, top);
  SETT_ASSERT_SLOW ((marks (w, handle) & COLOUR) == CYAN);
  const int accepting = (marks (w, handle) & ACCEPTING) != 0;
  if (accepting && sett_cycles_wanted (w->run))
    search_second (w, handle);
  paint (w, handle, accepting ? RED : BLUE);
  sett_frames_leave (&w->frames);
}

void sett_nested_first (sett_worker *w) {
  uint64_t handle;
  if (!w->run->restored)
    enter (w, w->run->root);
  else if (sett_frames_count (&w->inner))
    leave (w);
  while (sett_frames_count (&w->frames) && !sett_run_stopping (w->run)) {
    if (!sett_frames_take (&w->frames, &handle))
      leave (w);
    else if ((marks (w, handle) & COLOUR) == WHITE)
      enter (w, handle);
    sett_checkpoint_poll (w);
  }
}
