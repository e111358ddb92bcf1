/* How the run-time in a program and the agent in a virtual machine write the
   list of executions (listed.h): a record for each.

   How it ended: `ended', with its status if that is not 0, in a system with
   those of the processes that have one: `ended, client with 1'; or the kind of
   the violation and what is said about it, or why it was given up; `anew': with
   what it has learnt the search begins once more.  The schedule: `1*3' for
   three events of thread 1 in a row, `1.2' for the choice number 2.  Then the
   end of what was written. */

#ifndef SETT_SHARED_WRITE_LISTED_H
#define SETT_SHARED_WRITE_LISTED_H

#include "base/assert.h"
#include "kernel/runner.h"
#include "shared/listed.h"
#include "shared/shared.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SETT_LISTED_OUTPUT = 80, SETT_LISTED_OUTCOME = 4096 };

/* Who writes: where bytes go (behind shared->list_length), whether what was
   learnt makes the execution void (null: never), what there is to say of the
   end, the output, and who wrote it; a list that is so long ends. */
typedef struct sett_list_writer {
  void (*put) (const void *bytes, size_t count);
  int (*is_void) (void);
  void (*put_ending) (const sett_log *);
  void (*put_output) (size_t most);
  const uint8_t *(*writers) (size_t *count); /* of the output's lines */
  size_t most_bytes;
} sett_list_writer;

__attribute__ ((format (printf, 2, 3))) static inline void
sett_list_print (const sett_list_writer *w, const char *format, ...) {
  char text[SETT_MOST_MESSAGE + 64];
  va_list arguments;
  va_start (arguments, format);
  const int length = vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  w->put (text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
}

/* Of an execution without a violation. */
static inline const char *sett_ending_word (sett_ending ending) {
  static const char *const words[] = {
      [SETT_ENDED] = "ended",
      [SETT_ASLEEP] = "asleep",
      [SETT_ASSUMED] = "assumed",
      [SETT_CUT] = "cut",
      [SETT_MATCHED] = "matched",
      [SETT_DEPARTED] = "departed",
      [SETT_IN_VAIN] = "asleep in vain",
  };
  SETT_ASSERT (ending < sizeof words / sizeof *words && words[ending]);
  return words[ending];
}

static inline void sett_list_put_schedule (const sett_list_writer *w,
                                           const sett_log *log) {
  for (uint32_t i = 0, n; i < log->count; i += n) {
    const sett_event *e = &log->events[i];
    for (n = 1; i + n < log->count && e->alternatives == 1 &&
                log->events[i + n].thread == e->thread &&
                log->events[i + n].alternatives == 1;)
      n++;
    sett_list_print (w, i ? " %u" : "%u", e->thread);
    if (e->alternatives > 1)
      sett_list_print (w, ".%u", e->alternative);
    if (n > 1)
      sett_list_print (w, "*%u", n);
  }
}

/* The length of what was added since then. */
static inline uint32_t sett_list_since (const sett_shared *shared,
                                        size_t *from) {
  const size_t before = *from;
  *from = shared->list_length;
  return (uint32_t)(*from - before);
}

/* The writers of the lines of so many bytes at the end of the list. */
static inline void sett_list_put_writers (const sett_list_writer *w,
                                          const sett_shared *shared,
                                          size_t bytes) {
  const char *end = shared->list + shared->list_length;
  size_t lines = bytes && end[-1] != '\n', count;
  for (const char *at = end - bytes; at < end; at++)
    lines += *at == '\n';
  const uint8_t *writers = w->writers (&count);
  if (count < lines)
    lines = count;
  if (lines)
    w->put (writers + count - lines, lines);
}

static inline void sett_list_write (const sett_list_writer *w,
                                    sett_shared *shared, const sett_log *log,
                                    uint64_t number) {
  const size_t start = shared->list_length;
  const int all = shared->orders.list == SETT_LIST_OUTCOMES;
  sett_listed l = {.number = number,
                   .is_outcome = (log->ending == SETT_ENDED &&
                                  !(w->is_void && w->is_void ())) ||
                                 log->ending == SETT_VIOLATING};
  w->put (&l, sizeof l);
  size_t at = shared->list_length;
  w->put_ending (log);
  l.ending = sett_list_since (shared, &at);
  sett_list_put_schedule (w, log);
  l.schedule = sett_list_since (shared, &at);
  w->put_output (all ? SETT_LISTED_OUTCOME : SETT_LISTED_OUTPUT);
  l.output = sett_list_since (shared, &at);
  sett_list_put_writers (w, shared, l.output);
  l.writers = sett_list_since (shared, &at);
  w->put ("\0\0\0\0\0\0\0", -(shared->list_length - start) % 8);
  l.size = (uint32_t)(shared->list_length - start);
  l.is_last = shared->list_length > w->most_bytes;
  SETT_ASSERT (l.size >=
               sizeof l + l.ending + l.schedule + l.output + l.writers);
  memcpy (shared->list + start, &l, sizeof l);
}

#endif
