/* The list of executions: a record for each, in the shared memory
   (shared/listed.h).

   How it ended: `ended', with its status if that is not 0, in a system with
   those of the processes that have one: `ended, client with 1'; or the kind of
   the violation and what is said about it, or why it was given up; `anew': with
   what it has learnt the search begins once more.  The schedule: `1*3' for
   three events of thread 1 in a row, `1.2' for the choice number 2. */

#include "runtime/counterexample/execution_list.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/core/os_model.h"
#include "runtime/files/output.h"
#include "shared/listed.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { MOST_OUTPUT = 4096, USUAL_OUTPUT = 80 };

/* A list is for people and small programs: it ends when it is so long. */
static const size_t most_bytes = (size_t)256 << 20;

static size_t room; /* of shared->list */

static void make_room (size_t count) {
  sett_shared *shared = engine.shared;
  if (shared->list_length + count <= room)
    return;
  const size_t wanted = 2 * (shared->list_length + count) + 4096;
  shared->list = sett_resize (shared->list, room, wanted);
  room = wanted;
}

void sett_list_set (sett_saved *s) {
  sett_shared *shared = engine.shared;
  const size_t length = sett_saved_get_count (s, 1);
  shared->list_length = 0;
  make_room (length);
  sett_saved_get (s, shared->list, length);
  shared->list_length = length;
}

static void add_bytes (const char *bytes, size_t count) {
  sett_shared *shared = engine.shared;
  make_room (count);
  SETT_ASSERT (shared->list_length + count <= room);
  memcpy (shared->list + shared->list_length, bytes, count);
  shared->list_length += count;
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
  return engine.multi && *engine.shared->members[0].name;
}

/* Which processes of a system have not ended well: ", client with 1". */
static void add_statuses (void) {
  const sett_shared *shared = engine.shared;
  for (uint32_t i = 0; i < shared->initial_count; i++) {
    const sett_life *l = &os_model->lives[i];
    if (!l->ended || l->crashed || !l->status)
      continue;
    if (WIFSIGNALED (l->status))
      add (", %s by signal %d", shared->members[i].name, WTERMSIG (l->status));
    else
      add (", %s with %d", shared->members[i].name, WEXITSTATUS (l->status));
  }
}

static void add_ending (const sett_log *log) {
  SETT_ASSERT (log->ending <= SETT_IN_VAIN);
  static const char *const names[] = {
      [SETT_ENDED] = "ended",
      [SETT_ASLEEP] = "asleep",
      [SETT_ASSUMED] = "assumed",
      [SETT_CUT] = "cut",
      [SETT_MATCHED] = "matched",
      [SETT_DEPARTED] = "departed",
      [SETT_IN_VAIN] = "asleep in vain",
  };
  if (log->ending == SETT_VIOLATING)
    add ("%s: %s", sett_violation_category (conduct->violation),
         conduct->message);
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
  const int all = engine.shared->orders.list == SETT_LIST_OUTCOMES;
  add_bytes (text, sett_output_tail (text, all ? MOST_OUTPUT : USUAL_OUTPUT));
}

/* The length of what was added since then. */
static uint32_t added_since (size_t *from) {
  const size_t before = *from;
  *from = engine.shared->list_length;
  return (uint32_t)(*from - before);
}

void sett_list_add (const sett_log *log) {
  sett_shared *shared = engine.shared;
  if (LIKELY (!shared->orders.list) || shared->list_length > most_bytes)
    return;
  const size_t start = shared->list_length;
  sett_listed l = {.number = conduct->execution,
                   .is_outcome = log->ending == SETT_ENDED ||
                                 log->ending == SETT_VIOLATING};
  add_bytes ((const char *)&l, sizeof l);
  size_t at = shared->list_length;
  add_ending (log);
  l.ending = added_since (&at);
  add_schedule (log);
  l.schedule = added_since (&at);
  add_output ();
  l.output = added_since (&at);
  add_bytes ("\0\0\0\0\0\0\0", -(shared->list_length - start) % 8);
  l.size = (uint32_t)(shared->list_length - start);
  l.is_last = shared->list_length > most_bytes;
  SETT_ASSERT (l.size >= sizeof l + l.ending + l.schedule + l.output);
  memcpy (shared->list + start, &l, sizeof l);
}
