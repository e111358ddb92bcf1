/* A search is saved, and another process goes on from there: see saving.h.
   The tables are

       numbers of objects; shared pages; what threads use
       names of pipes and the like
       sockets, and who has them
       what a virtual machine of Java knows, if it has a part in the system */

#include "runtime/drive/saving.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "runtime/core/engine.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/object_table.h"
#include "runtime/core/sockets_known.h"
#include "runtime/counterexample/execution_list.h"
#include "runtime/process/stand_in.h"
#include "runtime/race/owners.h"
#include "runtime/race/uses.h"
#include "runtime/sched/state.h"
#include "shared/counted.h"

static sett_saving_host host;
static sett_program_run *run_once;
static sett_saved *from; /* what the search goes on from, at the tables */

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

static void save_tables (sett_saved *s) {
  const sett_shared *shared = engine.shared;
  sett_objects_save (s);
  sett_owners_save (s, !is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_PAGES));
  sett_uses_save (s);
  SETT_EACH_FIELD (names, f)
  sett_saved_put (s, sett_field_in (shared, f), f->size);
  sett_saved_put_number (s, shared->sockets != NULL);
  if (shared->sockets)
    sett_saved_put (s, shared->sockets, sizeof *shared->sockets);
  sett_saved_put_number (s, (uint64_t)shared->time_matters);
  if (shared->errands)
    sett_stand_ins_save (s);
  if (engine.stateful)
    sett_state_save (s);
}

__attribute__ ((noreturn)) static void refuse (const char *reason) {
  sett_give_up ("the search cannot go on from the checkpoint: %s; begin anew "
                "with 'sett check'",
                reason);
}

static void load_states (void) {
  sett_state_load (from);
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_STATES))
    sett_state_forget ();
}

void sett_saving_load_tables (void) {
  if (!from)
    return;
  if (!sett_objects_load (from))
    refuse ("the program does not behave as it did");
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_OBJECTS))
    sett_objects_forget ();
  sett_owners_load (from);
  sett_uses_load (from);
  if (is_mutant (SETT_RUN_MUTANT_SAVED_WITHOUT_USES))
    sett_uses_forget ();
  SETT_EACH_FIELD (names, f)
  sett_saved_get (from, sett_field_in (engine.shared, f), f->size);
  if (sett_saved_get_number (from))
    sett_saved_get (from, sett_sockets_known_get (),
                    sizeof *engine.shared->sockets);
  engine.shared->time_matters |= (int)sett_saved_get_number (from);
  if (engine.shared->errands)
    sett_stand_ins_load (from);
}

/*------------------------------------------------------------------------*/

static void *allocate (size_t bytes) {
  return sett_zalloc (1, bytes);
}

/* All that is allocated is in the shared memory. */
static const unsigned char *publish (const sett_saved *s, unsigned which) {
  (void)which;
  return s->at;
}

static const uint64_t *learnt (uint32_t *count) {
  return sett_knowledge_save (count);
}

static int can_save (void) {
  return engine.has_snapshot;
}

/* With states twice: what the loader finds when it is needed first, say, would
   be in those of the first time alone. */
static const sett_log *run (const sett_plan *plan) {
  const sett_log *log = run_once (plan);
  if (engine.stateful && engine.has_snapshot) {
    sett_state_forget ();
    log = run_once (plan);
    load_states ();
  }
  return engine.has_snapshot && !conduct->anew ? log : NULL;
}

const sett_saving_host *sett_saving_init (sett_program_run *runs,
                                          void (*save_besides) (sett_saved *),
                                          void (*load_besides) (sett_saved *),
                                          uint64_t (*microseconds) (void)) {
  SETT_ASSERT (!from);
  run_once = runs;
  host = (sett_saving_host){.shared = engine.shared,
                            .execution = &conduct->execution,
                            .allocate = allocate,
                            .publish = publish,
                            .learnt = learnt,
                            .save_tables = save_tables,
                            .set_list = sett_list_set,
                            .save_besides = save_besides,
                            .load_besides = load_besides,
                            .can_save = can_save,
                            .microseconds = microseconds,
                            .run = run,
                            .refuse = refuse};
  if (sett_search_is_resumed (&host))
    from = sett_search_open_saved (&host);
  SETT_ASSERT (!from || !engine.has_snapshot); /* it is taken with the tables */
  return &host;
}
