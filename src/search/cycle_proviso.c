/* Depth-first search for reductions that must not put off a transition for
   ever, several states at a time.

   A state that is not expanded in full *owes* that: it must lead, by selected
   steps, to one that is.  The *children* of a state are those that were found
   from it first: they form a tree, and the nodes of the stack are a part of
   it.  A state that was expanded is

   - PAID when it was expanded in full, when a selected step leads to a state
     that is paid, or as soon as a child is paid;
   - OWING when it is not paid, has a child, and each child is not expanded yet
     or OWING as well;
   - STRAY in all other cases; so as soon as a child is.

   So a state that is OWING leads, by selected steps down the tree, to one that
   has not been expanded.

   Invariant: when a state is expanded, it is expanded in full, or selected
   steps lead from it to a state that is paid, or to another one that has not
   been expanded yet: to a child of its own, to a state that was found before,
   or, by way of a state that is OWING and not above it in the tree, to one
   below that.  Otherwise the state is expanded in full.

   Hence when the search has ended, a state that is expanded in full can be
   reached from every state by selected steps.  For paid states this holds by
   induction over the order in which they were paid.  Were there others for
   which it does not hold, then the one of them that was expanded last would
   contradict the invariant.

   The order in which states are expanded does not matter, unlike with a
   proviso that looks at the stack.

   As long as nothing, or next to nothing, is left out, a state that is expanded
   in full is not marked, unless the one above it owes: what is NEW is not
   expanded yet, or it was expanded in full, which is as good.

   Marks of a state: */

#include "search/check_cycle_proviso.h"
#include "search/saved_run.h"
#include "search/depth.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "reduce/reduce_mutant.h"

enum {
  NEW = 0, /* not expanded yet, see above */
  OWING = 1,
  PAID = 2,
  STRAY = 3
};

_Static_assert(STRAY < 1 << SETT_CYCLE_PROVISO_BITS,
               "the marks have their bits");

#define FARTHEST 64u /* states above another that are looked at */
#define SELDOM 32u   /* of so many states one is not expanded in full */

static unsigned mark (sett_worker *w, uint64_t handle) {
  return sett_store_marks (w->run->store, handle);
}

/* What is neither paid nor new owes. */
static void set_mark (sett_worker *w, uint32_t node, unsigned value) {
  SETT_ASSERT (node < w->stack.nodes_count && value <= STRAY);
  sett_store_set_marks (w->run->store, w->stack.nodes[node].handle, value);
  w->stack.nodes[node].owes = value != PAID;
}

/* The next node above one that owes; SETT_NO_NODE: there is none.  What is
   above a paid one is paid. */
static uint32_t debtor_above (const sett_worker *w, uint32_t node) {
  const uint32_t parent = w->stack.nodes[node].parent;
  SETT_ASSERT (parent == SETT_NO_NODE || parent < node);
  return parent != SETT_NO_NODE && w->stack.nodes[parent].owes ? parent
                                                               : SETT_NO_NODE;
}

static void pay (sett_worker *w, uint32_t node) {
  for (; node != SETT_NO_NODE; node = debtor_above (w, node))
    set_mark (w, node, PAID);
}

/* Whatever is above one that is astray is so, too. */
static void lead_astray (sett_worker *w, uint32_t node) {
  do {
    set_mark (w, node, STRAY);
    node = debtor_above (w, node);
  } while (node != SETT_NO_NODE &&
           mark (w, w->stack.nodes[node].handle) != STRAY);
}

/* May a state that is OWING be above a node? */
static int may_be_above (const sett_worker *w, uint64_t handle, uint32_t node) {
  for (unsigned i = 0; i < FARTHEST; i++) {
    node = debtor_above (w, node);
    if (node == SETT_NO_NODE)
      return 0;
    if (w->stack.nodes[node].handle == handle)
      return 1;
  }
  return 1;
}

/* Does a state with this mark, other than that of the node, lead to one that is
   not expanded yet, also other than that? */
static int leads_on (const sett_worker *w, unsigned there, uint64_t handle,
                     uint32_t node) {
  const unsigned mutant = w->run->options->explorer.reduction.mutant;
  return there == NEW ||
         (there == OWING && (SETT_MUTANT (mutant) == SETT_MUTANT_TRUSTING ||
                             !may_be_above (w, handle, node)));
}

/* The mark that the selected steps of a state deserve; NEW: none, it must be
   expanded in full. */
static unsigned deserved (sett_worker *w, unsigned index) {
  const uint32_t node = w->nodes[index];
  SETT_ASSERT (node < w->stack.nodes_count);
  unsigned best = NEW;
  for (size_t i = w->begins[index]; i < w->ends[index]; i++) {
    const sett_entry *entry = &w->entries.at[i];
    if (entry->found == SETT_NEW) {
      best = OWING;
      continue;
    }
    if (entry->found == SETT_FULL || entry->ref == w->stack.nodes[node].handle)
      continue;
    const unsigned there = mark (w, entry->ref);
    if (there == PAID)
      return PAID;
    if (best == NEW && leads_on (w, there, entry->ref, node))
      best = STRAY;
  }
  return best;
}

/* Says whether a state of which something was left out must be expanded in
   full. */
static int settle (sett_worker *w, unsigned index) {
  const sett_reduction *reduction = &w->run->options->explorer.reduction;
  const unsigned value = deserved (w, index);
  SETT_ASSERT (value <= STRAY && index < w->members);
  const int full = value == NEW && w->ends[index] > w->begins[index] &&
                   SETT_MUTANT (reduction->mutant) != SETT_MUTANT_NO_PROVISO;
  if (full || value == PAID)
    pay (w, w->nodes[index]);
  else if (value == OWING)
    set_mark (w, w->nodes[index], OWING);
  else
    lead_astray (w, w->nodes[index]);
  return full;
}

/* Expands the states that were entered; gives a set of those of which
   something was left out. */
static unsigned expand_group (sett_worker *w, unsigned count) {
  unsigned reduced = 0;
  sett_worker_begin (w);
  for (unsigned i = 0; i < count && !sett_run_stopping (w->run); i++)
    if (sett_worker_find (w, sett_depth_visit (w, i)))
      reduced |= 1u << i;
  return reduced;
}

/* For the test of the outcome. */
static void note (sett_worker *w, unsigned index, int full) {
  sett_cycle_proviso_record *record = w->debts;
  const uint64_t from = w->stack.nodes[w->nodes[index]].handle;
  SETT_ASSERT (w->begins[index] <= w->ends[index]);
  if (!record)
    return;
  if (full)
    SETT_PUSH (record->full, from);
  for (size_t i = w->begins[index]; i < w->ends[index] && !full; i++) {
    const sett_cycle_proviso_step step = {from, w->entries.at[i].ref};
    SETT_PUSH (record->steps, step);
  }
}

/* A state was expanded in full. */
static void settle_full (sett_worker *w, uint32_t node) {
  if (SELDOM * w->left_out >= w->settled ||
      debtor_above (w, node) != SETT_NO_NODE)
    pay (w, node);
}

/* The states of a group count as expanded one after the other. */
static void settle_group (sett_worker *w, unsigned reduced) {
  unsigned full = 0;
  SETT_ASSERT (!(reduced >> w->members));
  w->left_out += (unsigned)__builtin_popcount (reduced);
  w->settled += w->members;
  if (!w->left_out && !w->debts)
    return;
  for (unsigned i = 0; i < w->members; i++) {
    if (!(reduced >> i & 1)) {
      settle_full (w, w->nodes[i]);
    } else if (settle (w, i))
      full |= 1u << i;
    else
      sett_worker_report_found (w, i, sett_depth_visit (w, i));
    note (w, i, ((full | ~reduced) >> i & 1) != 0);
  }
  for (unsigned i = 0; i < w->members && !sett_run_stopping (w->run); i++)
    if (full >> i & 1)
      sett_worker_find_all (w, i, sett_depth_visit (w, i));
  if (full)
    sett_worker_commit (w);
}

static void search (sett_worker *w) {
  unsigned count;
  while (!sett_run_stopping (w->run) && (count = sett_depth_descend (w))) {
    const unsigned reduced = expand_group (w, count);
    sett_worker_commit (w);
    settle_group (w, reduced);
    sett_depth_push_new (w);
    sett_checkpoint_poll (w);
  }
}

/* What a limit has cut off is not judged. */
void sett_cycle_proviso_first (sett_worker *w) {
  sett_cycle_proviso_record record = {{0}, {0}};
  if (w->run->options->explorer.reduction.check)
    w->debts = &record;
  search (w);
  if (w->debts && !sett_run_stopping (w->run) &&
      !atomic_load (&w->run->limits_hit) &&
      !sett_cycle_proviso_are_paid (&record))
    sett_run_fail (w->run, "the reduction is wrong: from some state no state "
                           "is reached that is expanded in full");
  w->debts = NULL;
  sett_cycle_proviso_record_release (&record);
}
