/* Writes the record of an execution: its ending, its schedule, its output
   (list.h). */

#include "java/agent/list.h"

#include "base/assert.h"
#include "java/agent/kept_output.h"
#include "shared/listed.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_OUTPUT = 4096, USUAL_OUTPUT = 80, LIST_BYTES = 64 << 20 };

__attribute__ ((format (printf, 1, 2))) static void add (const char *format,
                                                         ...) {
  sett_shared *shared = world.shared;
  va_list arguments;
  const size_t left = LIST_BYTES - shared->list_length;
  va_start (arguments, format);
  const int length =
      vsnprintf (shared->list + shared->list_length, left, format, arguments);
  va_end (arguments);
  shared->list_length += (size_t)length < left ? (size_t)length : left - 1;
}

static const char *ending_of (const sett_log *log) {
  switch (log->ending) {
  case SETT_ENDED:
    return "ended";
  case SETT_ASLEEP:
    return "asleep";
  case SETT_IN_VAIN:
    return "asleep in vain";
  case SETT_ASSUMED:
    return "assumed";
  case SETT_CUT:
    return "cut";
  case SETT_DEPARTED:
    return "departed";
  default:
    return "?";
  }
}

/* Which processes of a system have not ended well: ", client with 1". */
static void add_statuses (void) {
  for (unsigned i = 0; i < world.process_count; i++)
    if (world.processes[i].ended && world.processes[i].status)
      add (", %s with %d", world.shared->members[i].name,
           world.processes[i].status);
}

static void add_ending (const sett_log *log) {
  if (log->ending == SETT_VIOLATING)
    add ("%s: %s", sett_violation_category (world.violation), world.message);
  else if (log->ending == SETT_ENDED && world.multi) {
    add ("ended");
    add_statuses ();
  } else if (log->ending == SETT_ENDED && world.exit_status)
    add ("ended with %d", world.exit_status);
  else
    add ("%s", ending_of (log));
}

static void add_schedule (const sett_log *log) {
  for (uint32_t i = 0, n; i < log->count; i += n) {
    const sett_event *e = &log->events[i];
    for (n = 1; i + n < log->count && e->alternatives == 1 &&
                log->events[i + n].thread == e->thread &&
                log->events[i + n].alternatives == 1;)
      n++;
    add (i ? " %u" : "%u", e->thread);
    if (e->alternatives > 1)
      add (".%u", e->alternative);
    if (n > 1)
      add ("*%u", n);
  }
}

static void add_bytes (const void *bytes, size_t count) {
  sett_shared *shared = world.shared;
  if (count > LIST_BYTES - shared->list_length)
    count = LIST_BYTES - shared->list_length;
  memcpy (shared->list + shared->list_length, bytes, count);
  shared->list_length += count;
}

static void add_output (void) {
  size_t length;
  const int all = world.shared->orders.list == SETT_LIST_OUTCOMES;
  const char *text =
      sett_joutput_tail (all ? MOST_OUTPUT : USUAL_OUTPUT, &length);
  add_bytes (text, length);
}

/* The length of what was added since then. */
static uint32_t added_since (size_t *from) {
  const size_t before = *from;
  *from = world.shared->list_length;
  return (uint32_t)(*from - before);
}

/* The list ends when half of its room is used: one more always has room. */
void sett_jlist_add (const sett_log *log) {
  sett_shared *shared = world.shared;
  if (!shared->orders.list)
    return;
  if (!shared->list)
    shared->list = sett_shared_alloc (LIST_BYTES);
  if (shared->list_length > LIST_BYTES / 2)
    return;
  const size_t start = shared->list_length;
  sett_listed l = {.number = shared->executions,
                   .is_outcome = log->ending == SETT_ENDED ||
                                 log->ending == SETT_VIOLATING};
  add_bytes (&l, sizeof l);
  size_t at = shared->list_length;
  add_ending (log);
  l.ending = added_since (&at);
  add_schedule (log);
  l.schedule = added_since (&at);
  add_output ();
  l.output = added_since (&at);
  add_bytes ("\0\0\0\0\0\0\0", -(shared->list_length - start) % 8);
  l.size = (uint32_t)(shared->list_length - start);
  l.is_last = shared->list_length > LIST_BYTES / 2;
  SETT_ASSERT (l.size >= sizeof l + l.ending + l.schedule + l.output);
  memcpy (shared->list + start, &l, sizeof l);
}
