/* Cycles that the claim accepts, on a device: OWCTY.

   All reachable states are known.  S begins as all of them, and in each round

       reach      of S stays what accepting states of S lead to, within S
       drop       whatever has no predecessor in S goes, again and again

   until S is empty, or nothing was dropped.  A state on an accepting cycle, or
   behind one, never goes.  If nothing was dropped, each state of S is reached
   from an accepting one of S, and has a predecessor in S: going back from one
   accepting state to another comes to one that was met before, S being finite.

   To find the cycle S is reached once more, and each state knows by whom; an
   accepting one, with which that begins, knows one of its predecessors.  Going
   back along these ends in an accepting state on a cycle; the shortest cycle
   through that one is found by reaching once more, from it alone.  What is
   reported is a path along these states that the processor has run again.

   Edges are not stored: each phase expands the states of S again (cycles.cl
   says how every edge is counted once).  The successors of states that are too
   hard for the device are found by the processor, which hands them over. */

#include "gpu/gpu_run.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "base/watch.h"

#include <string.h>

enum { AT_ONCE = 256, FIRST_LEVELS = 2 };

static int is_mutant (const sett_gpu_run *run, unsigned mutant) {
  return SETT_MUTANT (run->request->mutant) == mutant;
}

/* -------------------------------------------------------------- phases --- */

/* Hands over the successors of a state of the work. */
static void touch_successors (sett_gpu_run *run, uint64_t index, sett_aim aim,
                              uint64_t target, unsigned *flags) {
  const uint32_t words = run->packing.words;
  sett_marked here;
  sett_launch launch;
  sett_card_fetch_work (run->card, index, &here);
  const uint64_t root = here.root;
  const sett_sink *found =
      sett_explore (run->explorer, here.state, here.size, run->extent);
  uint64_t *batch = sett_alloc (AT_ONCE * words * 8), count = 0;
  for (uint32_t i = 0; i < found->count; i++) {
    const sett_step *step = &found->steps[i];
    const unsigned char *state = found->bytes + step->offset;
    if (step->size && sett_packing_holds (&run->packing, state, step->size)) {
      memset (batch + count * words, 0, words * 8);
      memcpy (batch + count++ * words, state, step->size);
    }
    if (!count || (count < AT_ONCE && i + 1 < found->count))
      continue;
    sett_card_touch (run->card, batch, count, aim, root, target, &launch);
    *flags |= launch.flags;
    count = 0;
  }
  sett_free (batch, AT_ONCE * words * 8);
}

/* The states that the last launch left to the processor. */
static void touch_marked (sett_gpu_run *run, sett_aim aim, uint64_t target,
                          unsigned *flags) {
  sett_marks all = {0};
  sett_card_all_marked (run->card, &all);
  for (size_t i = 0; i < all.count && !run->stop; i++)
    if (!is_mutant (run, SETT_MUTANT_ALONE))
      touch_successors (run, all.at[i] >> 3, aim, target, flags);
  SETT_RELEASE (all);
}

/* A launch cannot be repeated: there must be room for all its marks. */
static uint64_t size_of_piece (const sett_gpu_run *run) {
  return run->hard && run->piece > SETT_CARD_MOST_MARKS ? SETT_CARD_MOST_MARKS
                                                        : run->piece;
}

/* Expands these states of the work; gives the flags of all launches. */
static unsigned expand_work (sett_gpu_run *run, uint64_t low, uint64_t high,
                             sett_aim aim, uint64_t target) {
  const uint64_t piece = size_of_piece (run);
  unsigned flags = 0;
  while (low < high && !run->stop) {
    const uint64_t end = high - low > piece ? low + piece : high;
    sett_launch launch;
    sett_card_expand (run->card, low, end, aim, target, &launch);
    flags |= launch.flags;
    if (launch.marks > SETT_CARD_MOST_MARKS)
      sett_gpu_fail (run, "states became hard that were not");
    else if (launch.marks)
      touch_marked (run, aim, target, &flags);
    low = end;
    sett_gpu_look_at_limits (run);
  }
  return flags;
}

/* Level by level, until there is no more work, or a cycle is closed; gives how
   many states there were. */
static uint64_t run_phase (sett_gpu_run *run, sett_aim aim, uint64_t target) {
  uint64_t low = 0, high = sett_card_work (run->card);
  unsigned flags = 0;
  for (int level = 0; low < high && !run->stop && !(flags & SETT_CARD_CLOSED);
       level++) {
    if (aim == SETT_AIM_REACH && level == FIRST_LEVELS &&
        is_mutant (run, SETT_MUTANT_CURTAILED))
      break;
    flags = expand_work (run, low, high, aim, target);
    low = high;
    high = sett_card_work (run->card);
  }
  return high;
}

/* Is there an accepting cycle in what is left? */
static int shrink (sett_gpu_run *run) {
  uint64_t left = UINT64_MAX;
  for (int first = 1; !run->stop; first = 0) {
    sett_card_begin_round (run->card, first, SETT_CARD_ALL);
    const uint64_t reached = run_phase (run, SETT_AIM_REACH, SETT_CARD_ALL);
    if (run->stop || !reached)
      return 0;
    SETT_ASSERT (reached <= left);
    sett_card_cut (run->card);
    const uint64_t dropped = run_phase (run, SETT_AIM_DROP, SETT_CARD_ALL);
    SETT_ASSERT (dropped <= reached);
    left = reached - dropped;
    if (run->stop || !left)
      return 0;
    if (!dropped)
      return 1;
  }
  return 0;
}

/* ----------------------------------------------------------- the cycle --- */

static int walk (sett_gpu_run *run, sett_walk *w) {
  sett_walk_state state = SETT_WALK_ON;
  while (state == SETT_WALK_ON && !run->stop) {
    state = sett_card_walk (run->card, w);
    sett_gpu_look_at_limits (run);
  }
  return state == SETT_WALK_DONE && !run->stop;
}

/* An accepting state on a cycle. */
static int find_knot (sett_gpu_run *run, uint64_t *root) {
  sett_marked first;
  sett_card_begin_round (run->card, 0, SETT_CARD_ALL);
  SETT_ASSERT (sett_card_work (run->card) ||
               sett_device_error (run->request->device));
  sett_card_fetch_work (run->card, 0, &first);
  run_phase (run, SETT_AIM_TRACE, SETT_CARD_ALL);
  sett_walk w = {.at = first.root};
  const int found = !run->stop && walk (run, &w);
  *root = w.at;
  return found;
}

/* The work becomes the shortest cycle through this state, backwards. */
static int find_cycle (sett_gpu_run *run, uint64_t root, uint64_t *length) {
  sett_card_begin_round (run->card, 0, root);
  run_phase (run, SETT_AIM_TRACE, root);
  sett_walk w = {.at = root, .begin = root, .closes = 1};
  const int found = !run->stop && walk (run, &w);
  *length = w.count;
  return found;
}

/* Its states, from the first that was found on, which comes again in the end.
 */
static int fetch_cycle (sett_gpu_run *run, uint64_t length,
                        sett_gpu_trail *cycle, sett_marked *first) {
  size_t start = SIZE_MAX;
  sett_gpu_trail back = {0};
  for (uint64_t i = 0; i < length; i++) {
    sett_marked here;
    sett_card_fetch_work (run->card, i, &here);
    SETT_PUSH (back, sett_gpu_copy_of (&here));
  }
  sett_card_fetch (run->card, sett_card_earliest (run->card), first);
  for (size_t i = 0; i < back.count; i++)
    if (back.at[i].root == first->root)
      start = i;
  for (size_t i = 0; start < back.count && i <= back.count; i++) {
    const size_t from = (start + back.count - i % back.count) % back.count;
    const sett_gpu_copy *c = &back.at[from];
    SETT_PUSH (*cycle,
               sett_gpu_copy_of (&(sett_marked){
                   .state = c->state, .size = c->size, .root = c->root}));
  }
  sett_gpu_trail_release (&back);
  return cycle->count != 0;
}

static const char *report (sett_gpu_run *run, const sett_gpu_trail *cycle,
                           const sett_marked *first) {
  static char message[200];
  const sett_claim *claim = run->options->explorer.claim;
  const sett_met met = {.violation = claim->violation,
                        .step = {.transition = SETT_YIELD,
                                 .process = SETT_NO_PROCESS,
                                 .partner = SETT_NO_PROCESS,
                                 .holder = SETT_NO_PROCESS}};
  sett_gpu_trail stem = {0};
  sett_path path = {.lasso = 1};
  size_t level = sett_gpu_level_of (run, first->number);
  SETT_PUSH (stem, sett_gpu_copy_of (first));
  const char *wrong = sett_gpu_trail_extend (run, &stem, &level)
                          ? sett_gpu_lasso (run, &stem, cycle, &path, message)
                          : "no path was found to a state of the search";
  sett_gpu_trail_release (&stem);
  if (wrong) {
    sett_path_release (&path);
    return wrong;
  }
  if (!sett_kept_wants (run->result, run->model, run->options->all_errors,
                        &met)) {
    sett_path_release (&path);
    return NULL;
  }
  SETT_PUSH (run->result->violations,
             ((sett_violation){.violation = met.violation,
                               .step = met.step,
                               .count = 1,
                               .path = path}));
  return NULL;
}

static void show (sett_gpu_run *run) {
  sett_gpu_trail cycle = {0};
  sett_marked first;
  uint64_t root, length;
  const char *wrong = "the states of a cycle do not form one";
  if (find_knot (run, &root) && find_cycle (run, root, &length) &&
      fetch_cycle (run, length, &cycle, &first))
    wrong = report (run, &cycle, &first);
  if (wrong && !run->stop && !sett_watch_spent ())
    sett_gpu_fail (run, "a cycle could not be verified: %s", wrong);
  sett_gpu_trail_release (&cycle);
}

void sett_gpu_find_cycles (sett_gpu_run *run) {
  if (!sett_card_prepare_cycles (run->card))
    sett_gpu_hit (run, SETT_LIMIT_MEMORY);
  else if (shrink (run))
    show (run);
}
