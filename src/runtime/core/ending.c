/* How executions end, seen from inside of the program: the thread that runs
   goes to the engine's stack, and what is below it does not go on.  And what
   the run-time has to say when it cannot go on itself. */

#include "base/assert.h"
#include "base/version.h"
#include "runtime/core/upcalls.h"
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
  const int nobody = conduct->violation == SETT_VIOLATION_DEADLOCK ||
                     conduct->violation == SETT_VIOLATION_LOCAL_DEADLOCK ||
                     conduct->violation == SETT_VIOLATION_LIVELOCK;
  *after = "";
  if (nobody || conduct->violation_process == engine.process)
    return "";
  *after = ": ";
  return engine.shared->members[conduct->violation_process].name;
}

/* The debugger shows where it is, and all other threads. */
void sett_stop_in_debugger (void) {
  char text[SETT_MOST_MESSAGE + 64];
  const char *after;
  const char *process = blamed (&after);
  const int n =
      conduct->violation
          ? snprintf (text, sizeof text, "\nsett: %s%s%s: %s\n", process, after,
                      sett_violation_category (conduct->violation),
                      conduct->message)
          : snprintf (text, sizeof text, "\nsett: the execution is over\n");
  upcalls.say (text, (size_t)n);
  __asm__ volatile("int3");
}

void sett_end (sett_ending how) {
  SETT_ASSERT (how != SETT_VIOLATING || conduct->violation);
  conduct->ending = how;
  engine.reason = SETT_TO_END;
  engine.active = 0;
  if (UNLIKELY (engine.narrating))
    narrator->threads ();
  if (UNLIKELY (engine.real_threads && how == SETT_VIOLATING))
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
  world->alive = SETT_NO_THREADS;
  engine.active = 0;
  sett_turn_to_engine (sett_self ());
  __builtin_trap ();
}

void sett_fail (sett_violation_kind violation, uintptr_t place,
                const void *object, const char *format, ...) {
  /* An execution in which something was learnt does not count; what is wrong
     will be found again. */
  if (conduct->anew && !engine.narrating)
    sett_end (SETT_CUT);
  engine.active = 0; /* formatting is not the program's doing */
  SETT_ASSERT (violation && violation < SETT_VIOLATIONS);
  conduct->violation = violation;
  conduct->violation_thread = (int)world->current;
  conduct->violation_process = engine.process;
  conduct->violation_place = place;
  conduct->violation_object = object;
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (conduct->message, sizeof conduct->message, format, arguments);
  va_end (arguments);
  if (engine.narrating)
    narrator->violation (place);
  sett_end (SETT_VIOLATING);
}

/* The first reason counts: what other processes say is its consequence. */
void sett_give_up (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  if (engine.shared->phase != SETT_PHASE_FAILED)
    vsnprintf (engine.shared->failure, sizeof engine.shared->failure, format,
               arguments);
  va_end (arguments);
  engine.shared->phase = SETT_PHASE_FAILED;
  sett_raw (SYS_exit_group, 4);
  __builtin_unreachable ();
}

/* An assertion of the run-time's, not of the program's (base/assert.h). */
void sett_internal_error (const char *file, unsigned line, const char *function,
                          const char *condition) {
  engine.active = 0;
  if (!engine.shared) /* nobody watches: the program's own errors, at most */
    __builtin_trap ();
  sett_give_up ("internal error at %s:%u, in %s: %s does not hold (sett %s)",
                file, line, function, condition, SETT_VERSION);
}

void sett_note_add (sett_note_kind kind, uintptr_t place, const char *text) {
  sett_shared *shared = engine.shared;
  for (uint32_t i = 0; i < shared->note_count; i++)
    if (!strcmp (shared->notes[i].text, text)) {
      shared->notes[i].count++;
      return;
    }
  if (shared->note_count == SETT_MOST_NOTES) {
    if (kind == SETT_NOTE_BOUNDS)
      shared->notes[SETT_MOST_NOTES - 1].kind = SETT_NOTE_BOUNDS;
    return;
  }
  sett_note *note = &shared->notes[shared->note_count++];
  SETT_ASSERT (shared->note_count <= SETT_MOST_NOTES);
  strncpy (note->text, text, sizeof note->text - 1);
  note->kind = kind;
  note->place = place;
  note->process = (uint8_t)engine.process;
  note->count = 1;
}
