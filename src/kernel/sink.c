/* Sinks: two growing arrays, one of steps and one of state bytes.

   Invariant: the states of the steps lie one after the other in `bytes`, each
   at a multiple of eight.  A sink keeps its room when it is cleared, so that
   in the long run no step allocates. */

#include "base/memory.h"
#include "base/assert.h"
#include "base/watch.h"
#include "kernel/model.h"

#include <string.h>

#define MOST_BYTES (UINT32_C (1) << 30)
#define READABLE 64 /* bytes beyond the last state: see store.h */

static void grow_steps (sett_sink *sink) {
  const uint32_t wider = sink->steps_room ? 2 * sink->steps_room : 32;
  SETT_ASSERT (wider > sink->steps_room);
  sink->steps = sett_resize (sink->steps, sink->steps_room * sizeof (sett_step),
                             wider * sizeof (sett_step));
  sink->steps_room = wider;
}

static void grow_bytes (sett_sink *sink, uint32_t needed) {
  SETT_ASSERT (needed <= UINT32_C (1) << 31);
  uint32_t wider = sink->bytes_room ? sink->bytes_room : 4096;
  while (wider < needed)
    wider *= 2;
  sink->bytes = sett_resize (sink->bytes, sink->bytes_room, wider);
  sink->bytes_room = wider;
  SETT_ASSERT (wider >= needed);
}

static void make_room (sett_sink *sink, uint32_t bytes) {
  if (sink->count == sink->steps_room)
    grow_steps (sink);
  const uint32_t needed = sink->bytes_used + bytes + READABLE;
  if (needed > sink->bytes_room)
    grow_bytes (sink, needed);
}

void sett_sink_init (sett_sink *sink) {
  memset (sink, 0, sizeof *sink);
  sink->room = make_room;
  sink->within = &sett_watch_within;
}

void sett_sink_clear (sett_sink *sink) {
  sink->count = 0;
  sink->bytes_used = 0;
}

int sett_sink_overflows (const sett_sink *sink) {
  if (sink->bytes_used <= MOST_BYTES)
    return 0;
  sett_watch_spend (SETT_SPENT_MEMORY);
  return 1;
}

void sett_sink_release (sett_sink *sink) {
  sett_free (sink->steps, sink->steps_room * sizeof (sett_step));
  SETT_ASSERT (sink->count <= sink->steps_room &&
               sink->bytes_used <= sink->bytes_room);
  sett_free (sink->bytes, sink->bytes_room);
  sett_sink_init (sink);
}
