/* A violation is kept only with a path that sett_path_verify, or
   sett_lasso_verify, has run again from the initial state.  The search knows
   the stable states of the path; the small steps between them are found anew.

   What is the same violation is kept once, and counted (kept.h). */

#include "search/violations.h"

#include "base/assert.h"
#include "base/watch.h"
#include "kernel/lasso.h"
#include "search/kept.h"
#include "search/ranks.h"
#include "search/search_order.h"

#include <string.h>

static const sett_step no_step = {.transition = SETT_YIELD,
                                  .process = SETT_NO_PROCESS,
                                  .partner = SETT_NO_PROCESS,
                                  .holder = SETT_NO_PROCESS};

/* What is to be reported. */
typedef struct finding {
  sett_worker *worker;
  sett_violation_kind violation;
  sett_step step;          /* the violating one, if it is one */
  int last_step;           /* it comes after the states of the trail */
  const sett_trail *trail; /* null: that of the current state */
  const sett_keep *states; /* that its handles are of; null: the worker's */
  int claimed;             /* the claim says so */
  int lasso;
  size_t cycle;    /* where it begins in the trail */
  uint64_t places; /* deadlocks: see sett_violation */
} finding;

/* A path under construction and the last stable state on it. */
typedef struct builder {
  sett_worker *worker;
  sett_explorer *explorer; /* the worker's own is in use */
  sett_path path;
  unsigned char *state, *next; /* SETT_STORE_MAX_STATE bytes each */
  uint32_t size;
} builder;

static void init_builder (builder *b, sett_worker *w) {
  const builder fresh = {.worker = w,
                         .explorer = sett_explorer_create (
                             w->run->model, &w->run->options->explorer, NULL),
                         .state = sett_alloc (SETT_STORE_MAX_STATE),
                         .next = sett_alloc (SETT_STORE_MAX_STATE)};
  *b = fresh;
}

static void release_builder (builder *b) {
  sett_explorer_destroy (b->explorer);
  sett_free (b->state, SETT_STORE_MAX_STATE);
  sett_free (b->next, SETT_STORE_MAX_STATE);
}

/* Adds the step of the initial state, without what is not the model's. */
static void add_initial (const sett_explorer *explorer, const sett_sink *sink,
                         sett_path *path) {
  sett_step step = sink->steps[0];
  SETT_ASSERT (sink->count == 1);
  const unsigned char *state = NULL;
  if (step.size)
    state = sett_explorer_system (explorer, sink->bytes + step.offset,
                                  step.size, &step.size);
  sett_path_add (path, &step, state);
}

static void begin_path (builder *b) {
  sett_sink sink;
  sett_sink_init (&sink);
  sett_explore_initial (b->explorer, &sink);
  const sett_step *step = &sink.steps[0];
  SETT_ASSERT (sink.count == 1 && step->size <= SETT_STORE_MAX_STATE);
  b->size = step->size;
  memcpy (b->state, sink.bytes + step->offset, step->size);
  add_initial (b->explorer, &sink, &b->path);
  sett_sink_release (&sink);
}

/* Finds the small steps to a state, or to a violation; the search may have
   taken what a reduction selects or everything. */
static int connect (builder *b, const unsigned char *target, uint32_t size,
                    const sett_step *violating) {
  return sett_explorer_connect (b->explorer, b->state, b->size, target, size,
                                violating, SETT_EXTENT_REDUCED, &b->path) ||
         sett_explorer_connect (b->explorer, b->state, b->size, target, size,
                                violating, SETT_EXTENT_FULL, &b->path);
}

static int extend_path (builder *b, const sett_keep *states, uint64_t handle) {
  const uint32_t size = states ? sett_keep_get (states, handle, b->next)
                               : sett_worker_fetch (b->worker, handle, b->next);
  SETT_ASSERT (size <= SETT_STORE_MAX_STATE);
  if (!connect (b, b->next, size, NULL))
    return 0;
  unsigned char *swap = b->state;
  b->state = b->next;
  b->next = swap;
  b->size = size;
  return 1;
}

/* False if the states of the trail are not a path of the model. */
static int build_path (builder *b, const finding *f) {
  sett_trail here = {{0}};
  const sett_trail *trail = f->trail ? f->trail : &here;
  SETT_ASSERT (!f->lasso || f->cycle < trail->handles.count);
  if (!f->trail)
    b->worker->run->order->trail (b->worker, &here);
  begin_path (b);
  int connected = 1;
  for (size_t i = 0; connected && i < trail->handles.count; i++) {
    if (i)
      connected = extend_path (b, f->states, trail->handles.at[i]);
    if (f->lasso && i == f->cycle)
      b->path.cycle = b->path.steps.count - 1;
  }
  b->path.lasso = f->lasso;
  SETT_RELEASE (here.handles);
  return connected && (!f->last_step || connect (b, NULL, 0, &f->step));
}

/* Counts a violation and says whether it is one to keep. */
static int is_wanted (const finding *f) {
  const sett_run *run = f->worker->run;
  sett_met met = {
      .violation = f->violation, .step = f->step, .places = f->places};
  met.state = sett_worker_system (f->worker, &met.size);
  return sett_kept_wants (run->result, run->model, run->options->all_errors,
                          &met);
}

static const char *verify (sett_run *run, const sett_path *path,
                           sett_violation_kind violation, int claimed,
                           char message[200]) {
  const sett_explorer_options *o = &run->options->explorer;
  return claimed
             ? sett_lasso_verify (run->model, path, o->claim, o->fair, message)
             : sett_path_verify (run->model, path, violation, message);
}

/* Claims ownership of the path.  Gives null, or why it is not one. */
static const char *keep (sett_run *run, const finding *f, sett_path path,
                         char message[200]) {
  const char *wrong = verify (run, &path, f->violation, f->claimed, message);
  if (wrong) {
    sett_path_release (&path);
    return wrong;
  }
  const sett_violation violation = {.violation = f->violation,
                                    .step = f->step,
                                    .path = path,
                                    .count = 1,
                                    .places = f->places};
  SETT_PUSH (run->result->violations, violation);
  SETT_ASSERT (path.steps.count);
  if (run->options->found)
    run->options->found (run->options->context, &violation);
  return NULL;
}

static const char *build_and_keep (const finding *f, char message[200]) {
  builder b;
  init_builder (&b, f->worker);
  const char *wrong = NULL;
  if (build_path (&b, f))
    wrong = keep (f->worker->run, f, b.path, message);
  else {
    wrong = "the states on the stack are not connected by steps";
    sett_path_release (&b.path);
  }
  release_builder (&b);
  return wrong;
}

/* Under the lock: if the time is over the way to a violation may not be found
   again; then it is not one. */
static const char *excuse (sett_run *run, const char *wrong) {
  if (!wrong || !sett_watch_spent ())
    return wrong;
  SETT_ASSERT (run->result->violations_seen);
  run->result->violations_seen--;
  return NULL;
}

static void settle (sett_run *run, const char *wrong) {
  if (wrong)
    sett_run_fail (run, "a counter-example could not be verified: %s", wrong);
  if (!run->options->all_errors)
    sett_run_stop (run);
}

/* Who searches with others decides with them. */
static void note (const finding *f) {
  sett_ranks_note (f->worker,
                   &(sett_remote){.violation = f->violation,
                                  .step = f->step,
                                  .last_step = (uint64_t)f->last_step,
                                  .claimed = (uint64_t)f->claimed,
                                  .places = f->places});
}

/* What a run is called that a claim accepts. */
static sett_violation_kind claim_violation (const sett_worker *w, int final) {
  const sett_claim *claim = w->run->options->explorer.claim;
  SETT_ASSERT (claim);
  return final && claim->end_violation ? claim->end_violation
                                       : claim->violation;
}

void sett_violations_keep_remote (sett_worker *w, const sett_remote *what,
                                  const sett_keep *states,
                                  const sett_trail *trail) {
  const finding f = {.worker = w,
                     .violation = (sett_violation_kind)what->violation,
                     .step = what->step,
                     .last_step = (int)what->last_step,
                     .claimed = (int)what->claimed,
                     .trail = trail,
                     .states = states,
                     .places = what->places};
  sett_run *run = w->run;
  char message[200];
  const char *wrong = excuse (run, build_and_keep (&f, message));
  if (wrong)
    sett_run_fail (run, "a counter-example could not be verified: %s", wrong);
  else if (run->result->violations.count)
    run->result->violations.at[run->result->violations.count - 1].count =
        what->count;
}

void sett_violations_keep_lasso (sett_worker *w, const sett_keep *states,
                                 const sett_trail *trail, size_t cycle) {
  const finding f = {.worker = w,
                     .violation = claim_violation (w, 0),
                     .step = no_step,
                     .trail = trail,
                     .states = states,
                     .claimed = 1,
                     .lasso = 1,
                     .cycle = cycle};
  char message[200];
  const char *wrong = excuse (w->run, build_and_keep (&f, message));
  if (wrong)
    sett_run_fail (w->run, "a counter-example could not be verified: %s",
                   wrong);
}

static void report (const finding *f) {
  sett_run *run = f->worker->run;
  if (run->ranks) {
    note (f);
    return;
  }
  SETT_ASSERT (f->violation && f->violation < SETT_VIOLATIONS);
  char message[200];
  const char *wrong = NULL;
  pthread_mutex_lock (&run->lock);
  if (is_wanted (f))
    wrong = excuse (run, build_and_keep (f, message));
  pthread_mutex_unlock (&run->lock);
  settle (run, wrong);
}

void sett_violations_report (sett_worker *w, const sett_step *step) {
  report (&(finding){.worker = w,
                     .violation = (sett_violation_kind)step->violation,
                     .step = *step,
                     .last_step = 1});
}

void sett_violations_report_deadlock (sett_worker *w) {
  uint32_t size;
  const unsigned char *system = sett_worker_system (w, &size);
  report (&(finding){.worker = w,
                     .violation = SETT_VIOLATION_DEADLOCK,
                     .step = no_step,
                     .places = sett_kept_places (w->run->model, system, size)});
}

void sett_violations_report_state (sett_worker *w, const sett_step *step) {
  report (&(finding){.worker = w,
                     .violation = (sett_violation_kind)step->violation,
                     .step = *step});
}

void sett_violations_report_final (sett_worker *w) {
  report (&(finding){.worker = w,
                     .violation = claim_violation (w, 1),
                     .step = no_step,
                     .claimed = 1});
}

void sett_violations_report_lasso (sett_worker *w, const sett_trail *trail,
                                   size_t cycle) {
  report (&(finding){.worker = w,
                     .violation = claim_violation (w, 0),
                     .step = no_step,
                     .trail = trail,
                     .claimed = 1,
                     .lasso = 1,
                     .cycle = cycle});
}

void sett_violations_report_initial (sett_run *run, const sett_sink *sink) {
  char message[200];
  sett_path path = {.lasso = 0};
  const sett_step *step = &sink->steps[0];
  add_initial (run->workers[0]->explorers[0], sink, &path);
  run->result->violations_seen++;
  const finding first = {.violation = (sett_violation_kind)step->violation,
                         .step = *step};
  settle (run, excuse (run, keep (run, &first, path, message)));
}
