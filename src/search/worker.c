/* What every search does with one state: expand it, look at its steps, and
   add its successors to the store. */

#include "base/assert.h"
#include "base/mutant.h"
#include "base/watch.h"
#include "kernel/coverage.h"
#include "reduce/reduce_mutant.h"
#include "search/budget.h"
#include "search/ranks.h"
#include "search/run.h"
#include "search/violations.h"
#include "search/sleep_search.h"

#include <string.h>

sett_worker *sett_worker_create (sett_run *run, unsigned index) {
  SETT_ASSERT (index < run->workers_count);
  sett_worker *w = sett_zalloc (1, sizeof *w);
  w->run = run;
  w->index = index;
  if (run->options->record)
    w->coverage = sett_coverage_create (run->model);
  for (unsigned i = 0; i < SETT_GROUP; i++) {
    w->explorers[i] = sett_explorer_create (run->model, &run->options->explorer,
                                            i ? w->explorers[0] : NULL);
    if (w->coverage)
      sett_explorer_record (w->explorers[i], w->coverage);
  }
  if (run->options->check_model)
    w->checker = sett_model_checker_create (run->model, index);
  w->state = sett_alloc (SETT_STORE_MAX_STATE);
  w->keep.in_store = sett_store_loads (run->store);
  return w;
}

void sett_worker_destroy (sett_worker *w) {
  for (unsigned i = SETT_GROUP; i--;) /* the others share with the first */
    sett_explorer_destroy (w->explorers[i]);
  sett_model_checker_destroy (w->checker);
  sett_coverage_destroy (w->coverage);
  sett_free (w->state, SETT_STORE_MAX_STATE);
  SETT_RELEASE (w->entries);
  sett_keep_release (&w->keep);
  sett_frames_release (&w->frames);
  sett_frames_release (&w->inner);
  sett_lifo_release (&w->cyan);
  sett_lifo_release (&w->pink);
  sett_stack_release (&w->stack);
  sett_pile_release (&w->queue);
  sett_pile_release (&w->parents);
  sett_sleeper_destroy (w->sleeper);
  sett_free (w, sizeof *w);
}

uint32_t sett_worker_fetch (sett_worker *w, uint64_t handle,
                            unsigned char *state) {
  return w->keep.in_store
             ? sett_store_load (w->run->store, w->index, handle, state)
             : sett_keep_get (&w->keep, handle, state);
}

const unsigned char *sett_worker_system (const sett_worker *w, uint32_t *size) {
  return sett_explorer_system (w->explorers[0], w->state, w->size, size);
}

void sett_worker_show_counts (sett_worker *w) {
  const uint64_t counts[] = {w->counts.states, w->counts.transitions,
                             w->counts.depth, w->counts.executions,
                             w->counts.blocked};
  for (unsigned i = 0; i < 5; i++)
    atomic_store_explicit (&w->shown[i], counts[i], memory_order_relaxed);
}

void sett_worker_report_violation (sett_worker *w, const sett_step *step) {
  SETT_ASSERT (step->violation < SETT_VIOLATIONS);
  if (!step->violation)
    return;
  if (step->violation == SETT_VIOLATION_ASSERTION &&
      !w->run->options->check_assertions)
    return;
  sett_violations_report (w, step);
}

static void report_violations (sett_worker *w, const sett_sink *sink) {
  for (uint32_t i = 0; i < sink->count; i++)
    sett_worker_report_violation (w, &sink->steps[i]);
}

static int has_violation (const sett_sink *sink) {
  for (uint32_t i = 0; i < sink->count; i++)
    if (sink->steps[i].violation)
      return 1;
  return 0;
}

/* Makes an entry for each step with a next state. */
static void gather (sett_worker *w, const sett_sink *sink) {
  for (uint32_t i = 0; i < sink->count; i++) {
    const sett_step *step = &sink->steps[i];
    if (!step->size)
      continue;
    sett_entry *entry = SETT_PUSH_SLOT (w->entries);
    entry->state = sink->bytes + step->offset;
    entry->size = step->size;
  }
}

void sett_worker_report_deadlock (sett_worker *w) {
  sett_model *model = w->run->model;
  uint32_t size;
  const unsigned char *system = sett_worker_system (w, &size);
  if (w->run->options->check_deadlocks && !model->is_end (model, system, size))
    sett_violations_report_deadlock (w);
}

static void look_for_complaint (sett_worker *w) {
  sett_model *model = w->run->model;
  if (!model->complaint)
    return;
  unsigned process = SETT_NO_PROCESS;
  uint32_t size, transition = SETT_YIELD;
  const unsigned char *system = sett_worker_system (w, &size);
  const unsigned violation =
      model->complaint (model, system, size, &process, &transition);
  const sett_step step = {.transition = transition,
                          .process = (uint16_t)process,
                          .partner = SETT_NO_PROCESS,
                          .holder = SETT_NO_PROCESS,
                          .violation = (uint16_t)violation};
  if (violation)
    sett_violations_report_state (w, &step);
}

static int at_depth_limit (sett_worker *w) {
  const uint64_t limit = w->run->options->depth;
  if (!limit || w->depth < limit)
    return 0;
  sett_run_note (w->run, SETT_LIMIT_DEPTH);
  return 1;
}

/* Does the answer of the exact table contradict that of the store? */
static int contradicts (sett_worker *w, const sett_entry *entry,
                        const sett_entry *exact, unsigned char *scratch) {
  if (entry->found == SETT_NEW && exact->found == SETT_SEEN)
    return 1;
  if (!w->keep.in_store || entry->found == SETT_FULL)
    return 0;
  if (entry->found == SETT_SEEN && exact->found == SETT_NEW)
    return 1;
  const uint32_t size =
      sett_store_load (w->run->store, w->index, entry->ref, scratch);
  return size != entry->size || memcmp (scratch, entry->state, size);
}

static int answers_agree (sett_worker *w, const sett_entry *entries,
                          const sett_entry *exact, unsigned count) {
  unsigned char *scratch = sett_alloc (SETT_STORE_MAX_STATE);
  int wrong = 0;
  for (unsigned i = 0; i < count && !wrong; i++) {
    wrong = contradicts (w, &entries[i], &exact[i], scratch);
    w->run->omitted +=
        entries[i].found == SETT_SEEN && exact[i].found == SETT_NEW;
  }
  sett_free (scratch, SETT_STORE_MAX_STATE);
  return !wrong;
}

/* Starts looking up the entries from `first` on. */
static void prepare (sett_worker *w, size_t first) {
  const int loads = w->keep.in_store;
  SETT_ASSERT (first < w->entries.count && first >= w->committed);
  sett_store_prepare (w->run->store, w->index, loads ? w->state : NULL,
                      loads ? w->size : 0, loads ? w->handle : 0,
                      w->entries.at + first,
                      (unsigned)(w->entries.count - first));
}

/* With check_store one worker at a time adds to both stores, so that they are
   asked in the same order. */
static void commit_to_both (sett_worker *w, sett_entry *entries,
                            unsigned count) {
  sett_run *run = w->run;
  const size_t bytes = count * sizeof (sett_entry);
  sett_entry *exact = sett_alloc (bytes);
  memcpy (exact, entries, bytes);
  pthread_mutex_lock (&run->lock);
  sett_store_commit (run->store, w->index, entries, count);
  sett_store_add (run->exact, w->index, NULL, 0, 0, exact, count);
  const int agree = answers_agree (w, entries, exact, count);
  pthread_mutex_unlock (&run->lock);
  if (!agree)
    sett_run_fail (run, "the store is wrong: an exact table disagrees");
  sett_free (exact, bytes);
}

static void count_found (sett_worker *w) {
  w->counts.transitions += w->entries.count - w->committed;
  SETT_ASSERT (w->committed <= w->entries.count);
  for (size_t i = w->committed; i < w->entries.count; i++) {
    const sett_found found = w->entries.at[i].found;
    w->counts.states += found == SETT_NEW;
    if (found == SETT_FULL)
      sett_run_hit (w->run, SETT_LIMIT_MEMORY);
  }
}

static void test_model (sett_worker *w) {
  uint32_t size;
  const unsigned char *system = sett_worker_system (w, &size);
  const char *wrong = sett_model_checker_test (w->checker, system, size);
  if (wrong)
    sett_run_fail (w->run, "%s", wrong);
}

/* The tests take long: limits are looked at after each. */
static void test_reduction (sett_worker *w) {
  if (!w->run->options->explorer.reduction.check)
    return;
  const char *wrong = sett_explorer_wrong (w->explorers[w->members]);
  sett_budget_look (w);
  if (wrong)
    sett_run_fail (w->run, "%s", wrong);
}

void sett_worker_begin (sett_worker *w) {
  w->entries.count = 0;
  w->committed = 0;
  w->members = 0;
}

/* Makes a state the current one. */
static void fetch (sett_worker *w, uint64_t handle) {
  w->handle = handle;
  w->size = sett_worker_fetch (w, handle, w->state);
  SETT_ASSERT (w->size && w->size <= SETT_STORE_MAX_STATE);
}

static void explore (sett_worker *w, sett_extent extent) {
  w->found = sett_explore (w->explorers[w->members], w->state, w->size, extent);
  SETT_ASSERT (w->members < SETT_GROUP);
  if (sett_watch_spent ())
    sett_budget_heed (w->run);
  test_reduction (w);
}

/* Makes what was found last the successors of the current member. */
static void take_successors (sett_worker *w) {
  const size_t first = w->entries.count;
  gather (w, w->found);
  sett_budget_poll (w);
  if (w->entries.count > first && at_depth_limit (w))
    w->entries.count = first;
  if (w->run->ranks)
    sett_ranks_route (w, first);
  if (w->entries.count > first)
    prepare (w, first);
  w->begins[w->members] =
      w->entries.count > first
          ? first + sett_explore_passed (w->explorers[w->members])
          : first;
  w->ends[w->members] = w->entries.count;
  if (SETT_MUTANT (w->run->options->explorer.reduction.mutant) ==
      SETT_MUTANT_BROKEN)
    w->begins[w->members] = w->ends[w->members] + 1;
  SETT_ASSERT (w->begins[w->members] <= w->ends[w->members]);
}

/* The explorer is the one that found the successors.  If it was stopped on the
   way only violations count: they are there whatever else would be. */
static void report (sett_worker *w, sett_explorer *explorer) {
  if (sett_watch_spent ()) {
    report_violations (w, w->found);
    return;
  }
  if (w->checker)
    test_model (w);
  look_for_complaint (w);
  report_violations (w, w->found);
  if (sett_explore_was_stuck (explorer))
    sett_worker_report_deadlock (w);
  if (sett_explorer_final (explorer, w->state, w->size))
    sett_violations_report_final (w);
}

void sett_worker_expand (sett_worker *w, uint64_t handle) {
  fetch (w, handle);
  explore (w, SETT_EXTENT_REDUCED);
  take_successors (w);
  report (w, w->explorers[w->members]);
  w->members++;
}

int sett_worker_find (sett_worker *w, uint64_t handle) {
  sett_explorer *explorer = w->explorers[w->members];
  fetch (w, handle);
  explore (w, SETT_EXTENT_REDUCED);
  take_successors (w);
  const int reduced =
      sett_explore_was_reduced (explorer) && !sett_watch_spent ();
  if (!reduced)
    report (w, explorer);
  w->violating[w->members++] =
      reduced && has_violation (w->found) ? w->found : NULL;
  return reduced;
}

void sett_worker_report_found (sett_worker *w, unsigned index,
                               uint64_t handle) {
  if (!w->violating[index] && !w->checker)
    return;
  const unsigned members = w->members;
  SETT_ASSERT (index < w->members);
  w->members = index;
  w->found = w->violating[index];
  fetch (w, handle);
  if (w->checker)
    test_model (w);
  if (w->found)
    report_violations (w, w->found);
  w->members = members;
}

void sett_worker_find_all (sett_worker *w, unsigned index, uint64_t handle) {
  const unsigned members = w->members;
  SETT_ASSERT (index < w->members);
  w->members = index;
  fetch (w, handle);
  explore (w, SETT_EXTENT_FULL);
  take_successors (w);
  report (w, w->explorers[index]);
  w->members = members;
}

void sett_worker_look_up (sett_worker *w, uint64_t handle, sett_extent extent) {
  sett_worker_begin (w);
  fetch (w, handle);
  explore (w, extent);
  take_successors (w);
  sett_worker_commit (w);
}

void sett_worker_report (sett_worker *w) {
  report (w, w->explorers[0]);
}

void sett_worker_commit (sett_worker *w) {
  const unsigned count = (unsigned)(w->entries.count - w->committed);
  if (!count)
    return;
  sett_entry *first = w->entries.at + w->committed;
  if (w->run->exact)
    commit_to_both (w, first, count);
  else
    sett_store_commit (w->run->store, w->index, first, count);
  count_found (w);
  w->committed = w->entries.count;
}
