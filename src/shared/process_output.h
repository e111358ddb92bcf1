/* What several processes write, as it is kept by the run-time in programs and
   by the agent in a virtual machine: lines with the names of the processes in
   front, for people, and beside them the number of the process that wrote each.
   A line that another process interrupts ends there.

   What always holds: there are as many numbers as lines, one without an end
   included. */

#ifndef SETT_SHARED_PROCESS_OUTPUT_H
#define SETT_SHARED_PROCESS_OUTPUT_H

#include "base/assert.h"
#include "base/memory.h"

#include <stdint.h>
#include <string.h>

typedef struct sett_process_output {
  char *text;
  size_t length, room;
  uint8_t *writers; /* of the lines */
  size_t line_count, writer_room;
  int unfinished; /* the last line has no end yet */
} sett_process_output;

static inline void sett_process_output_add (sett_process_output *o,
                                            const char *bytes, size_t count) {
  if (o->length + count > o->room) {
    const size_t wanted = 2 * (o->length + count) + 4096;
    o->text = sett_resize (o->text, o->room, wanted);
    o->room = wanted;
  }
  memcpy (o->text + o->length, bytes, count);
  o->length += count;
  SETT_ASSERT (o->length <= o->room);
}

static inline void sett_process_output_sign (sett_process_output *o,
                                             unsigned process) {
  if (o->line_count == o->writer_room) {
    const size_t wanted = 2 * o->writer_room + 64;
    o->writers = sett_resize (o->writers, o->writer_room, wanted);
    o->writer_room = wanted;
  }
  SETT_ASSERT (process <= UINT8_MAX);
  o->writers[o->line_count++] = (uint8_t)process;
}

static inline void sett_process_output_begin_line (sett_process_output *o,
                                                   unsigned process,
                                                   const char *name) {
  if (o->unfinished && o->writers[o->line_count - 1] == process)
    return;
  if (o->unfinished)
    sett_process_output_add (o, "\n", 1);
  sett_process_output_sign (o, process);
  sett_process_output_add (o, name, strlen (name));
  sett_process_output_add (o, " | ", 3);
  o->unfinished = 1;
}

/* Until there are so many bytes. */
static inline void sett_process_output_write (sett_process_output *o,
                                              unsigned process,
                                              const char *name,
                                              const char *bytes, size_t count,
                                              size_t most) {
  while (count && o->length < most) {
    const char *end = memchr (bytes, '\n', count);
    const size_t part = end ? (size_t)(end - bytes) + 1 : count;
    sett_process_output_begin_line (o, process, name);
    sett_process_output_add (o, bytes, part);
    if (end)
      o->unfinished = 0;
    bytes += part;
    count -= part;
  }
}

/* No more than was there when it was so long. */
static inline void sett_process_output_back (sett_process_output *o,
                                             size_t length, size_t line_count) {
  SETT_ASSERT (length <= o->length && line_count <= o->line_count);
  o->length = length;
  o->line_count = line_count;
  o->unfinished = 0;
}

#endif
