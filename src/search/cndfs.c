/* Nested depth-first search by several workers, after Evangelista, Laarman,
   Petrucci and van de Pol (2012).

   Each worker searches the whole state space from the initial state, in an
   order of its own, but does not enter what another one has left.  Blue and
   red are shared, as marks in the store; cyan (on the worker's own stack) and
   pink (met by its current second search) are the worker's.

     A state becomes blue when a worker leaves it.  If it is accepting, the
     worker first makes it blue, and then its second search goes through all
     that is not red: these states are pink.  A cyan state among their
     successors closes a cycle.  Before the pink states are made red, the
     worker waits until the accepting ones among them, but for its own, are
     red: other workers are about to search from them.

   What is selected must be a function of the state alone: there is no proviso
   of the stack here, and no limit of depth.

   Marks only grow, and are added at once: none is lost, so nobody waits for
   ever.  A state is marked as accepting before any state that leads to it is
   blue. */

#include "search/accepting_cycles.h"
#include "search/saved_run.h"
#include "search/search_order.h"

#include "base/assert.h"
#include "base/hash.h"

#include <sched.h>

enum { BLUE = 1, RED = 2, ACCEPTING = 4 };

_Static_assert(ACCEPTING < 1 << SETT_CNDFS_BITS, "the marks have their bits");

static unsigned marks (sett_worker *w, uint64_t handle) {
  return sett_store_marks (w->run->store, handle);
}

static void add_marks (sett_worker *w, uint64_t handle, unsigned more) {
  sett_store_add_marks (w->run->store, handle, more);
  SETT_ASSERT (!(more & ~(unsigned)(BLUE | RED | ACCEPTING)));
}

static int going_on (sett_worker *w) {
  return !sett_run_stopping (w->run);
}

static void run_out (sett_worker *w) {
  sett_run_hit (w->run, SETT_LIMIT_MEMORY);
}

/* Makes all successors pending, in an order of the worker's own. */
static void put_pending (sett_worker *w, sett_frames *frames) {
  const size_t count = w->entries.count;
  const uint64_t hash = sett_mix64 (w->handle + w->index);
  const size_t shift = count && w->index ? sett_scale64 (hash, count) : 0;
  SETT_ASSERT (!count || shift < count);
  for (size_t i = count; i--;)
    if (!sett_frames_put (frames, w->entries.at[(i + shift) % count].ref))
      run_out (w);
}

/*------------------------------------------------------------------------*/
/* The second search. */

static void look_for_cyan (sett_worker *w) {
  for (size_t i = 0; i < w->entries.count && sett_cycles_wanted (w->run); i++)
    if (sett_lifo_has (&w->cyan, w->entries.at[i].ref))
      sett_cycles_report (w, w->entries.at[i].ref);
}

static void enter_second (sett_worker *w, uint64_t handle) {
  if (!sett_frames_enter (&w->inner, handle) ||
      !sett_lifo_push (&w->pink, handle)) {
    run_out (w);
    return;
  }
  sett_worker_look_up (w, handle, SETT_EXTENT_REDUCED);
  if (!going_on (w))
    return;
  look_for_cyan (w);
  put_pending (w, &w->inner);
}

/* False when there is nothing to wait for any more. */
static int must_wait (sett_worker *w, uint64_t handle) {
  return (marks (w, handle) & (ACCEPTING | RED)) == ACCEPTING && going_on (w) &&
         sett_cycles_wanted (w->run);
}

static void make_pink_red (sett_worker *w, uint64_t seed) {
  const sett_pile *pink = &w->pink.members;
  for (size_t i = 0; i < pink->count; i++)
    while (pink->at[i] != seed && must_wait (w, pink->at[i])) {
      sched_yield ();
      sett_checkpoint_poll (w);
    }
  for (size_t i = 0; i < pink->count; i++)
    add_marks (w, pink->at[i], RED);
}

/* One that was begun before a checkpoint goes on: its seed is pink. */
static void search_second (sett_worker *w, uint64_t seed) {
  SETT_ASSERT (!w->pink.members.count || w->pink.members.at[0] == seed);
  uint64_t handle;
  if (!w->pink.members.count)
    enter_second (w, seed);
  while (sett_frames_count (&w->inner) && sett_cycles_wanted (w->run) &&
         going_on (w)) {
    if (!sett_frames_take (&w->inner, &handle))
      sett_frames_leave (&w->inner);
    else if (!sett_lifo_has (&w->pink, handle) && !(marks (w, handle) & RED))
      enter_second (w, handle);
    sett_checkpoint_poll (w);
  }
  if (going_on (w) && sett_cycles_wanted (w->run))
    make_pink_red (w, seed);
  sett_frames_clear (&w->inner);
  sett_lifo_clear (&w->pink);
}

/*------------------------------------------------------------------------*/
/* The first search. */

static void look_for_early_cycle (sett_worker *w, int accepting) {
  for (size_t i = 0; i < w->entries.count && sett_cycles_wanted (w->run); i++) {
    const uint64_t next = w->entries.at[i].ref;
    if (sett_lifo_has (&w->cyan, next) &&
        (accepting || (marks (w, next) & ACCEPTING)))
      sett_cycles_report (w, next);
  }
}

static void enter (sett_worker *w, uint64_t handle) {
  if (!sett_frames_enter (&w->frames, handle) ||
      !sett_lifo_push (&w->cyan, handle)) {
    run_out (w);
    return;
  }
  const size_t depth = sett_frames_count (&w->frames) - 1;
  SETT_ASSERT (w->cyan.members.count == sett_frames_count (&w->frames));
  if (depth > w->counts.depth)
    w->counts.depth = depth;
  sett_worker_look_up (w, handle, SETT_EXTENT_REDUCED);
  const int accepting =
      sett_explorer_accepting (w->explorers[0], w->state, w->size);
  if (accepting)
    add_marks (w, handle, ACCEPTING);
  sett_worker_report (w);
  if (!going_on (w))
    return;
  look_for_early_cycle (w, accepting);
  put_pending (w, &w->frames);
}

static void leave (sett_worker *w) {
  SETT_ASSERT (sett_frames_count (&w->frames));
  const size_t top = sett_frames_count (&w->frames) - 1;
  const uint64_t handle = sett_frames_handle (&w->frames, top);
  SETT_ASSERT (w->cyan.members.at[w->cyan.members.count - 1] == handle);
  add_marks (w, handle, BLUE);
  if ((marks (w, handle) & ACCEPTING) && sett_cycles_wanted (w->run))
    search_second (w, handle);
  sett_lifo_pop (&w->cyan);
  sett_frames_leave (&w->frames);
  SETT_ASSERT (w->cyan.members.count == sett_frames_count (&w->frames));
}

void sett_cndfs_first (sett_worker *w) {
  uint64_t handle;
  if (!w->run->restored)
    enter (w, w->run->root);
  else if (w->pink.members.count)
    leave (w);
  while (sett_frames_count (&w->frames) && going_on (w)) {
    if (!sett_frames_take (&w->frames, &handle))
      leave (w);
    else if (!sett_lifo_has (&w->cyan, handle) && !(marks (w, handle) & BLUE))
      enter (w, handle);
    sett_checkpoint_poll (w);
  }
}
