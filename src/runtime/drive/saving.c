/* A search is saved, and another process goes on from there: see saving.h.

       learnt      words, as for workers (knowledge.h)
       execution   the last plan, and a digest of what came of it; statuses
       tables      numbers of objects, shared pages, what threads use, names of
                   pipes and the like
       counts      executions, notes, statuses, the list
       found       violations
       search      (stateless.h); walks beside it; what was observed, by which
                   it may be divided

   Nothing else of the run-time outlives an execution, but for what only saves
   time. */

#include "runtime/drive/saving.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "runtime/core/engine.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/object_table.h"
#include "runtime/core/sockets_known.h"
#include "runtime/counterexample/execution_list.h"
#include "runtime/race/owners.h"
#include "runtime/race/uses.h"
#include "shared/counted.h"
#include "stateless/saved.h"

#include <string.h>

static sett_saved
    plan_bytes;         /* of the execution at hand, if it is to be saved */
static int is_last;     /* tests: ...and then no more */
static sett_saved from; /* what the search goes on from */
static sett_saved out;

/*------------------------------------------------------------------------*/
/* Fields of the shared memory that have no pointers. */

static const sett_field names[] = {
    SETT_FIELD (pipe_keys),       SETT_FIELD (pipe_names),
    SETT_FIELD (pipe_count),      SETT_FIELD (pipe_queues),
    SETT_FIELD (ipc_keys),        SETT_FIELD (ipc_names_of),
    SETT_FIELD (read_file_count), SETT_FIELD (read_files),
    SETT_FIELD (ipc_name_count),  SETT_FIELD (ipc_names),
    SETT_FIELD (region_names),
};

static int is_mutant (int number) {
  return SETT_MUTANT (engine.shared->orders.mutant) == number;
}

static char *at (const sett_field *f) {
  return sett_field_in (engine.shared, f);
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

static sett_counterexample *get_counterexample (sett_saved *s) {
  sett_counterexample *a = sett_zalloc (1, sizeof *a);
  sett_saved_get (s, a, sizeof *a);
  a->choices = sett_alloc ((a->choice_count + 1) * sizeof *a->choices);
  sett_saved_get (s, a->choices, a->choice_count * sizeof *a->choices);
  a->learned = sett_alloc ((a->learned_count + 1) * sizeof *a->learned);
  sett_saved_get (s, a->learned, a->learned_count * sizeof *a->learned);
  return a;
}

static void put_found (sett_saved *s) {
  const sett_shared *shared = engine.shared;
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_FOUND)) {
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
static void get_found (sett_saved *s) {
  sett_shared *shared = engine.shared;
  sett_counterexample **last = &shared->counterexamples;
  *last = NULL;
  shared->counterexample_count =
      (uint32_t)sett_saved_get_count (s, sizeof **last);
  for (uint32_t i = 0; i < shared->counterexample_count; i++) {
    *last = get_counterexample (s);
    last = &(*last)->next;
  }
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    if (shared->exits[i].failing)
      shared->exits[i].failing = get_counterexample (s);
}

/*------------------------------------------------------------------------*/
/* Saving. */

static void put_learnt (sett_saved *s) {
  uint32_t count;
  uint64_t *words = sett_knowledge_save (&count);
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_LEARNT))
    count = 0;
  sett_saved_put_number (s, count);
  sett_saved_put (s, words, count * sizeof *words);
}

static void put_tables (sett_saved *s) {
  const sett_shared *shared = engine.shared;
  sett_objects_save (s);
  sett_owners_save (s, !is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_PAGES));
  sett_uses_save (s);
  SETT_EACH_FIELD (names, f)
  sett_saved_put (s, at (f), f->size);
  sett_saved_put_number (s, shared->sockets != NULL);
  if (shared->sockets)
    sett_saved_put (s, shared->sockets, sizeof *shared->sockets);
}

static void put_counts (sett_saved *s) {
  const sett_shared *shared = engine.shared;
  SETT_EACH_FIELD (sett_counted, f)
  sett_saved_put (s, at (f), f->size);
  sett_saved_put_number (s, conduct->execution);
  sett_saved_put_number (s, shared->list_length);
  sett_saved_put (s, shared->list, shared->list_length);
}

static void save (const sett_stateless *search,
                  void (*save_besides) (sett_saved *)) {
  sett_shared *shared = engine.shared;
  out.count = 0;
  put_learnt (&out);
  sett_saved_put (&out, plan_bytes.at, plan_bytes.count);
  sett_saved_put_number (&out, sett_saved_digest (engine.log));
  sett_saved_put (&out, shared->exits, sizeof shared->exits);
  put_tables (&out);
  put_counts (&out);
  put_found (&out);
  sett_stateless_save (search, &out);
  save_besides (&out);
  shared->saved = out.at;
  shared->saved_length = out.count;
  __atomic_store_n (&shared->saved_count, shared->saved_count + 1,
                    __ATOMIC_RELEASE);
}

/* Tests: after so many executions. */
static int is_at_end (void) {
  const sett_shared *shared = engine.shared;
  return shared->orders.save_at && shared->executions >= shared->orders.save_at;
}

/* Who asks for memory when there is none ends the search. */
static int has_room (void) {
  const sett_shared *shared = engine.shared;
  return shared->in_use < shared->most_memory / 16 * 15;
}

void sett_saving_before (const sett_stateless *search, const sett_plan *plan) {
  plan_bytes.count = 0;
  is_last = is_at_end (); /* what is learnt may let the count begin anew */
  if ((!engine.shared->save && !is_last) || !engine.has_snapshot ||
      !sett_stateless_can_be_saved (search) || !has_room ())
    return;
  sett_saved_put_plan (&plan_bytes, plan);
}

int sett_saving_after (const sett_stateless *search,
                       void (*save_besides) (sett_saved *)) {
  sett_shared *shared = engine.shared;
  if (!plan_bytes.count)
    return 0;
  const int ends = shared->save == SETT_SAVE_AND_STOP || is_last;
  save (search, save_besides);
  plan_bytes.count = 0;
  shared->save = SETT_SAVE_NOTHING;
  return ends;
}

/*------------------------------------------------------------------------*/
/* Going on. */

__attribute__ ((noreturn)) static void refuse (const char *reason) {
  sett_give_up ("the search cannot go on from the checkpoint: %s; begin anew "
                "with 'sett check'",
                reason);
}

static const char other[] = "the program does not behave as it did";

int sett_saving_is_resumed (void) {
  return engine.shared->orders.from_length != 0;
}

static void get_learnt (sett_saved *s) {
  sett_orders *orders = &engine.shared->orders;
  const uint64_t count = sett_saved_get_count (s, sizeof (uint64_t));
  uint64_t *words = sett_alloc ((count + 1) * sizeof *words);
  sett_saved_get (s, words, count * sizeof *words);
  orders->learned = words;
  orders->learned_count = (uint32_t)count;
}

void sett_saving_load_tables (void) {
  sett_shared *shared = engine.shared;
  if (!sett_saving_is_resumed ())
    return;
  if (!sett_objects_load (&from))
    refuse (other);
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_OBJECTS))
    sett_objects_forget ();
  sett_owners_load (&from);
  sett_uses_load (&from);
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_USES))
    sett_uses_forget ();
  SETT_EACH_FIELD (names, f)
  sett_saved_get (&from, at (f), f->size);
  if (sett_saved_get_number (&from))
    sett_saved_get (&from, sett_sockets_known_get (), sizeof *shared->sockets);
}

static void get_counts (sett_saved *s) {
  SETT_EACH_FIELD (sett_counted, f)
  sett_saved_get (s, at (f), f->size);
  conduct->execution = sett_saved_get_number (s);
  sett_list_set (s);
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_COUNTS))
    engine.shared->executions = 0;
}

/* Whether a status is wrong depends on what others were. */
static void get_statuses (sett_saved *s) {
  sett_exits *exits = engine.shared->exits;
  sett_saved_get (s, exits, sizeof engine.shared->exits);
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    exits[i].failing = NULL;
}

void sett_saving_resume (sett_stateless *search,
                         const sett_log *(*run) (const sett_plan *),
                         void (*load_besides) (sett_saved *)) {
  const sett_orders *orders = &engine.shared->orders;
  sett_saved_plan plan;
  from = (sett_saved){.at = (unsigned char *)orders->from,
                      .count = orders->from_length};
  if (!sett_stateless_can_be_saved (search))
    refuse ("it is of another kind");
  get_learnt (&from);
  sett_saved_get_plan (&from, &plan);
  const uint64_t digest = sett_saved_get_number (&from);
  get_statuses (&from);
  const sett_log *log = run (&plan.plan);
  if (!engine.has_snapshot || conduct->anew ||
      sett_saved_digest (log) != digest)
    refuse (other);
  get_counts (&from);
  get_found (&from);
  if (!sett_stateless_load (search, &from, log))
    refuse ("it is damaged");
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_WALKS))
    from.from = from.count;
  else
    load_besides (&from);
  if (from.failed || from.from != from.count)
    refuse ("it is damaged");
  sett_saved_plan_release (&plan);
  from = (sett_saved){0};
}
