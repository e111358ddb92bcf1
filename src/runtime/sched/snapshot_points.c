/* Snapshots and checkpoints, seen from inside of the program: the thread that
   runs goes to the engine's stack, and every execution, or some, will go on
   from here. */

#include "runtime/core/engine.h"
#include "runtime/core/knowledge.h"
#include "runtime/sched/processes.h"
#include "runtime/core/turns.h"

/* Nothing is taken back then.  The leader loads what is known when all
   have come here, so the others look when they go on. */
static void pretend_snapshot (void) {
  engine.has_snapshot = 1;
  if (sett_is_leader ())
    sett_knowledge_load ();
  else {
    sett_processes_started ();
    sett_processes_wait ();
    sett_knowledge_open ();
  }
}

void sett_engine_snapshot (void) {
  if (engine.multi && sett_is_leader ())
    sett_processes_start ();
  if (sett_runs_once ()) {
    pretend_snapshot ();
    return;
  }
  if (sett_is_leader ())
    sett_knowledge_load ();
  engine.reason = SETT_TO_SNAPSHOT;
  sett_turn_to_engine (sett_self ());
}

void sett_engine_checkpoint (void) {
  engine.reason = SETT_TO_CHECKPOINT;
  sett_turn_to_engine (sett_self ());
}
