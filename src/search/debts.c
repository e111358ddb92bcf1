/* Depth-first search for reductions that must not put off a transition for
   ever, several states at a time.

   A state that is not expanded in full *owes* that: it must lead, by selected
   steps, to one that is.  It is

   - PAID when it is expanded in full itself, when a selected step leads to a
     state that is paid, or as soon as a state that was found from it (its child
     on the stack) is;
   - OWING when none of this holds yet, but a selected step leads to a state
     that has not been expanded;
   - expanded in full when its selected steps lead only to states that owe.

   When the search has ended, a state that is expanded in full can be reached
   from every state by selected steps.  For a paid state that holds by
   induction over the order in which states were paid.  A state that owes has
   selected a step to one that was expanded later than itself; were there states
   that lead to none that is expanded in full, then the one of them that was
   expanded last would contradict that.

   The order in which states are expanded does not matter, unlike with a
   proviso that looks at the stack.

   Marks of a state: */

#include "search/depth.h"

#include "reduce/mutant.h"

enum {
  NEW = 0, /* not expanded yet */
  OWING = 1,
  PAID = 2
};

_Static_assert(PAID < 1 << SETT_DEBTS_BITS, "the marks have their bits");

static unsigned mark (sett_worker *w, uint64_t handle) {
  return sett_store_marks (w->run->store, handle);
}

static void set_mark (sett_worker *w, uint64_t handle, unsigned value) {
  sett_store_set_marks (w->run->store, handle, value);
}

/* Marks a state as paid, and those from which it was found. */
static void pay (sett_worker *w, uint32_t node) {
  sett_node *nodes = w->stack.nodes;
  set_mark (w, nodes[node].handle, PAID);
  nodes[node].owes = 0;
  for (node = nodes[node].parent; node != SETT_NO_NODE && nodes[node].owes;
       node = nodes[node].parent) {
    set_mark (w, nodes[node].handle, PAID);
    nodes[node].owes = 0;
  }
}

static void owe (sett_worker *w, uint32_t node) {
  set_mark (w, w->stack.nodes[node].handle, OWING);
  w->stack.nodes[node].owes = 1;
}

/* The best that the selected steps of a state lead to. */
static unsigned prospect (sett_worker *w, unsigned index) {
  const uint64_t handle = w->stack.nodes[w->nodes[index]].handle;
  unsigned best = OWING;
  for (size_t i = w->begins[index]; i < w->ends[index]; i++) {
    const sett_entry *entry = &w->entries.at[i];
    if (entry->found == SETT_NEW)
      best = NEW;
    else if (entry->found == SETT_SEEN && entry->ref != handle) {
      const unsigned found = mark (w, entry->ref);
      if (found == PAID)
        return PAID;
      if (found == NEW)
        best = NEW;
    }
  }
  return best;
}

/* Says whether a state of which something was left out must be expanded in
   full. */
static int settle (sett_worker *w, unsigned index) {
  const sett_reduction *reduction = &w->run->options->explorer.reduction;
  const unsigned best = prospect (w, index);
  const int full = best == OWING && w->ends[index] > w->begins[index] &&
                   reduction->mutant != SETT_MUTANT_NO_PROVISO;
  if (full || best == PAID)
    pay (w, w->nodes[index]);
  else
    owe (w, w->nodes[index]);
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

/* In the order in which they count as expanded. */
static void settle_group (sett_worker *w, unsigned reduced) {
  unsigned full = 0;
  for (unsigned i = 0; i < w->members; i++)
    if (!(reduced >> i & 1))
      pay (w, w->nodes[i]);
    else if (settle (w, i))
      full |= 1u << i;
    else
      sett_worker_report_found (w, i, sett_depth_visit (w, i));
  for (unsigned i = 0; i < w->members && !sett_run_stopping (w->run); i++)
    if (full >> i & 1)
      sett_worker_find_all (w, i, sett_depth_visit (w, i));
  if (full)
    sett_worker_commit (w);
}

void sett_debts_first (sett_worker *w) {
  unsigned count;
  while (!sett_run_stopping (w->run) && (count = sett_depth_descend (w))) {
    const unsigned reduced = expand_group (w, count);
    sett_worker_commit (w);
    settle_group (w, reduced);
    sett_depth_push_new (w);
  }
}
