/* How executions end, seen from inside of the program: the thread that runs
   goes to the engine's stack, and what is below it does not go on.  And what
   the run-time has to say when it cannot go on itself. */

#include "runtime/core/above.h"
#include "runtime/core/engine.h"
#include "runtime/core/narrator.h"
#include "runtime/core/turns.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

sett_engine engine = {.checkpoint_from = UINT32_MAX};
const sett_narrator *narrator;

/* "client: ", who is to blame, if that is another process.  Deadlocks are
   nobody's fault. */
static const char *blamed (const char **after) {
  const int nobody = conduct->fault == SETT_FAULT_DEADLOCK ||
                     conduct->fault == SETT_FAULT_LOCAL_DEADLOCK ||
                     conduct->fault == SETT_FAULT_LIVELOCK;
  *after = "";
  if (nobody || conduct->fault_process == engine.process)
    return "";
  *after = ": ";
  return engine.board->members[conduct->fault_process].name;
}

/* The debugger shows where it is, and all other threads. */
void sett_stop_in_debugger (void) {
  char text[SETT_MOST_MESSAGE + 64];
  const char *after;
  const char *process = blamed (&after);
  const int n =
      conduct->fault
          ? snprintf (text, sizeof text, "\nsett: %s%s%s: %s\n", process, after,
                      sett_fault_kind (conduct->fault), conduct->message)
          : snprintf (text, sizeof text, "\nsett: the execution is over\n");
  above.say (text, (size_t)n);
  __asm__ volatile("int3");
}

void sett_end (sett_ending how) {
  conduct->ending = how;
  engine.reason = SETT_TO_END;
  engine.active = 0;
  if (UNLIKELY (engine.narrating))
    narrator->threads ();
  if (UNLIKELY (engine.real_threads && how == SETT_FAULTY))
    sett_stop_in_debugger ();
  sett_turn_to_engine (sett_self ());
  __builtin_trap ();
}

void sett_engine_take_over (void) {
  engine.reason = SETT_TO_TAKE_OVER;
  sett_turn_to_engine (sett_self ());
  __builtin_trap ();
}

void sett_engine_rest (void) {
  engine.reason = SETT_TO_REST;
  engine.is_resting = 1;
  world->alive = 0;
  engine.active = 0;
  sett_turn_to_engine (sett_self ());
  __builtin_trap ();
}

void sett_fail (sett_fault fault, uintptr_t place, const void *object,
                const char *format, ...) {
  /* An execution in which something was learnt does not count; what is wrong
     will be found again. */
  if (conduct->anew && !engine.narrating)
    sett_end (SETT_CUT);
  engine.active = 0; /* formatting is not the program's doing */
  conduct->fault = fault;
  conduct->fault_thread = (int)world->current;
  conduct->fault_process = engine.process;
  conduct->fault_place = place;
  conduct->fault_object = object;
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (conduct->message, sizeof conduct->message, format, arguments);
  va_end (arguments);
  if (engine.narrating)
    narrator->fault (place);
  sett_end (SETT_FAULTY);
}

void sett_give_up (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (engine.board->failure, sizeof engine.board->failure, format,
             arguments);
  va_end (arguments);
  engine.board->phase = SETT_PHASE_FAILED;
  sett_raw (SYS_exit_group, 4);
  __builtin_unreachable ();
}

void sett_note_add (int bounds, uintptr_t place, const char *text) {
  sett_board *board = engine.board;
  for (uint32_t i = 0; i < board->note_count; i++)
    if (!strcmp (board->notes[i].text, text)) {
      board->notes[i].count++;
      return;
    }
  if (board->note_count == SETT_MOST_NOTES) {
    board->notes[SETT_MOST_NOTES - 1].bounds |= bounds;
    return;
  }
  sett_note *note = &board->notes[board->note_count++];
  strncpy (note->text, text, sizeof note->text - 1);
  note->bounds = bounds;
  note->place = place;
  note->process = engine.process;
  note->count = 1;
}
