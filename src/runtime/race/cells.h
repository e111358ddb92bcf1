/* Cells: which accesses to each 8 bytes of memory (a granule) still matter.

   A table of cells is a hash table in which whatever is not of the present era
   counts as empty, so that an execution begins with an empty one at no cost.
   There is one of this process's own memory, and one in the OS model of memory
   that processes share.  What is known of memory without cells is in ranges,
   and what was freed before the snapshot in a table that never changes: cells
   get it when they are made.

   What always holds: a cell of this era has all that is known of its granule;
   while there is a checkpoint (`recording`) no cell changes before it was saved
   in this stretch; tables are at most half full.

   Most accesses of checked programs end in these functions: they are inline. */

#ifndef SETT_RUNTIME_CELLS_H
#define SETT_RUNTIME_CELLS_H

#include "runtime/race/races.h"

typedef struct sett_touch {
  union {
    struct {
      uint32_t clock; /* of the thread, when it was */
      uint8_t thread;
      uint8_t mask; /* which of the 8 bytes */
      uint8_t how;
    };
    uint64_t all; /* of these */
  };
  uintptr_t place;
  uint32_t event;
  uint32_t testimony; /* when narrating: number of one; else 0 */
} sett_touch;

enum { SETT_FEW_TOUCHES = 3 };

/* A line of the cache has room for two accesses. */
typedef struct sett_cell {
  uintptr_t granule;
  uint32_t era; /* it means something in this one only */
  uint32_t count;
  sett_touch few[SETT_FEW_TOUCHES];
  sett_touch *many; /* instead, when they are more */
  uint32_t room;
  uint32_t saved; /* as it was when this stretch began (see there) */
} __attribute__ ((aligned (64))) sett_cell;

/* In place of a count: there is no cell any more. */
#define SETT_CELL_GONE UINT32_MAX

typedef struct sett_cells {
  sett_cell *at;
  size_t mask, count;
  uint32_t era;
} sett_cells;

/* Accesses to large pieces of memory. */
enum { SETT_MOST_ACCESS_RANGES = 64, SETT_LARGE_ACCESS = 1 << 14 };

typedef struct sett_access_range {
  uintptr_t low, count; /* granules */
  sett_touch touch;
} sett_access_range;

/* What there is besides cells. */
typedef struct sett_cell_past {
  int recording;      /* there is a checkpoint */
  uint32_t stretch;   /* from one checkpoint to the next, or since going back */
  size_t range_count; /* of `ranges` */
  size_t freed_before; /* granules, before the snapshot */
  sett_access_range ranges[SETT_MOST_ACCESS_RANGES];
} sett_cell_past;

extern sett_cells sett_own_cells __attribute__ ((visibility ("hidden")));
extern sett_cell_past sett_cell_past_now
    __attribute__ ((visibility ("hidden")));

static inline size_t sett_cell_hash (uintptr_t granule) {
  return granule * 0x9e3779b97f4a7c15ul >> 40;
}

static inline sett_cell *sett_cells_place (const sett_cells *all,
                                           uintptr_t granule) {
  size_t i = sett_cell_hash (granule) & all->mask;
  while (all->at[i].era == all->era && all->at[i].granule != granule)
    i = (i + 1) & all->mask;
  return &all->at[i];
}

static inline int sett_cell_is_live (const sett_cell *c) {
  return c->era == sett_own_cells.era && c->count != SETT_CELL_GONE;
}

static inline sett_touch *sett_cell_touches (sett_cell *c) {
  return c->count > SETT_FEW_TOUCHES ? c->many : c->few;
}

/* Is nothing known of memory that has no cell? */
static inline int sett_cells_are_all (void) {
  return !sett_cell_past_now.range_count && !sett_cell_past_now.freed_before;
}

/* Writes down what the cell is, if it must be: before every change. */
void sett_cell_write_down (sett_cell *);
static inline int sett_cell_must_be_saved (const sett_cell *c) {
  return UNLIKELY (sett_cell_past_now.recording) &&
         c->saved != sett_cell_past_now.stretch;
}
static inline void sett_cell_save (sett_cell *c) {
  if (sett_cell_must_be_saved (c))
    sett_cell_write_down (c);
}

void sett_cell_add (sett_cell *, const sett_touch *);
void sett_cell_remove (sett_cell *, uint32_t i);

/* Stateful: the granule has a cell in this era. */
void sett_cells_note (uintptr_t granule);

/* A place in the table becomes a cell; it is of another era, or gone.  There is
   room, and nobody has to know what it was. */
static inline sett_cell *sett_cell_make (sett_cell *c, uintptr_t granule) {
  sett_own_cells.count += c->era != sett_own_cells.era;
  if (UNLIKELY (engine.stateful) && c->era != sett_own_cells.era)
    sett_cells_note (granule);
  c->granule = granule;
  c->era = sett_own_cells.era;
  c->count = 0;
  return c;
}

/* The cell of a granule of this process's own memory: made if need be. */
sett_cell *sett_cell_create (uintptr_t granule);
static inline sett_cell *sett_cell_of (uintptr_t granule) {
  sett_cell *c = sett_cells_place (&sett_own_cells, granule);
  return LIKELY (sett_cell_is_live (c)) ? c : sett_cell_create (granule);
}

/* The same where nothing outside must be called.  Null: something must. */
static inline sett_cell *sett_cell_find_or_make (uintptr_t granule) {
  sett_cell *c = sett_cells_place (&sett_own_cells, granule);
  if (LIKELY (sett_cell_is_live (c)))
    return c;
  if (UNLIKELY (!sett_cells_are_all () || sett_cell_past_now.recording ||
                2 * (sett_own_cells.count + 1) > sett_own_cells.mask))
    return NULL;
  return sett_cell_make (c, granule);
}

/* The same of memory that processes share. */
sett_cell *sett_cell_of_shared (uintptr_t granule);

static inline int sett_access_range_overlaps (const sett_access_range *r,
                                              uintptr_t low, uintptr_t count) {
  return r->low - low < count || low - r->low < r->count;
}

/* Takes a range out; another one is in its place then. */
static inline void sett_access_range_remove (size_t i) {
  sett_cell_past *p = &sett_cell_past_now;
  p->ranges[i] = p->ranges[--p->range_count];
}

/* Was its memory freed? */
int sett_cells_freed (uintptr_t granule);

/* Fresh memory has no past. */
void sett_cells_forget (uintptr_t low, uintptr_t count);

#endif
