/* Checkpoints: see saved_run.h.

   What a run consists of, and so what is saved: the store, with the marks of
   states; what each worker has pending, has counted and has learnt (reduce's
   experience.c); parts of stacks that nobody has taken yet; violations with
   their paths; notes of limits that do not end a search.  References and
   handles keep their meaning.  So the orders go on from the same moment, and
   with one worker the rest of the search is the same, step by step: verdict and
   counts are those of a search that was never stopped.  With several workers it
   is one of the searches that could have been. */

#include "search/saved_run.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "base/snapshot.h"
#include "base/watch.h"
#include "kernel/coverage.h"
#include "search/budget.h"
#include "search/search_mutant.h"
#include "search/parallel.h"
#include "search/ranks.h"
#include "search/search_order.h"
#include "search/sleep_search.h"

#include <signal.h>

/* ----------------------------------------------------------------- when --- */

static uint64_t states_shown (const sett_run *run) {
  uint64_t states = 0;
  for (unsigned i = 0; i < run->workers_count; i++)
    states +=
        atomic_load_explicit (&run->workers[i]->shown[0], memory_order_relaxed);
  return states;
}

/* When memory becomes short the search may soon end: it is saved each time it
   has come some way further. */
static int is_short (sett_run *run) {
  run->short_of_memory |= sett_memory_was_short ();
  return run->short_of_memory &&
         states_shown (run) >= run->saved_states + run->saved_states / 16 + 1;
}

void sett_checkpoint_look (sett_run *run, double seconds) {
  const sett_checkpointing *c = run->options->checkpointing;
  if (c && (sett_watch_warned () || *c->asked ||
            seconds >= run->next_checkpoint || is_short (run)))
    atomic_store_explicit (&run->due, 1, memory_order_relaxed);
}

/* Large ones are written less often than is asked for, so that no more than
   one part in so many of the time goes into them. */
#define PARTS 34

static double next_after (const sett_checkpointing *c, double begun) {
  const double cost = sett_watch_now () - begun;
  return c->every > (PARTS - 1) * cost ? c->every : (PARTS - 1) * cost;
}

void sett_checkpoint_write (sett_run *run) {
  const sett_checkpointing *c = run->options->checkpointing;
  const double begun = sett_watch_now ();
  sett_statistics statistics;
  sett_watch_saving (1);
  *c->asked = 0;
  for (unsigned i = 0; i < run->workers_count; i++)
    sett_worker_show_counts (run->workers[i]);
  sett_run_statistics (run, &statistics);
  c->write (c->context, run, &statistics);
  run->saved_states = statistics.states;
  run->next_checkpoint =
      sett_watch_now () - run->started + next_after (c, begun);
  atomic_store_explicit (&run->due, 0, memory_order_relaxed);
  if (sett_watch_warned ())
    sett_watch_spend (sett_watch_warned ());
  sett_watch_saving (0);
  sett_budget_heed (run);
}

/* For tests: whoever dies here has just saved what it did. */
static void die_if_told (sett_worker *w) {
  const sett_checkpointing *c = w->run->options->checkpointing;
  if (!SETT_MUTANT (c->kill_at) || w->counts.states < c->kill_at ||
      w->run->share)
    return;
  sett_checkpoint_write (w->run);
  raise (SIGKILL);
}

void sett_checkpoint_take (sett_worker *w) {
  sett_run *run = w->run;
  if (sett_run_stopping (run) || sett_watch_spent ())
    return;
  die_if_told (w);
  if (!sett_checkpoint_is_due (run))
    return;
  if (run->share)
    sett_sharing_pause (w);
  else
    sett_checkpoint_write (run);
}

/* --------------------------------------------------------------- arrays --- */

static void save_array (sett_saver *saver, const void *at, size_t count,
                        size_t size) {
  sett_save_number (saver, count);
  sett_save (saver, at, count * size);
}

void sett_save_pile (sett_saver *saver, const sett_pile *pile) {
  save_array (saver, pile->at, pile->count, sizeof *pile->at);
}

int sett_restore_pile (sett_loader *loader, sett_pile *pile) {
  const uint64_t count = sett_load_count (loader, sizeof *pile->at);
  SETT_ASSERT (!pile->count);
  if (!sett_pile_fit (pile, count))
    return 0;
  sett_load (loader, pile->at, count * sizeof *pile->at);
  pile->count = count;
  return 1;
}

static void save_frames (sett_saver *saver, const sett_frames *frames) {
  sett_save_pile (saver, &frames->path);
  sett_save_pile (saver, &frames->pending);
}

static int restore_frames (sett_loader *loader, sett_frames *frames) {
  return sett_restore_pile (loader, &frames->path) &&
         sett_restore_pile (loader, &frames->pending);
}

static int restore_lifo (sett_loader *loader, sett_lifo *lifo) {
  const uint64_t count = sett_load_count (loader, sizeof (uint64_t));
  for (uint64_t i = 0; i < count && !sett_loader_failed (loader); i++) {
    const uint64_t handle = sett_load_number (loader);
    if (!handle || !sett_lifo_push (lifo, handle))
      return 0;
  }
  return 1;
}

static void save_stack (sett_saver *saver, const sett_stack *stack,
                        const sett_keep *keep, size_t without) {
  const size_t pending = sett_stack_pending (stack);
  save_array (saver, stack->pending + stack->bottom,
              pending > without ? pending - without : 0,
              sizeof *stack->pending);
  save_array (saver, stack->nodes, stack->nodes_count, sizeof *stack->nodes);
  sett_save_pile (saver, &keep->states);
}

static int restore_stack (sett_loader *loader, sett_stack *stack,
                          sett_keep *keep) {
  const uint64_t pending = sett_load_count (loader, sizeof *stack->pending);
  if (!sett_stack_fit (stack, pending, 0))
    return 0;
  sett_load (loader, stack->pending, pending * sizeof *stack->pending);
  stack->top = pending;
  const uint64_t nodes = sett_load_count (loader, sizeof *stack->nodes);
  if (!sett_stack_fit (stack, 0, nodes))
    return 0;
  sett_load (loader, stack->nodes, nodes * sizeof *stack->nodes);
  stack->nodes_count = nodes;
  return sett_restore_pile (loader, &keep->states);
}

/* -------------------------------------------------------------- results --- */

static void save_path (sett_saver *saver, const sett_path *path) {
  sett_save_number (saver, (uint64_t)path->lasso);
  sett_save_number (saver, path->cycle);
  sett_save_number (saver, path->steps.count);
  for (size_t i = 0; i < path->steps.count; i++) {
    const sett_path_step *s = &path->steps.at[i];
    sett_save (saver, &s->step, sizeof s->step);
    sett_save (saver, s->state, s->step.size);
  }
}

static void restore_path (sett_loader *loader, sett_path *path) {
  unsigned char *state = sett_alloc (SETT_STORE_MAX_STATE);
  path->lasso = (int)sett_load_number (loader);
  path->cycle = sett_load_number (loader);
  const uint64_t count = sett_load_count (loader, sizeof (sett_step));
  for (uint64_t i = 0; i < count && !sett_loader_failed (loader); i++) {
    sett_step step;
    sett_load (loader, &step, sizeof step);
    if (step.size > SETT_STORE_MAX_STATE) {
      sett_loader_fail (loader);
      break;
    }
    sett_load (loader, state, step.size);
    sett_path_add (path, &step, state);
  }
  sett_free (state, SETT_STORE_MAX_STATE);
}

static void save_violation (sett_saver *saver, const sett_violation *v) {
  sett_save_number (saver, (uint64_t)v->violation);
  sett_save (saver, &v->step, sizeof v->step);
  sett_save_number (saver, v->count);
  sett_save_number (saver, v->places);
  save_path (saver, &v->path);
}

static void restore_violation (sett_loader *loader, sett_violation *v) {
  *v = (sett_violation){0};
  const uint64_t kind = sett_load_number (loader);
  sett_load (loader, &v->step, sizeof v->step);
  v->count = sett_load_number (loader);
  v->places = sett_load_number (loader);
  restore_path (loader, &v->path);
  if (!kind || kind >= SETT_VIOLATIONS || !v->path.steps.count)
    sett_loader_fail (loader);
  else
    v->violation = (sett_violation_kind)kind;
}

void sett_result_save (const sett_result *result, sett_saver *saver) {
  sett_save_part (saver, "result  ");
  sett_save_number (saver, (uint64_t)result->verdict);
  sett_save_number (saver, result->limits_hit);
  sett_save_number (saver, (uint64_t)result->exhaustive);
  sett_save_number (saver, result->violations_seen);
  sett_save (saver, &result->statistics, sizeof result->statistics);
  sett_save_number (saver, result->violations.count);
  for (size_t i = 0; i < result->violations.count; i++)
    save_violation (saver, &result->violations.at[i]);
  sett_save_number (saver, result->coverage != NULL);
  if (result->coverage)
    sett_coverage_save (result->coverage, saver);
}

void sett_result_restore (sett_result *result, sett_model *model,
                          sett_loader *loader) {
  sett_load_part (loader, "result  ");
  result->verdict = (sett_verdict)sett_load_number (loader);
  result->limits_hit = (unsigned)sett_load_number (loader);
  result->exhaustive = (int)sett_load_number (loader);
  result->violations_seen = sett_load_number (loader);
  sett_load (loader, &result->statistics, sizeof result->statistics);
  const uint64_t count = sett_load_count (loader, sizeof (sett_step));
  for (uint64_t i = 0; i < count && !sett_loader_failed (loader); i++)
    restore_violation (loader, SETT_PUSH_SLOT (result->violations));
  if (sett_load_number (loader)) {
    result->coverage = sett_coverage_create (model);
    sett_coverage_restore (result->coverage, loader);
  }
}

/* -------------------------------------------------------------- workers --- */

static unsigned mutant_of (const sett_run *run) {
  const sett_checkpointing *c = run->options->checkpointing;
  return SETT_MUTANT (c ? c->mutant : 0);
}

static void save_worker (sett_saver *saver, const sett_worker *w) {
  const unsigned mutant = mutant_of (w->run);
  sett_counts counts = w->counts;
  if (mutant == SETT_MUTANT_LOST_COUNTS)
    counts.transitions = 0;
  sett_save_part (saver, "worker  ");
  sett_save (saver, &counts, sizeof counts);
  sett_save_number (saver, w->depth);
  sett_save_number (saver, w->position);
  sett_save_number (saver, mutant == SETT_MUTANT_LOST_LEVEL ? w->position
                                                            : w->level_end);
  sett_save_number (saver, w->settled);
  sett_save_number (saver, w->left_out);
  save_stack (saver, &w->stack, &w->keep, mutant == SETT_MUTANT_LOST_PENDING);
  save_frames (saver, &w->frames);
  save_frames (saver, &w->inner);
  sett_save_pile (saver, &w->cyan.members);
  sett_save_pile (saver, &w->pink.members);
  sett_save_pile (saver, &w->queue);
  sett_save_pile (saver, &w->parents);
  sett_explorer_save (w->explorers[0], saver);
  sett_save_number (saver, w->coverage != NULL);
  if (w->coverage)
    sett_coverage_save (w->coverage, saver);
  if (w->sleeper)
    sett_sleeper_save (w->sleeper, saver);
}

/* Several workers may come back as one: their numbers are added. */
static void add_counts (sett_counts *to, const sett_counts *more) {
  to->states += more->states;
  to->transitions += more->transitions;
  to->executions += more->executions;
  to->blocked += more->blocked;
  if (to->depth < more->depth)
    to->depth = more->depth;
}

static void add_coverage (sett_worker *w, sett_loader *loader) {
  if (sett_load_number (loader) != (w->coverage != NULL))
    sett_loader_fail (loader);
  if (!w->coverage || sett_loader_failed (loader))
    return;
  struct sett_coverage *more = sett_coverage_create (w->run->model);
  sett_coverage_restore (more, loader);
  sett_coverage_unite (w->coverage, more);
  sett_coverage_destroy (more);
}

/* What the others have learnt is lost with them. */
static void restore_experience (sett_worker *w, sett_loader *loader,
                                int is_spare) {
  const sett_search_options *o = w->run->options;
  sett_explorer *spare =
      is_spare ? sett_explorer_create (w->run->model, &o->explorer, NULL)
               : NULL;
  sett_explorer_restore (spare ? spare : w->explorers[0], loader);
  sett_explorer_destroy (spare);
}

static int restore_gift (sett_run *run, sett_loader *loader) {
  sett_gift *gift = SETT_PUSH_SLOT (run->gifts);
  *gift = (sett_gift){.keep.in_store = sett_store_loads (run->store)};
  if (!restore_stack (loader, &gift->stack, &gift->keep))
    return 0;
  if (!sett_stack_pending (&gift->stack))
    sett_gift_release (&SETT_POP (run->gifts));
  return 1;
}

/* With fewer workers than there were the stacks of the last ones are gifts. */
static int restore_worker (sett_run *run, sett_loader *loader, unsigned index) {
  const int is_spare = index >= run->workers_count;
  sett_worker *w = run->workers[is_spare ? 0 : index];
  sett_counts counts;
  sett_load_part (loader, "worker  ");
  sett_load (loader, &counts, sizeof counts);
  add_counts (&w->counts, &counts);
  uint64_t numbers[5];
  sett_load (loader, numbers, sizeof numbers);
  if (!is_spare) {
    w->depth = numbers[0];
    w->position = numbers[1];
    w->level_end = numbers[2];
    w->settled = numbers[3];
    w->left_out = numbers[4];
  }
  if (is_spare ? !restore_gift (run, loader)
               : !restore_stack (loader, &w->stack, &w->keep))
    return 0;
  SETT_ASSERT (!is_spare || run->ranks ||
               run->order->search == sett_depth_first);
  if (!restore_frames (loader, &w->frames) ||
      !restore_frames (loader, &w->inner) || !restore_lifo (loader, &w->cyan) ||
      !restore_lifo (loader, &w->pink) ||
      !sett_restore_pile (loader, &w->queue) ||
      !sett_restore_pile (loader, &w->parents))
    return 0;
  restore_experience (
      w, loader, is_spare || mutant_of (run) == SETT_MUTANT_LOST_EXPERIENCE);
  add_coverage (w, loader);
  if (run->order->search == sett_sleep_search) {
    w->sleeper = sett_sleeper_create (w);
    sett_sleeper_restore (w->sleeper, loader);
  }
  return 1;
}

/* ------------------------------------------------------------------ all --- */

void sett_search_save (sett_run *run, sett_saver *saver) {
  sett_result result = *run->result;
  if (mutant_of (run) == SETT_MUTANT_LOST_VIOLATIONS)
    result.violations.count = result.violations_seen = 0;
  sett_save_part (saver, "search  ");
  sett_save_number (saver, run->root);
  sett_save_number (saver, atomic_load (&run->limits_hit));
  sett_save_number (saver, (uint64_t)atomic_load (&run->accepted));
  const double seconds = sett_watch_now () - run->started;
  sett_save (saver, &seconds, sizeof seconds);
  sett_result_save (&result, saver);
  sett_store_save (run->store, saver);
  sett_save_number (saver, run->omitted);
  if (run->exact)
    sett_store_save (run->exact, saver);
  sett_save_number (saver, run->workers_count);
  for (unsigned i = 0; i < run->workers_count; i++)
    save_worker (saver, run->workers[i]);
  sett_save_number (saver, run->gifts.count);
  for (size_t i = 0; i < run->gifts.count; i++)
    save_stack (saver, &run->gifts.at[i].stack, &run->gifts.at[i].keep, 0);
  if (run->ranks)
    sett_ranks_save (run->ranks, saver);
  sett_save_part (saver, "end     ");
}

static int restore_workers (sett_run *run, sett_loader *loader) {
  const uint64_t workers = sett_load_count (loader, sizeof (sett_counts));
  for (unsigned i = 0; i < workers; i++)
    if (!restore_worker (run, loader, i))
      return 0;
  const uint64_t gifts = sett_load_count (loader, sizeof (uint64_t));
  for (uint64_t i = 0; i < gifts; i++)
    if (!restore_gift (run, loader))
      return 0;
  return 1;
}

static void restore_seconds (sett_run *run, sett_loader *loader) {
  double seconds;
  sett_load (loader, &seconds, sizeof seconds);
  if (seconds > 0 && seconds < 1e12)
    run->started -= seconds;
}

int sett_checkpoint_restore (sett_run *run) {
  sett_loader *loader = run->options->from;
  sett_load_part (loader, "search  ");
  run->root = sett_load_number (loader);
  atomic_store (&run->limits_hit, (unsigned)sett_load_number (loader));
  atomic_store (&run->accepted, (int)sett_load_number (loader));
  restore_seconds (run, loader);
  sett_result_restore (run->result, run->model, loader);
  for (size_t i = 0; run->options->found && i < run->result->violations.count;
       i++)
    run->options->found (run->options->context, &run->result->violations.at[i]);
  run->restored = 1;
  if (!sett_store_restore (run->store, loader))
    return 0;
  run->omitted = sett_load_number (loader);
  if ((run->exact && !sett_store_restore (run->exact, loader)) ||
      !restore_workers (run, loader))
    return 0;
  if (run->ranks && !sett_ranks_restore (run->ranks, loader))
    return 0;
  sett_load_part (loader, "end     ");
  for (unsigned i = 0; i < run->workers_count; i++)
    sett_worker_show_counts (run->workers[i]);
  run->saved_states = states_shown (run);
  return !sett_loader_failed (loader);
}
