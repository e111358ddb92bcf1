/* Processors against a device that is not ready: see gpu_race.h.

   What the two have in common while they race.  The model: its functions may be
   called by any thread (kernel/model.h), as the workers of a search do.  The
   options of the search and the request, which nobody changes.  Memory, whose
   counters are atomic.  All else that the preparation has, the device above
   all, is its own until it is `done`, and the main thread's from then on.

   The processors' search is that of a rank that is alone (search/alone.h):
   breadth-first, level by level, so that with no reduction and an exact store
   states, transitions and levels are those of the device, and what is wrong is
   found in the same level; and with all threads.  (A cycle that a claim accepts
   is found as the device finds it, but is not shortened.)

   Always true: at most one preparation is left, and none begins with the driver
   before that one is done. */

#include "cli/gpu_race.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "base/text.h"
#include "base/watch.h"
#include "search/alone.h"
#include "search/budget.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
#define MUTANT(NUMBER, NAME, TEXT) SETT_MUTANT_##NAME = NUMBER,
#include "gpu/mutant.def"
#undef MUTANT
};

/* Drivers' compilers call themselves. */
#define STACK_BYTES ((size_t)64 << 20)

struct sett_preparation {
  sett_preparation *before; /* that was left; null: none */
  sett_model *model;
  const sett_search_options *options;
  sett_gpu_request request;
  pthread_t thread;
  int in_thread;
  sett_gpu_run *run; /* null: `error` says why */
  sett_text error;
  atomic_int done;
  uint64_t forgotten; /* states of the processors, for the tests */
};

static sett_preparation *left; /* the main thread's */
static atomic_int needed;      /* tests: somebody waits for a device */

/* Tests: who is to be first. */
static int is_to_win (const char *who) {
#ifdef SETT_MUTANTS
  const char *chosen = getenv ("SETT_RACE_WINNER");
  return chosen && !strcmp (chosen, who);
#else
  return (void)who, 0;
#endif
}

static void wait_until (const atomic_int *flag) {
  const struct timespec while_ = {0, 1000000};
  while (!atomic_load (flag))
    nanosleep (&while_, NULL);
}

/* --------------------------------------------------------- preparation --- */

static void prepare (sett_preparation *p) {
  if (p->before)
    sett_preparation_end (p->before);
  if (sett_device_start (p->request.device, &p->error))
    p->run = sett_gpu_prepare (p->model, p->options, &p->request, &p->error);
}

static void *prepare_in_thread (void *preparation) {
  sett_preparation *p = preparation;
  prepare (p);
  if (is_to_win ("processors"))
    wait_until (&needed);
  atomic_store (&p->done, 1);
  return NULL;
}

static int start_thread (sett_preparation *p) {
  pthread_attr_t attributes;
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, STACK_BYTES);
  const int failed =
      pthread_create (&p->thread, &attributes, prepare_in_thread, p);
  pthread_attr_destroy (&attributes);
  return !failed;
}

sett_preparation *sett_preparation_begin (sett_model *model,
                                          const sett_search_options *options,
                                          const sett_gpu_request *request,
                                          int races) {
  sett_preparation *p = sett_zalloc (1, sizeof *p);
  SETT_ASSERT (request->device && request->code);
  p->before = left;
  left = NULL;
  p->model = model;
  p->options = options;
  p->request = *request;
  p->in_thread = races && start_thread (p);
  return p;
}

sett_gpu_run *sett_preparation_wait (sett_preparation *p, sett_text *error) {
  atomic_store (&needed, 1);
  sett_watch_phase ("compiling the model for the device");
  if (p->in_thread)
    pthread_join (p->thread, NULL);
  else
    prepare (p);
  p->in_thread = 0;
  SETT_ASSERT (p->run || p->error.length);
  if (!p->run)
    sett_text_add (error, sett_text_get (&p->error));
  return p->run;
}

void sett_preparation_conclude (const sett_preparation *p,
                                sett_result *result) {
  if (SETT_MUTANT (p->request.mutant) == SETT_MUTANT_REMEMBERED)
    result->statistics.states += p->forgotten;
}

void sett_preparation_end (sett_preparation *p) {
  if (p->in_thread)
    pthread_join (p->thread, NULL);
  sett_gpu_release (p->run);
  sett_device_close (p->request.device);
  sett_text_release (&p->error);
  sett_free (p, sizeof *p);
}

int sett_preparation_is_left (void) {
  if (!left || !atomic_load (&left->done))
    return left != NULL;
  sett_preparation_end (left);
  left = NULL;
  return 0;
}

void sett_preparation_leave (sett_exit status) {
  if (left)
    sett_watch_abandon ((int)status);
}

/* ---------------------------------------------------------------- race --- */

static void search (sett_preparation *p, unsigned processors, size_t memory,
                    sett_result *result) {
  const size_t usual = sett_memory_limited_to ();
  sett_search_options options = *p->options;
  options.transport = sett_transport_alone ();
  options.store = SETT_STORE_TREE;
  options.workers = processors;
  options.interrupted = &p->done;
  SETT_ASSERT (options.explorer.reduction.kind == SETT_REDUCE_NONE);
  if (is_to_win ("device"))
    wait_until (&p->done);
  sett_memory_limit (memory);
  sett_search (p->model, &options, result);
  sett_memory_limit (usual);
}

/* Has the search come to its end?  Or has something ended it that ends all:
   then that is all it says of limits. */
static int settles (sett_result *result, unsigned mutant) {
  const unsigned spent = sett_budget_spent ();
  const unsigned stops =
      SETT_LIMIT_INTERRUPT | SETT_LIMIT_MEMORY | SETT_LIMIT_TIME;
  if (SETT_MUTANT (mutant) == SETT_MUTANT_CONCLUDED)
    return 1;
  if (result->verdict == SETT_ERROR)
    return 0;
  if (!(result->limits_hit & stops))
    return 1;
  if (!spent || (result->limits_hit & spent) != spent)
    return 0;
  result->limits_hit &= spent | ~stops;
  return 1;
}

int sett_preparation_race (sett_preparation *p, unsigned processors,
                           size_t memory, sett_result *result) {
  SETT_ASSERT (!left && processors);
  if (!p->in_thread)
    return 0;
  search (p, processors, memory, result);
  if (settles (result, p->request.mutant)) {
    left = p;
    return 1;
  }
  p->forgotten = result->statistics.states;
  return 0;
}
