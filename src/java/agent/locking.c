/* The locking discipline of fields and elements: see locking.h.  What always
   holds: phases, as cells, last as long as an execution. */

#include "java/agent/locking.h"

#include "base/assert.h"
#include "discipline/phases.h"
#include "java/agent/execution_memory.h"
#include "java/agent/things.h"

typedef struct use {
  sett_epoch epoch;
  int writes;
} use;

struct sett_jlocking {
  sett_phases *phases;
  use last, other; /* the last one, and the last of another thread than its */
};

static sett_phase_memory *memory;

/* Does every thread that is alive come after this?  Then so do those to come.
 */
static int is_settled (unsigned thread, uint32_t clock) {
  SETT_EACH_THREAD (i, world.alive)
  if (world.threads[i].clock[thread] < clock)
    return 0;
  return 1;
}

void sett_locking_begin (void) {
  enum { ROW = SETT_PHASE_ROW * sizeof (uint32_t) };
  if (!world.locking)
    return;
  if (!memory)
    memory = sett_phase_memory_create (ROW);
  sett_phase_memory_clear (memory);
  sett_phase_memory_forget_by (memory, is_settled);
}

/* The locks that guard an access. */
static uint32_t guards (const sett_jthread *t, int writes) {
  uintptr_t locks[SETT_MOST_JHELD];
  size_t count = 0;
  SETT_ASSERT (t->held_count <= SETT_MOST_JHELD);
  for (uint32_t i = 0; i < t->held_count; i++)
    if (!(writes && t->held[i].shared))
      locks[count++] = sett_thing_monitor (t->held[i].lock);
  return sett_lock_sets_number (sett_phase_lock_sets (memory), locks, count);
}

static int keeps_to_it (sett_jthread *t, sett_cell *cell, int writes) {
  static const sett_vector_clock nothing;
  const sett_use now = {.thread = t->number,
                        .clock = t->clock[t->number],
                        .before = t->clock,
                        .given = t->given ? t->given : nothing,
                        .locks = guards (t, writes),
                        .writes = writes};
  return sett_phases_use (memory, cell->locking->phases, &now);
}

int sett_locking_use (sett_jthread *t, sett_thing *thing, sett_cell *cell,
                      int writes, int site, uintptr_t place) {
  const use now = {sett_epoch_now (t, site, place), writes};
  struct sett_jlocking *l = cell->locking;
  SETT_ASSERT (memory);
  if (!l) {
    l = cell->locking = sett_jalloc (sizeof *l);
    l->phases = sett_phases_create (memory);
    l->last = l->other = now;
  }
  const int fine = keeps_to_it (t, cell, writes);
  if (l->last.epoch.thread != t->number)
    l->other = l->last;
  l->last = now;
  if (!fine)
    sett_last_jrace = (sett_jrace){.thing = thing,
                                   .cell = cell,
                                   .first = l->other.epoch,
                                   .second = now.epoch,
                                   .first_writes = l->other.writes,
                                   .second_writes = writes};
  return fine;
}
