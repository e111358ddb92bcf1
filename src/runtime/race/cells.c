/* The tables of cells: from one execution to the next, back to a checkpoint,
   and what is known of memory without cells (cells.h). */

#include "runtime/race/cells.h"

#include "base/memory.h"
#include "base/vector.h"
#include "runtime/race/owners.h"
#include "runtime/race/recent.h"

#include "base/assert.h"
#include <string.h>

sett_cells sett_own_cells;
sett_cell_past sett_cell_past_now;

#define own sett_own_cells
#define past sett_cell_past_now

static SETT_VECTOR (uintptr_t) present; /* stateful: granules with a cell of
                                           this era */

/* For the next process of this number (fork.c). */
static void leave_present (void) {
  engine.shared->members[engine.process].tables[3] =
      (sett_table){present.at, present.room, 0};
}

void sett_cells_note (uintptr_t granule) {
  const size_t room = present.room;
  SETT_PUSH (present, granule);
  if (UNLIKELY (engine.is_passing && present.room != room))
    leave_present ();
}

/* Likewise. */
static void leave_cells (void) {
  if (UNLIKELY (engine.is_passing))
    engine.shared->members[engine.process].tables[0] =
        (sett_table){own.at, own.mask, own.era};
}

/* Twice as many places, or some at all. */
static void grow (sett_cells *all, size_t least) {
  const sett_cells old = *all;
  SETT_ASSERT (!((old.mask + 1) & old.mask) || !old.at);
  all->mask = old.at ? 2 * old.mask + 1 : least - 1;
  all->at = sett_zalloc (all->mask + 1, sizeof *all->at);
  for (size_t i = 0; old.at && i <= old.mask; i++)
    if (old.at[i].era == old.era)
      *sett_cells_place (all, old.at[i].granule) = old.at[i];
  if (old.at)
    sett_free (old.at, (old.mask + 1) * sizeof *old.at);
}

/* Nothing in the table is of its new era. */
static void begin_era (sett_cells *all) {
  all->count = 0;
  if (++all->era)
    return;
  for (size_t i = 0; all->at && i <= all->mask; i++)
    all->at[i].era = 0;
  all->era = 1;
}

void sett_cell_add (sett_cell *c, const sett_touch *t) {
  SETT_ASSERT (c->count != SETT_CELL_GONE);
  if (c->count == SETT_FEW_TOUCHES) {
    if (!c->room) {
      c->room = 16;
      c->many = sett_alloc (c->room * sizeof *c->many);
    }
    memcpy (c->many, c->few, sizeof c->few);
  } else if (c->count > SETT_FEW_TOUCHES && c->count == c->room) {
    c->many = sett_resize (c->many, c->room * sizeof *c->many,
                           2 * c->room * sizeof *c->many);
    c->room *= 2;
  }
  c->count++;
  sett_cell_touches (c)[c->count - 1] = *t;
}

void sett_cell_remove (sett_cell *c, uint32_t i) {
  sett_touch *from = sett_cell_touches (c);
  SETT_ASSERT (i < c->count);
  from[i] = from[c->count - 1];
  c->count--;
  if (c->count == SETT_FEW_TOUCHES)
    memcpy (c->few, c->many, sizeof c->few);
}

/*------------------------------------------------------------------------*/
/* The way back to a checkpoint: what cells were before they changed, for each
   cell once in a stretch.  A record is a row of touches, then the head. */

typedef union record {
  sett_touch touch;
  struct {
    uintptr_t granule;
    uint32_t count;
  } head;
} record;

static SETT_VECTOR (record) trail;
static SETT_VECTOR (sett_access_range) kept; /* by checkpoints */

void sett_cell_write_down (sett_cell *c) {
  const uint32_t count = c->count == SETT_CELL_GONE ? 0 : c->count;
  c->saved = past.stretch;
  for (uint32_t i = 0; i < count; i++)
    SETT_PUSH (trail, (record){.touch = sett_cell_touches (c)[i]});
  SETT_PUSH (trail, ((record){.head = {c->granule, c->count}}));
}

static void undo_record (void) {
  const record last = SETT_POP (trail);
  sett_cell *c = sett_cells_place (&own, last.head.granule);
  SETT_ASSERT (c->era == own.era);
  c->count = 0;
  if (last.head.count == SETT_CELL_GONE) {
    c->count = SETT_CELL_GONE;
    return;
  }
  SETT_ASSERT (last.head.count <= trail.count);
  trail.count -= last.head.count;
  for (uint32_t i = 0; i < last.head.count; i++)
    sett_cell_add (c, &trail.at[trail.count + i].touch);
}

/* No cell has its number yet. */
static void begin_stretch (void) {
  sett_recent_forget ();
  if (++past.stretch)
    return;
  for (size_t i = 0; i <= own.mask; i++)
    own.at[i].saved = 0;
  past.stretch = 1;
}

int sett_races_mark (sett_races_past *at) {
  const size_t most_records = (size_t)1 << 20;
  if (trail.count > most_records)
    return 0;
  at->trail = trail.count;
  at->kept = kept.count;
  at->ranges = past.range_count;
  for (size_t i = 0; i < past.range_count; i++)
    SETT_PUSH (kept, past.ranges[i]);
  past.recording = 1;
  begin_stretch ();
  return 1;
}

void sett_races_back (const sett_races_past *at) {
  SETT_ASSERT (past.recording && at->trail <= trail.count);
  while (trail.count > at->trail)
    undo_record ();
  past.range_count = at->ranges;
  for (size_t i = 0; i < past.range_count; i++)
    past.ranges[i] = kept.at[at->kept + i];
  kept.count = at->kept + past.range_count;
  begin_stretch ();
}

/*------------------------------------------------------------------------*/
/* What was freed, and which ranges there were, before the snapshot. */

static struct {
  sett_access_range ranges[SETT_MOST_ACCESS_RANGES];
  size_t range_count;
  struct early {
    uintptr_t granule; /* 0: nothing is here */
    sett_touch freed;
  } * table;
  size_t mask;
} before;

static struct early *find_early (uintptr_t granule) {
  size_t i = sett_cell_hash (granule) & before.mask;
  while (before.table[i].granule && before.table[i].granule != granule)
    i = (i + 1) & before.mask;
  return &before.table[i];
}

static void add_past (sett_cell *c) {
  for (size_t i = 0; i < past.range_count; i++)
    if (c->granule - past.ranges[i].low < past.ranges[i].count)
      sett_cell_add (c, &past.ranges[i].touch);
  if (past.freed_before) {
    const struct early *e = find_early (c->granule);
    if (e->granule)
      sett_cell_add (c, &e->freed);
  }
}

sett_cell *sett_cell_create (uintptr_t granule) {
  if (UNLIKELY (2 * (own.count + 1) > own.mask)) {
    grow (&own, 0);
    leave_cells ();
  }
  sett_cell *c = sett_cell_make (sett_cells_place (&own, granule), granule);
  if (UNLIKELY (past.recording)) {
    c->count = SETT_CELL_GONE;
    sett_cell_write_down (c);
    c->count = 0;
  }
  if (UNLIKELY (!sett_cells_are_all ()))
    add_past (c);
  return c;
}

/* Nothing goes back to checkpoints there, and nothing is freed. */
sett_cell *sett_cell_of_shared (uintptr_t granule) {
  sett_cells *all = engine.shared->shared_cells;
  if (2 * (all->count + 1) > all->mask)
    grow (all, 1024);
  sett_cell *c = sett_cells_place (all, granule);
  if (c->era != all->era) {
    c->granule = granule;
    c->era = all->era;
    c->count = 0;
    all->count++;
  }
  return c;
}

static void forget (sett_cell *c) {
  if (!sett_cell_is_live (c))
    return;
  sett_cell_save (c);
  c->count = 0;
}

/* Cells without a past are made where there would be one. */
static void forget_early (uintptr_t low, uintptr_t count) {
  if (count <= SETT_LARGE_ACCESS) {
    for (uintptr_t g = low; g < low + count; g++)
      if (find_early (g)->granule)
        sett_cell_of (g);
  } else
    for (size_t i = 0; i <= before.mask; i++)
      if (before.table[i].granule - low < count)
        sett_cell_of (before.table[i].granule);
}

void sett_cells_forget (uintptr_t low, uintptr_t count) {
  sett_recent_forget ();
  for (size_t i = 0; i < past.range_count; i++)
    if (sett_access_range_overlaps (&past.ranges[i], low, count))
      sett_access_range_remove (i--);
  if (past.freed_before)
    forget_early (low, count);
  if (count <= SETT_LARGE_ACCESS)
    for (uintptr_t g = low; g < low + count; g++)
      forget (sett_cells_place (&own, g));
  else
    for (size_t i = 0; i <= own.mask; i++)
      if (own.at[i].granule - low < count)
        forget (&own.at[i]);
}

/*------------------------------------------------------------------------*/
/* From one execution to the next. */

static void begin_own_era (void) {
  sett_recent_forget ();
  present.count = 0;
  past.range_count = before.range_count;
  memcpy (past.ranges, before.ranges, past.range_count * sizeof *past.ranges);
  begin_era (&own);
}

void sett_races_begin (void) {
  if (!own.at) {
    grow (&own, 1 << 12);
    leave_cells ();
    SETT_PUSH (engine.shared->testimonies, NULL); /* none */
  }
  past.recording = 0;
  trail.count = kept.count = 0;
  begin_own_era ();
}

void sett_races_begin_shared (void) {
  sett_shared *shared = engine.shared;
  if (!shared->shared_cells)
    shared->shared_cells = sett_zalloc (1, sizeof *shared->shared_cells);
  begin_era (shared->shared_cells);
}

void sett_races_adopt (void) {
  const sett_table *left = engine.shared->members[engine.process].tables;
  own.at = left[0].at;
  own.mask = left[0].mask;
  own.era = left[0].era;
  memset (&trail, 0, sizeof trail);
  memset (&kept, 0, sizeof kept);
  present.at = left[3].at;
  present.room = left[3].mask;
  present.count = 0;
  sett_races_begin ();
  leave_cells ();
}

static const sett_touch *free_of (sett_cell *c) {
  for (uint32_t i = 0; i < c->count; i++)
    if (sett_cell_touches (c)[i].how & SETT_MEMORY_FREE)
      return &sett_cell_touches (c)[i];
  return NULL;
}

static int is_early (uintptr_t granule) {
  for (size_t i = 0; i < past.range_count; i++)
    if (granule - past.ranges[i].low < past.ranges[i].count &&
        (past.ranges[i].touch.how & SETT_MEMORY_FREE))
      return 1;
  return past.freed_before && find_early (granule)->granule;
}

int sett_cells_freed (uintptr_t granule) {
  sett_cell *c = sett_cells_place (&own, granule);
  return sett_cell_is_live (c) ? free_of (c) != NULL : is_early (granule);
}

/* Everything so far happened before everything else; what remains is that
   memory was freed. */
void sett_races_snapshot (void) {
  before.mask = own.mask;
  for (size_t i = 0; i <= own.mask; i++) {
    sett_cell *c = &own.at[i];
    const sett_touch *freed = sett_cell_is_live (c) ? free_of (c) : NULL;
    if (!freed)
      continue;
    if (!past.freed_before++)
      before.table = sett_zalloc (own.mask + 1, sizeof *before.table);
    *find_early (c->granule) = (struct early){c->granule, *freed};
  }
  before.range_count = past.range_count;
  memcpy (before.ranges, past.ranges, past.range_count * sizeof *past.ranges);
  begin_own_era ();
  sett_owners_change (); /* whose a page was means nothing any more */
}

/*------------------------------------------------------------------------*/
/* All that still matters, for states. */

static void visit_touch (void (*visit) (const sett_access_past *, void *),
                         void *data, uintptr_t low, uintptr_t count,
                         const sett_touch *t) {
  visit (&(sett_access_past){.low = low,
                             .count = count,
                             .clock = t->clock,
                             .thread = t->thread,
                             .mask = t->mask,
                             .how = t->how},
         data);
}

void sett_races_each (void (*visit) (const sett_access_past *, void *),
                      void *data) {
  for (size_t i = 0; i < present.count; i++) {
    sett_cell *c = sett_cells_place (&own, present.at[i]);
    for (uint32_t k = 0; sett_cell_is_live (c) && k < c->count; k++)
      visit_touch (visit, data, c->granule, 1, &sett_cell_touches (c)[k]);
  }
  for (size_t i = 0; i < past.range_count; i++) {
    const sett_access_range *r = &past.ranges[i];
    visit_touch (visit, data, r->low, r->count, &r->touch);
  }
}

void sett_races_each_shared (void (*visit) (const sett_access_past *, void *),
                             void *data) {
  const sett_cells *all = engine.shared->shared_cells;
  for (size_t i = 0; all && all->at && i <= all->mask; i++) {
    sett_cell *c = &all->at[i];
    for (uint32_t k = 0; c->era == all->era && k < c->count; k++)
      visit_touch (visit, data, c->granule, 1, &sett_cell_touches (c)[k]);
  }
}
