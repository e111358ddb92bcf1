/* The list of executions: one line of text for each, on the board.

   Fields are separated by tabs: the number of the execution; how it ended
   (`ended', with its status if that is not 0, in a system with those of the
   processes that have one: `ended, client with 1'; or the kind of the fault and
   what is said about it, or why it was given up; `anew': with what it has
   learnt the search begins once more); the threads in the order of their
   events, `1*3' for three in a row, `1.2' for the choice number 2; the end of
   what the program wrote, in quotes, with escapes as in C.  Numbers go on then.
 */

#include "runtime/account/list.h"

#include "base/memory.h"
#include "runtime/core/commons.h"
#include "runtime/files/output.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { MOST_OUTPUT = 4096, USUAL_OUTPUT = 80 };

/* A list is for people and small programs: it ends when it is so long. */
static const size_t most_bytes = (size_t)256 << 20;

static size_t room; /* of board->list */

static void add_bytes (const char *bytes, size_t count) {
  sett_board *board = engine.board;
  if (board->list_length + count > room) {
    const size_t wanted = 2 * (board->list_length + count) + 4096;
    board->list = sett_resize (board->list, room, wanted);
    room = wanted;
  }
  memcpy (board->list + board->list_length, bytes, count);
  board->list_length += count;
}

__attribute__ ((format (printf, 1, 2))) static void add (const char *format,
                                                         ...) {
  char text[SETT_MOST_MESSAGE + 64];
  va_list arguments;
  va_start (arguments, format);
  const int length = vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  add_bytes (text,
             length < (int)sizeof text ? (size_t)length : sizeof text - 1);
}

/* A program that makes processes has no name. */
static int is_system (void) {
  return engine.multi && *engine.board->members[0].name;
}

/* Which processes of a system have not ended well: ", client with 1". */
static void add_statuses (void) {
  const sett_board *board = engine.board;
  for (uint32_t i = 0; i < board->initial_count; i++) {
    const sett_life *l = &commons->lives[i];
    if (!l->ended || l->crashed || !l->status)
      continue;
    if (WIFSIGNALED (l->status))
      add (", %s by signal %d", board->members[i].name, WTERMSIG (l->status));
    else
      add (", %s with %d", board->members[i].name, WEXITSTATUS (l->status));
  }
}

static void add_ending (const sett_log *log) {
  static const char *const names[] = {
      [SETT_ENDED] = "ended",
      [SETT_ASLEEP] = "asleep",
      [SETT_ASSUMED] = "assumed",
      [SETT_CUT] = "cut",
      [SETT_MATCHED] = "matched",
      [SETT_DEPARTED] = "departed",
      [SETT_IN_VAIN] = "asleep in vain",
  };
  if (log->ending == SETT_FAULTY)
    add ("%s: %s", sett_fault_kind (conduct->fault), conduct->message);
  else if (log->ending == SETT_CUT && conduct->anew)
    add ("anew");
  else if (log->ending == SETT_ENDED && is_system ()) {
    add ("ended");
    add_statuses ();
  } else if (log->ending == SETT_ENDED && conduct->exit_status)
    add ("ended with %d", conduct->exit_status);
  else
    add ("%s", names[log->ending]);
}

static int is_same (const sett_event *a, const sett_event *b) {
  return a->thread == b->thread && a->alternatives == 1 && b->alternatives == 1;
}

static void add_schedule (const sett_log *log) {
  for (uint32_t i = 0; i < log->count;) {
    const sett_event *e = &log->events[i];
    uint32_t n = 1;
    while (i + n < log->count && is_same (e, &log->events[i + n]))
      n++;
    add (i ? " %u" : "%u", e->thread);
    if (e->alternatives > 1)
      add (".%u", e->alternative);
    if (n > 1)
      add ("*%u", n);
    i += n;
  }
}

static void add_output (void) {
  char text[MOST_OUTPUT];
  const int all = engine.board->orders.list == SETT_LIST_OUTCOMES;
  const size_t length =
      sett_output_tail (text, all ? MOST_OUTPUT : USUAL_OUTPUT);
  for (size_t i = 0; i < length; i++) {
    const unsigned char c = (unsigned char)text[i];
    if (c == '\n')
      add ("\\n");
    else if (c == '"' || c == '\\')
      add ("\\%c", c);
    else if (c < ' ' || c >= 127)
      add ("\\%03o", c);
    else
      add_bytes (&text[i], 1);
  }
}

void sett_list_add (const sett_log *log) {
  if (LIKELY (!engine.board->orders.list) ||
      engine.board->list_length > most_bytes)
    return;
  add ("%llu\t", (unsigned long long)conduct->execution);
  add_ending (log);
  add ("\t");
  add_schedule (log);
  add ("\t\"");
  add_output ();
  add ("\"\n");
  if (engine.board->list_length > most_bytes)
    add ("(the list is too long: the rest is left out)\n");
}
