/* Vector clocks of threads and objects, and of each variable the last read and
   write of every thread: see vector_clocks.h. */

#include "java/agent/vector_clocks.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/jvm_upcalls.h"
#include "java/agent/scheduler.h"

#include <string.h>

sett_jrace sett_last_jrace;

static void merge (uint32_t *into, const uint32_t *from) {
  for (unsigned i = 0; i < world.thread_count; i++)
    if (into[i] < from[i])
      into[i] = from[i];
}

void sett_clock_release (sett_jthread *t, uint32_t **clock) {
  SETT_ASSERT (t->number < world.thread_count);
  if (!*clock)
    *clock = sett_jalloc (sizeof (sett_vector_clock));
  merge (*clock, t->clock);
  t->clock[t->number]++;
}

void sett_clock_acquire (sett_jthread *t, const uint32_t *clock) {
  if (clock)
    merge (t->clock, clock);
}

/* For the locking discipline. */
static void hand_over (const sett_jthread *from, sett_jthread *to) {
  if (!to->given)
    to->given = sett_jalloc (sizeof (sett_vector_clock));
  if (from->given)
    merge (to->given, from->given);
  to->given[from->number] = from->clock[from->number];
}

void sett_clock_pass (sett_jthread *from, sett_jthread *to) {
  if (world.locking)
    hand_over (from, to);
  merge (to->clock, from->clock);
  from->clock[from->number]++;
}

/*------------------------------------------------------------------------*/

static int is_before (const sett_epoch *e, const sett_jthread *t) {
  SETT_ASSERT (e->thread < world.thread_count);
  return e->time <= t->clock[e->thread];
}

static int report (const sett_epoch *first, int first_writes,
                   const sett_epoch *second, int second_writes,
                   sett_thing *thing, sett_cell *cell) {
  sett_last_jrace = (sett_jrace){.thing = thing,
                                 .cell = cell,
                                 .first = *first,
                                 .second = *second,
                                 .first_writes = first_writes,
                                 .second_writes = second_writes};
  return 0;
}

/* That of the thread. */
static sett_epoch *epoch_of (sett_epochs *e, unsigned thread) {
  for (uint32_t i = 0; i < e->count; i++)
    if (e->at[i].thread == thread)
      return &e->at[i];
  SETT_ASSERT (e->count <= e->room);
  if (e->count == e->room) {
    const uint32_t room = e->room ? 2 * e->room : 2;
    sett_epoch *wider = sett_jalloc (room * sizeof *wider);
    if (e->count)
      memcpy (wider, e->at, e->count * sizeof *wider);
    e->at = wider;
    e->room = room;
  }
  return &e->at[e->count++];
}

/* One that is not ordered before what the thread does now; or null. */
static const sett_epoch *unordered (const sett_epochs *e,
                                    const sett_jthread *t) {
  for (uint32_t i = 0; i < e->count; i++)
    if (!is_before (&e->at[i], t))
      return &e->at[i];
  return NULL;
}

sett_epoch sett_epoch_now (const sett_jthread *t, int site, uintptr_t place) {
  SETT_ASSERT (t->clock[t->number]); /* 0 stands for never */
  return (sett_epoch){
      .time = t->clock[t->number],
      .thread = (uint8_t)t->number,
      .place = place,
      .site = site + 1,
      .event = sett_jnow (),
      .testimony = world.narrating ? sett_jup->narrate_testify () : NULL};
}

int sett_races_plain (sett_jthread *t, sett_thing *thing, sett_cell *cell,
                      int writes, int site, uintptr_t place) {
  const sett_epoch now = sett_epoch_now (t, site, place), *other;
  if (cell->write.time && !is_before (&cell->write, t))
    return report (&cell->write, 1, &now, writes, thing, cell);
  if ((other = unordered (&cell->atomic_writes, t)))
    return report (other, 1, &now, writes, thing, cell);
  if (!writes) {
    *epoch_of (&cell->reads, t->number) = now;
    return 1;
  }
  if ((thing->copies && (other = unordered (thing->copies, t))) ||
      (other = unordered (&cell->reads, t)) ||
      (other = unordered (&cell->atomic_reads, t)))
    return report (other, 0, &now, 1, thing, cell);
  cell->write = now;
  cell->reads.count = cell->atomic_reads.count = cell->atomic_writes.count = 0;
  return 1;
}

int sett_races_atomic (sett_jthread *t, sett_thing *thing, sett_cell *cell,
                       int writes, int site, uintptr_t place) {
  const sett_epoch now = sett_epoch_now (t, site, place), *other;
  if (cell->write.time && !is_before (&cell->write, t))
    return report (&cell->write, 1, &now, writes, thing, cell);
  if (writes && (other = unordered (&cell->reads, t)))
    return report (other, 0, &now, 1, thing, cell);
  *epoch_of (writes ? &cell->atomic_writes : &cell->atomic_reads, t->number) =
      now;
  return 1;
}

int sett_races_copy (sett_jthread *t, sett_thing *thing, int site,
                     uintptr_t place) {
  const sett_epoch now = sett_epoch_now (t, site, place);
  for (uint32_t i = 0; i < thing->cell_count; i++) {
    sett_cell *cell = &thing->cells[i];
    if (cell->write.time && !is_before (&cell->write, t))
      return report (&cell->write, 1, &now, 0, thing, cell);
  }
  if (!thing->copies)
    thing->copies = sett_jalloc (sizeof *thing->copies);
  *epoch_of (thing->copies, t->number) = now;
  return 1;
}
