/* The entry to all searches that store states: sets up the store and the
   workers, starts the chosen order, and says what the outcome means. */

#include "search/search.h"

#include "base/watch.h"
#include "kernel/coverage.h"
#include "search/budget.h"
#include "search/orders.h"
#include "search/parallel.h"
#include "search/violations.h"

#include <stdio.h>
#include <string.h>

static const sett_order_kind orders[] = {
    [SETT_DEPTH_FIRST] = {sett_depth_start, sett_depth_first, sett_depth_trail,
                          1, 0},
    [SETT_BREADTH_FIRST] = {sett_breadth_start, sett_breadth_first,
                            sett_breadth_trail, 0, 0},
};

static const sett_order_kind strict = {sett_strict_start, sett_strict_first,
                                       sett_strict_trail, 0, SETT_STRICT_BITS};

static const sett_order_kind debts = {sett_depth_start, sett_debts_first,
                                      sett_depth_trail, 0, SETT_DEBTS_BITS};

static const sett_order_kind sleepy = {sett_sleep_start, sett_sleep_search,
                                       sett_strict_trail, 0, 0};

static const sett_order_kind nested = {sett_nested_start, sett_nested_first,
                                       sett_nested_trail, 0, SETT_NESTED_BITS};

static const sett_order_kind cndfs = {sett_nested_start, sett_cndfs_first,
                                      sett_nested_trail, 1, SETT_CNDFS_BITS};

/* Can the claim accept a run without coming to an end? */
static int accepts_cycles (const sett_claim *claim) {
  for (size_t i = 0; i < claim->states.count; i++)
    if (claim->states.at[i].accepting && !claim->states.at[i].final)
      return 1;
  return claim->accepting != 0;
}

/* Several workers do without the depth of a state, and need a reduction that
   does not depend on the path to it. */
static const sett_order_kind *choose_nested (const sett_search_options *o) {
  return o->workers > 1 && !o->depth &&
                 o->explorer.reduction.proviso != SETT_PROVISO_STACK
             ? &cndfs
             : &nested;
}

/* Cycles are looked for whatever order is asked for.  With a claim the proviso
   of the stack is that of the nested search, which is the stronger one. */
static const sett_order_kind *choose_order (const sett_search_options *o) {
  const sett_claim *claim = o->explorer.claim;
  const int strictly = o->explorer.reduction.proviso == SETT_PROVISO_STACK;
  if (claim && (strictly || accepts_cycles (claim)))
    return choose_nested (o);
  if (o->sleep || o->stateless)
    return &sleepy;
  if (o->explorer.reduction.proviso == SETT_PROVISO_DEBTS)
    return &debts;
  return strictly ? &strict : &orders[o->order];
}

static sett_store *create_store (const sett_run *run, sett_store_kind kind,
                                 unsigned mark_bits) {
  const sett_store_options options = {.kind = kind,
                                      .workers = run->workers_count,
                                      .mark_bits = mark_bits,
                                      .bitstate_bytes =
                                          run->options->bitstate_bytes};
  return sett_store_create (&options);
}

static int create_stores (sett_run *run) {
  run->store = create_store (run, run->options->store, run->order->mark_bits);
  if (run->store && run->options->check_store)
    run->exact = create_store (run, SETT_STORE_TABLE, 0);
  return run->store && (run->exact || !run->options->check_store);
}

static void create_workers (sett_run *run) {
  run->workers = sett_zalloc (run->workers_count, sizeof *run->workers);
  for (unsigned i = 0; i < run->workers_count; i++)
    run->workers[i] = sett_worker_create (run, i);
}

static void init_run (sett_run *run, sett_model *model,
                      const sett_search_options *options, sett_result *result) {
  memset (run, 0, sizeof *run);
  run->model = model;
  run->options = options;
  run->result = result;
  run->order = choose_order (options);
  run->workers_count =
      options->workers && run->order->parallel && !model->single_threaded
          ? options->workers
          : 1;
  run->started = sett_watch_now ();
  pthread_mutex_init (&run->lock, NULL);
  atomic_init (&run->stop, 0);
  atomic_init (&run->limits_hit, 0);
  atomic_init (&run->accepted, 0);
}

static void release_run (sett_run *run) {
  for (unsigned i = 0; run->workers && i < run->workers_count; i++)
    sett_worker_destroy (run->workers[i]);
  sett_free (run->workers, run->workers_count * sizeof *run->workers);
  sett_store_destroy (run->store);
  sett_store_destroy (run->exact);
  pthread_mutex_destroy (&run->lock);
}

static void add_root (sett_run *run, const sett_sink *sink) {
  sett_worker *w = run->workers[0];
  sett_entry root = {.state = sink->bytes + sink->steps[0].offset,
                     .size = sink->steps[0].size};
  sett_store_add (run->store, 0, NULL, 0, 0, &root, 1);
  sett_entry exact = root;
  if (run->exact)
    sett_store_add (run->exact, 0, NULL, 0, 0, &exact, 1);
  w->counts.states = root.found == SETT_NEW;
  if (root.found == SETT_FULL || !run->order->start (w, &root))
    sett_run_hit (run, SETT_LIMIT_MEMORY);
}

/* Puts the initial state where the search will find it. */
static void begin (sett_run *run) {
  sett_sink sink;
  sett_sink_init (&sink);
  sett_explore_initial (run->workers[0]->explorers[0], &sink);
  if (sink.count != 1)
    sett_run_fail (run, "the model has %u initial states", sink.count);
  else if (sink.steps[0].holder != SETT_NOBODY && sink.steps[0].size)
    sett_run_fail (run, "the model's initial state is transient");
  else {
    if (sink.steps[0].fault)
      sett_violations_report_initial (run, &sink);
    if (sink.steps[0].size && !sett_run_stopping (run))
      add_root (run, &sink);
  }
  sett_sink_release (&sink);
}

static void explore (sett_run *run) {
  if (run->workers_count > 1)
    sett_parallel_run (run);
  else
    run->order->search (run->workers[0]);
  for (unsigned i = 0; i < run->workers_count; i++)
    sett_worker_show_counts (run->workers[i]);
}

static int is_exact (sett_store_kind kind) {
  return kind == SETT_STORE_TREE || kind == SETT_STORE_TABLE;
}

/* Never stronger than what was done. */
static sett_verdict verdict_of (const sett_run *run) {
  if (run->failed)
    return SETT_ERROR;
  if (run->result->violations_seen)
    return SETT_VIOLATED;
  if (run->result->limits_hit)
    return SETT_BOUNDED;
  return is_exact (run->options->store) ? SETT_VERIFIED : SETT_PROBABILISTIC;
}

static void unite_coverage (sett_run *run) {
  for (unsigned i = 1; run->workers && i < run->workers_count; i++)
    sett_coverage_unite (run->workers[0]->coverage, run->workers[i]->coverage);
  if (!run->workers)
    return;
  run->result->coverage = run->workers[0]->coverage;
  run->workers[0]->coverage = NULL;
}

/* Whatever the order noticed: what is spent counts, since an expansion may
   have been cut. */
static void conclude (sett_run *run) {
  sett_result *result = run->result;
  sett_budget_heed (run);
  sett_watch_heed ();
  result->limits_hit = atomic_load (&run->limits_hit);
  result->verdict = verdict_of (run);
  result->exhaustive =
      result->verdict == SETT_VERIFIED ||
      (result->verdict == SETT_VIOLATED && run->options->all_errors &&
       !result->limits_hit && is_exact (run->options->store));
  if (run->options->record)
    unite_coverage (run);
  if (!run->failed && run->exact && !is_exact (run->options->store))
    snprintf (result->message, sizeof result->message,
              "the store left out %llu states",
              (unsigned long long)run->omitted);
}

void sett_search (sett_model *model, const sett_search_options *options,
                  sett_result *result) {
  sett_run run;
  memset (result, 0, sizeof *result);
  sett_watch_phase ("searching");
  init_run (&run, model, options, result);
  if (create_stores (&run)) {
    create_workers (&run);
    begin (&run);
    if (!sett_run_stopping (&run))
      explore (&run);
    sett_run_statistics (&run, &result->statistics);
  } else
    sett_run_hit (&run, SETT_LIMIT_MEMORY);
  conclude (&run);
  release_run (&run);
}

void sett_result_release (sett_result *result) {
  for (size_t i = 0; i < result->violations.count; i++)
    sett_path_release (&result->violations.at[i].path);
  SETT_RELEASE (result->violations);
  sett_coverage_destroy (result->coverage);
}
