/* A search is saved, and another process goes on from there: see
   search_saving.h.

       learnt      words, as for workers
       execution   the last plan, and a digest of what came of it; statuses
       tables      of the host
       counts      executions, notes, statuses, the list
       found       violations
       search      (stateless.h); what the host has beside it

   Nothing else outlives an execution, but for what only saves time. */

#include "shared/search_saving.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "shared/counted.h"

#include <string.h>

static sett_saved
    plan_bytes;         /* of the execution at hand, if it is to be saved */
static int is_last;     /* tests: ...and then no more */
static sett_saved from; /* what the search goes on from */
static sett_saved_plan *from_plan; /* where other processes see it, too */
static uint64_t from_digest;
static sett_saved out;

static int is_mutant (const sett_saving_host *host, int number) {
  return SETT_MUTANT (host->shared->orders.mutant) == number;
}

/*------------------------------------------------------------------------*/
/* Violations. */

void sett_saving_put_counterexample (sett_saved *s,
                                     const sett_counterexample *a) {
  sett_counterexample flat = *a;
  SETT_ASSERT (!a->step_count && !a->thread_count && !a->output);
  flat.next = NULL;
  flat.choices = NULL;
  flat.learned = NULL;
  sett_saved_put (s, &flat, sizeof flat);
  sett_saved_put (s, a->choices, a->choice_count * sizeof *a->choices);
  sett_saved_put (s, a->learned, a->learned_count * sizeof *a->learned);
}

static sett_counterexample *get_counterexample (const sett_saving_host *host,
                                                sett_saved *s) {
  sett_counterexample *a = host->allocate (sizeof *a);
  sett_saved_get (s, a, sizeof *a);
  a->choices = host->allocate ((a->choice_count + 1) * sizeof *a->choices);
  sett_saved_get (s, a->choices, a->choice_count * sizeof *a->choices);
  a->learned = host->allocate ((a->learned_count + 1) * sizeof *a->learned);
  sett_saved_get (s, a->learned, a->learned_count * sizeof *a->learned);
  return a;
}

static void put_found (const sett_saving_host *host, sett_saved *s) {
  const sett_shared *shared = host->shared;
  if (is_mutant (host, SETT_RUN_MUTANT_SAVED_WITHOUT_FOUND)) {
    sett_saved_put_number (s, 0);
    return;
  }
  sett_saved_put_number (s, shared->counterexample_count);
  for (const sett_counterexample *a = shared->counterexamples; a; a = a->next)
    sett_saving_put_counterexample (s, a);
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    if (shared->exits[i].failing)
      sett_saving_put_counterexample (s, shared->exits[i].failing);
}

/* The counts are there: whose execution is kept is known. */
static void get_found (const sett_saving_host *host, sett_saved *s) {
  sett_shared *shared = host->shared;
  sett_counterexample **last = &shared->counterexamples;
  *last = NULL;
  shared->counterexample_count =
      (uint32_t)sett_saved_get_count (s, sizeof **last);
  for (uint32_t i = 0; i < shared->counterexample_count; i++) {
    *last = get_counterexample (host, s);
    last = &(*last)->next;
  }
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    if (shared->exits[i].failing)
      shared->exits[i].failing = get_counterexample (host, s);
}

/*------------------------------------------------------------------------*/
/* Saving. */

static void put_learnt (const sett_saving_host *host, sett_saved *s) {
  uint32_t count;
  const uint64_t *words = host->learnt (&count);
  if (is_mutant (host, SETT_RUN_MUTANT_SAVED_WITHOUT_LEARNT))
    count = 0;
  sett_saved_put_number (s, count);
  sett_saved_put (s, words, count * sizeof *words);
}

static void put_counts (const sett_saving_host *host, sett_saved *s) {
  const sett_shared *shared = host->shared;
  SETT_EACH_FIELD (sett_counted, f)
  sett_saved_put (s, sett_field_in (shared, f), f->size);
  sett_saved_put_number (s, *host->execution);
  sett_saved_put_number (s, shared->list_length);
  sett_saved_put (s, shared->list, shared->list_length);
}

/* Where states are compared the way is written to its end, and leads there
   whatever state that is: a digest of its events says whether it does. */
static void put_whole_way (const sett_log *log) {
  sett_choice *choices = sett_alloc ((log->count + 1) * sizeof *choices);
  for (uint32_t i = 0; i < log->count; i++)
    choices[i] =
        (sett_choice){log->events[i].thread, log->events[i].alternative};
  const sett_plan plan = {.choices = choices,
                          .length = log->count,
                          .policy = SETT_STAY,
                          .sleep_from = UINT32_MAX,
                          .state = SETT_NO_STATE,
                          .most_events = log->count};
  plan_bytes.count = 0;
  sett_saved_put_plan (&plan_bytes, &plan);
  sett_free (choices, (log->count + 1) * sizeof *choices);
}

static uint64_t digest_of (const sett_log *log) {
  return log->states ? sett_saved_digest_of_events (log)
                     : sett_saved_digest (log);
}

static void save (const sett_saving_host *host, const sett_stateless *search,
                  uint64_t digest) {
  sett_shared *shared = host->shared;
  const uint64_t begun = host->microseconds ();
  out.count = 0;
  put_learnt (host, &out);
  sett_saved_put (&out, plan_bytes.at, plan_bytes.count);
  sett_saved_put_number (&out, digest);
  sett_saved_put (&out, shared->exits, sizeof shared->exits);
  host->save_tables (&out);
  put_counts (host, &out);
  put_found (host, &out);
  sett_stateless_save (search, &out);
  host->save_besides (&out);
  shared->saved = host->publish (&out, 0);
  shared->saved_length = out.count;
  shared->saved_in = host->microseconds () - begun;
  __atomic_store_n (&shared->saved_count, shared->saved_count + 1,
                    __ATOMIC_RELEASE);
}

/* Tests: after so many executions. */
static int is_at_end (const sett_shared *shared) {
  return shared->orders.save_at && shared->executions >= shared->orders.save_at;
}

/* Who asks for memory when there is none ends the search. */
static int has_room (const sett_shared *shared) {
  return shared->in_use < shared->most_memory / 16 * 15;
}

void sett_search_before (const sett_saving_host *host,
                         const sett_stateless *search, const sett_plan *plan) {
  const sett_shared *shared = host->shared;
  plan_bytes.count = 0;
  is_last =
      is_at_end (shared); /* what is learnt may let the count begin anew */
  if ((!shared->save && !is_last) || !host->can_save () ||
      !sett_stateless_can_be_saved (search) || !has_room (shared))
    return;
  sett_saved_put_plan (&plan_bytes, plan);
}

int sett_search_after (const sett_saving_host *host,
                       const sett_stateless *search, const sett_log *log) {
  sett_shared *shared = host->shared;
  if (!plan_bytes.count)
    return 0;
  const int ends = shared->save == SETT_SAVE_AND_STOP || is_last;
  if (log->states)
    put_whole_way (log);
  save (host, search, digest_of (log));
  plan_bytes.count = 0;
  shared->save = SETT_SAVE_NOTHING;
  return ends;
}

/*------------------------------------------------------------------------*/
/* Going on. */

static const char other[] = "the program does not behave as it did";
static const char damaged[] = "it is damaged";

int sett_search_is_resumed (const sett_saving_host *host) {
  return host->shared->orders.from_length != 0;
}

static void get_learnt (sett_orders *orders, sett_saved *s) {
  const uint64_t count = sett_saved_get_count (s, sizeof (uint64_t));
  uint64_t *words = sett_alloc ((count + 1) * sizeof *words);
  sett_saved_get (s, words, count * sizeof *words);
  orders->learned = words;
  orders->learned_count = (uint32_t)count;
}

static void get_counts (const sett_saving_host *host, sett_saved *s) {
  SETT_EACH_FIELD (sett_counted, f)
  sett_saved_get (s, sett_field_in (host->shared, f), f->size);
  *host->execution = sett_saved_get_number (s);
  host->set_list (s);
  if (is_mutant (host, SETT_RUN_MUTANT_SAVED_WITHOUT_COUNTS))
    host->shared->executions = 0;
}

/* Whether a status is wrong depends on what others were. */
static void get_statuses (sett_shared *shared, sett_saved *s) {
  sett_saved_get (s, shared->exits, sizeof shared->exits);
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    shared->exits[i].failing = NULL;
}

sett_saved *sett_search_open_saved (const sett_saving_host *host) {
  sett_orders *orders = &host->shared->orders;
  from = (sett_saved){.at = (unsigned char *)orders->from,
                      .count = orders->from_length};
  get_learnt (orders, &from);
  from_plan = host->allocate (sizeof *from_plan);
  sett_saved_get_plan (&from, from_plan);
  from_digest = sett_saved_get_number (&from);
  get_statuses (host->shared, &from);
  return &from;
}

void sett_search_resume (const sett_saving_host *host, sett_stateless *search) {
  if (!sett_stateless_can_be_saved (search))
    host->refuse ("it is of another kind");
  const sett_log *log = host->run (&from_plan->plan);
  if (!log || digest_of (log) != from_digest)
    host->refuse (other);
  get_counts (host, &from);
  get_found (host, &from);
  if (!sett_stateless_load (search, &from, log))
    host->refuse (damaged);
  if (is_mutant (host, SETT_RUN_MUTANT_SAVED_WITHOUT_WALKS))
    from.from = from.count;
  else
    host->load_besides (&from);
  if (from.failed || from.from != from.count)
    host->refuse (damaged);
  sett_saved_plan_release (from_plan);
  from = (sett_saved){0};
}
