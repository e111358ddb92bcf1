/* Check runs: see check_run.h. */

#include "cli/check_run.h"

#include "base/assert.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/disk.h"
#include "cli/gpu_option.h"
#include "cli/machine.h"
#include "report/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sett_exit sett_check_run_check_options (const sett_options *o) {
  if (o->bitstate_size && o->store != SETT_STORE_BITSTATE)
    return sett_cli_error (o->json, "--bitstate-size needs --store bitstate");
  if (o->disk_dir && !o->disk)
    return sett_cli_error (o->json, "--disk-dir needs --disk BYTES");
  if (o->race && !o->gpu)
    return sett_cli_error (o->json, "--race needs --gpu");
  if (o->quiet && o->verbose)
    return sett_cli_error (o->json, "--quiet and --verbose exclude each other");
  return SETT_EXIT_FINE;
}

static void warn (const sett_options *o, const sett_model *model) {
  if (o->workers < 2 || o->quiet || o->json)
    return;
  if (o->shortest || o->disk)
    fprintf (stderr, "sett: --%s searches with one worker only\n",
             o->disk ? "disk" : "shortest");
  else if (model->single_threaded)
    fprintf (stderr, "sett: the C code in this model has memory outside the "
                     "state: one worker only\n");
}

/* Fairness is about runs that never end. */
static int is_fair (const sett_check_run *t, const sett_options *o) {
  return o->fair && t->item->property.kind != SETT_PROPERTY_SAFETY &&
         t->item->property.kind != SETT_PROPERTY_TRACE;
}

unsigned sett_check_run_mutant (void) {
#ifdef SETT_MUTANTS
  const char *mutant = getenv ("SETT_MUTANT");
  return mutant ? (unsigned)strtoul (mutant, NULL, 10) : 0;
#else
  return 0;
#endif
}

sett_exit sett_check_run_load (sett_check_run *t, const sett_input *input,
                               const sett_options *o,
                               const sett_properties_item *item, int warns) {
  t->item = item;
  t->loaded_model.promela = input->promela;
  t->loaded_model.promela.property = item->property;
  t->loaded_model.promela.mutant = sett_check_run_mutant ();
  t->loaded_model.silent = !warns;
  if (o->static_analysis)
    t->loaded_model.promela.static_reductions =
        is_fair (t, o) ? SETT_STATIC_DEAD_VARIABLES : SETT_STATIC_ALL;
  const sett_exit status = sett_loaded_model_load (
      &t->loaded_model, input->path, sett_text_get (&input->source), o->json);
  if (!status && warns)
    warn (o, t->loaded_model.model);
  return status;
}

void sett_check_run_release (sett_check_run *t) {
  SETT_RELEASE (t->so_far.violations);
  sett_result_release (&t->result);
  sett_loaded_model_release (&t->loaded_model);
}

/*------------------------------------------------------------------------*/

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void sett_check_run_lock (void) {
  pthread_mutex_lock (&lock);
}

void sett_check_run_unlock (void) {
  pthread_mutex_unlock (&lock);
}

const sett_result *sett_check_run_result (const sett_check_run *t) {
  return t->done ? &t->result : &t->so_far;
}

/* A search that is being watched. */
typedef struct show {
  sett_check_run *check_run;
  sett_progress *progress; /* null: quiet */
} show;

static void show_progress (void *context, const sett_statistics *statistics) {
  const show *s = context;
  SETT_ASSERT (!s->check_run->done);
  sett_check_run_lock ();
  s->check_run->so_far.statistics = *statistics;
  sett_check_run_unlock ();
  if (!s->progress)
    return;
  const sett_progress_sample sample = {
      .seconds = statistics->seconds,
      .states = statistics->states,
      .depth = statistics->depth,
      .memory = sett_memory_in_use (),
  };
  sett_progress_show (s->progress, &sample);
}

static void note_violation (void *context, const sett_violation *violation) {
  sett_result *so_far = &((const show *)context)->check_run->so_far;
  sett_check_run_lock ();
  SETT_PUSH (so_far->violations, *violation);
  so_far->violations_seen++;
  sett_check_run_unlock ();
}

void sett_check_run_forget (sett_check_run *t) {
  const show *s = t->search.context;
  sett_check_run_lock ();
  SETT_RELEASE (t->so_far.violations);
  memset (&t->so_far, 0, sizeof t->so_far);
  t->processors = 0;
  sett_check_run_unlock ();
  sett_result_release (&t->result);
  memset (&t->result, 0, sizeof t->result);
  if (!s->progress)
    return;
  const char *patience = s->progress->patience;
  sett_progress_end (s->progress);
  sett_progress_init (s->progress, stderr);
  s->progress->patience = patience;
}

/* Claims follow some runs only: what is executed is seen without. */
static int covers (const sett_check_run *t, const sett_options *o) {
  return o->unreached && t->item->property.kind == SETT_PROPERTY_SAFETY;
}

/* Half of the memory at most is for the bits: the rest is for the stack, which
   keeps whole states. */
static size_t bitstate_bytes (const sett_options *o) {
  const size_t usual = (size_t)256 << 20, half = sett_check_run_memory (o) / 2;
  return o->bitstate_size ? o->bitstate_size : half < usual ? half : usual;
}

/* With a claim only the claim is checked: the rest is another property. */
static sett_search_options search_options (const sett_check_run *t,
                                           const sett_options *o,
                                           const sett_manner *manner) {
  const int safety = t->item->property.kind == SETT_PROPERTY_SAFETY;
  return (sett_search_options){
      .explorer = {.claim = t->loaded_model.claim, .fair = is_fair (t, o)},
      .order = o->shortest || o->gpu || o->disk || manner->transport
                   ? SETT_BREADTH_FIRST
                   : SETT_DEPTH_FIRST,
      .disk = o->disk,
      .disk_folder = sett_cli_disk_folder (o),
      .spill_after = sett_cli_disk_spill_after (),
      .transport = manner->transport,
      .store = (sett_store_kind)o->store,
      .bitstate_bytes = bitstate_bytes (o),
      .workers =
          t->loaded_model.model->single_threaded ? 1 : (unsigned)o->workers,
      .sleep = manner->sleep,
      .stateless = o->stateless,
      .depth = o->depth,
      .all_errors = o->all_errors,
      .check_deadlocks = o->deadlock && safety,
      .check_assertions = o->assertions && safety,
      .check_model = o->check_model,
      .check_store = o->check_store,
      .record = covers (t, o),
  };
}

static sett_request request_of (const sett_check_run *t, const sett_options *o,
                                const sett_manner *manner) {
  const int automatic = o->gpu && manner->reduce == SETT_WISH_AUTO;
  return (sett_request){.wish = automatic ? SETT_WISH_NONE : manner->reduce,
                        .cache = manner->cache,
                        .extends = o->extend,
                        .leaps_of = (sett_leaps_of)o->leaps,
                        .observes = o->receptions || o->overflows,
                        .check = o->check_reduce,
                        .covers = covers (t, o),
                        .device = o->gpu != NULL,
                        .mutant = sett_check_run_mutant ()};
}

int sett_check_run_prepare (sett_check_run *t, const sett_options *o,
                            const sett_manner *manner, sett_text *refusal,
                            sett_text *note) {
  const sett_request request = request_of (t, o, manner);
  t->search = search_options (t, o, manner);
  const int sound =
      (!o->gpu || sett_cli_gpu_fits (t, refusal)) &&
      sett_combine (t->loaded_model.model, &request, &t->search, refusal, note);
  t->reduction = t->search.explorer.reduction;
  return sound;
}

size_t sett_check_run_memory (const sett_options *o) {
  return o->memory && !o->gpu ? o->memory : sett_machine_memory () / 10 * 9;
}

/* The limit is for the search; what is found must be reportable. */
sett_exit sett_check_run_search (sett_check_run *t, const sett_options *o) {
  sett_progress progress;
  sett_exit status = SETT_EXIT_FINE;
  const show shown = {t, o->quiet ? NULL : &progress};
  t->search.progress = show_progress;
  t->search.found = note_violation;
  t->search.context = (void *)&shown;
  sett_memory_limit (sett_check_run_memory (o));
  sett_progress_init (&progress, stderr);
  progress.patience = sett_cli_patience (o);
  if (o->gpu)
    status = sett_cli_gpu_search (t, o);
  else
    sett_search (t->loaded_model.model, &t->search, &t->result);
  t->growth = progress.growth;
  sett_progress_end (&progress);
  sett_memory_limit (0);
  sett_check_run_lock ();
  t->done = 1;
  sett_check_run_unlock ();
  return status;
}
