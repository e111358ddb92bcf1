/* The entry to all searches that store states: sets up the store and the
   workers, starts the chosen order, and says what the outcome means. */

#include "search/search.h"

#include "base/assert.h"
#include "base/snapshot.h"
#include "base/watch.h"
#include "kernel/coverage.h"
#include "search/budget.h"
#include "search/disk_breadth.h"
#include "search/saved_run.h"
#include "search/search_order.h"
#include "search/parallel.h"
#include "search/probing.h"
#include "search/ranks.h"
#include "search/violations.h"

#include <stdio.h>
#include <string.h>

#define SETT_NO_STORE 4 /* status of all ranks, if one has no memory at all */

static const sett_search_order_kind orders[] = {
    [SETT_DEPTH_FIRST] = {sett_depth_start, sett_depth_first, sett_depth_trail,
                          1, 0},
    [SETT_BREADTH_FIRST] = {sett_breadth_start, sett_breadth_first,
                            sett_breadth_trail, 0, 0},
};

static const sett_search_order_kind strict = {
    sett_strict_start, sett_strict_first, sett_strict_trail, 0,
    SETT_STRICT_BITS};

static const sett_search_order_kind debts = {
    sett_depth_start, sett_cycle_proviso_first, sett_depth_trail, 0,
    SETT_CYCLE_PROVISO_BITS};

static const sett_search_order_kind sleepy = {
    sett_sleep_start, sett_sleep_search, sett_strict_trail, 0, 0};

static const sett_search_order_kind nested = {
    sett_nested_start, sett_nested_first, sett_nested_trail, 0,
    SETT_NESTED_BITS};

static const sett_search_order_kind by_ranks = {
    sett_ranks_start, sett_ranks_first, sett_ranks_trail, 1, 0};

static const sett_search_order_kind by_disk = {
    sett_disk_breadth_start, sett_disk_breadth_first, sett_disk_breadth_trail,
    0, SETT_DISK_BITS};

static const sett_search_order_kind cndfs = {
    sett_nested_start, sett_cndfs_first, sett_nested_trail, 1, SETT_CNDFS_BITS};

/* Several workers do without the depth of a state, and need a reduction that
   does not depend on the path to it. */
static const sett_search_order_kind *
choose_nested (const sett_search_options *o) {
  return o->workers > 1 && !o->depth &&
                 o->explorer.reduction.proviso != SETT_PROVISO_STACK
             ? &cndfs
             : &nested;
}

/* Cycles are looked for whatever order is asked for.  With a claim the proviso
   of the stack is that of the nested search, which is the stronger one. */
static const sett_search_order_kind *
choose_order (const sett_search_options *o) {
  const sett_claim *claim = o->explorer.claim;
  const int strictly = o->explorer.reduction.proviso == SETT_PROVISO_STACK;
  if (o->transport)
    return &by_ranks;
  if (o->disk)
    return &by_disk;
  if (claim && (strictly || sett_claim_accepts_cycles (claim)))
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
  if (run->store && run->ranks)
    sett_ranks_keep_states (run->ranks, sett_store_loads (run->store));
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
  const unsigned threads =
      options->threads ? options->threads : options->workers;
  run->workers_count =
      threads && run->order->parallel && !model->single_threaded ? threads : 1;
  if (options->transport)
    run->ranks = sett_ranks_create (run, options->transport);
  if (options->disk)
    run->disk = sett_disk_breadth_create (options);
  run->started = sett_watch_now ();
  pthread_mutex_init (&run->lock, NULL);
  atomic_init (&run->stop, 0);
  atomic_init (&run->limits_hit, 0);
  atomic_init (&run->accepted, 0);
  SETT_ASSERT (run->workers_count == 1 || run->order->parallel);
}

static void release_run (sett_run *run) {
  for (unsigned i = 0; run->workers && i < run->workers_count; i++)
    sett_worker_destroy (run->workers[i]);
  sett_free (run->workers, run->workers_count * sizeof *run->workers);
  for (size_t i = 0; i < run->gifts.count; i++)
    sett_gift_release (&run->gifts.at[i]);
  SETT_RELEASE (run->gifts);
  sett_store_destroy (run->store);
  sett_store_destroy (run->exact);
  sett_ranks_destroy (run->ranks);
  sett_disk_breadth_destroy (run->disk);
  pthread_mutex_destroy (&run->lock);
}

static void add_root (sett_run *run, const sett_sink *sink) {
  sett_worker *w = run->workers[0];
  SETT_ASSERT (sink->count == 1 && sink->steps[0].size);
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
  else if (sink.steps[0].holder != SETT_NO_PROCESS && sink.steps[0].size)
    sett_run_fail (run, "the model's initial state is transient");
  else {
    if (sink.steps[0].violation)
      sett_violations_report_initial (run, &sink);
    if (sink.steps[0].size && !sett_run_stopping (run))
      add_root (run, &sink);
  }
  sett_sink_release (&sink);
}

/* One rank whose memory is spent tells the others so. */
static int goes_ahead (sett_run *run) {
  return !sett_run_stopping (run) ||
         (run->ranks && atomic_load (&run->limits_hit));
}

/* Instead of beginning. */
static void resume (sett_run *run) {
  sett_watch_phase ("reading the checkpoint");
  if (sett_checkpoint_restore (run))
    return;
  if (sett_loader_failed (run->options->from))
    sett_run_fail (run, "the checkpoint is of another search");
  else
    sett_run_hit (run, SETT_LIMIT_MEMORY);
}

static void explore (sett_run *run) {
  const sett_checkpointing *c = run->options->checkpointing;
  sett_watch_phase ("searching");
  if (c) {
    run->next_checkpoint = sett_watch_now () - run->started + c->every;
    sett_memory_was_short ();
    sett_watch_warn_first (1);
  }
  if (run->workers_count > 1 && !run->ranks)
    sett_parallel_run (run);
  else /* a rank's first worker starts the others */
    run->order->search (run->workers[0]);
  if (c)
    sett_watch_warn_first (0);
  for (unsigned i = 0; i < run->workers_count; i++)
    sett_worker_show_counts (run->workers[i]);
}

static sett_evidence evidence_of (const sett_run *run) {
  return (sett_evidence){.failed = run->failed,
                         .violations = run->result->violations_seen,
                         .limits_hit = run->result->limits_hit,
                         .lossy = !sett_store_is_exact (run->options->store)};
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
  SETT_ASSERT (!run->failed || *run->result->message);
  sett_watch_heed ();
  result->limits_hit = atomic_load (&run->limits_hit);
  const sett_evidence evidence = evidence_of (run);
  result->verdict = sett_verdict_decide (&evidence);
  result->exhaustive =
      sett_verdict_is_exhaustive (&evidence, run->options->all_errors);
  SETT_ASSERT (!result->exhaustive || !result->limits_hit);
  if (run->options->record)
    unite_coverage (run);
  if (!run->failed && run->exact && !sett_store_is_exact (run->options->store))
    snprintf (result->message, sizeof result->message,
              "the store left out %llu states",
              (unsigned long long)run->omitted);
}

const char *sett_search_refuses_checkpoints (const sett_search_options *o) {
  if (o->explorer.reduction.check)
    return "--check-reduce keeps more than is saved; leave it out";
  return NULL;
}

int sett_search_fits_threads (const sett_model *model,
                              const sett_search_options *o, unsigned threads) {
  const sett_search_order_kind *order = choose_order (o);
  if (model->single_threaded)
    return threads == 1;
  if (order == &cndfs)
    return threads == o->workers;
  return threads == 1 || order->parallel;
}

void sett_search (sett_model *model, const sett_search_options *options,
                  sett_result *result) {
  sett_run run;
  memset (result, 0, sizeof *result);
  sett_watch_phase ("searching");
  sett_watch_refresh ();
  init_run (&run, model, options, result);
  if (create_stores (&run)) {
    create_workers (&run);
    if (options->from)
      resume (&run);
    else
      begin (&run);
    if (goes_ahead (&run))
      explore (&run);
    sett_run_statistics (&run, &result->statistics);
    if (run.ranks)
      sett_ranks_statistics (&run, &result->statistics);
    sett_estimate (&run, &result->statistics);
  } else if (run.ranks && options->transport->abandon) /* others would wait */
    options->transport->abandon (SETT_NO_STORE);
  else
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
