#include "runtime/race/races.h"

#include "runtime/core/above.h"
#include "runtime/core/commons.h"

#include "base/memory.h"
#include "base/vector.h"
#include "runtime/core/narrator.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/lockset.h"
#include "runtime/core/object.h"
#include "runtime/race/owners.h"
#include "runtime/core/modules.h"
#include "runtime/race/recent.h"

#include <string.h>

typedef struct touch {
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
} touch;

enum { FEW = 3 };

/* A line of the cache has room for two accesses. */
typedef struct cell {
  uintptr_t granule;
  uint32_t era; /* it means something in this one only */
  uint32_t count;
  touch few[FEW];
  touch *many; /* instead, when they are more */
  uint32_t room;
  uint32_t saved; /* as it was when this stretch began (see there) */
} __attribute__ ((aligned (64))) cell;

/* In place of a count: there is no cell any more. */
#define GONE UINT32_MAX

static cell *cells;
static size_t cell_mask, cell_count;
static SETT_VECTOR (uintptr_t) present; /* stateful: granules with a cell of
                                           this era */

/* An execution that goes on from a checkpoint belongs to the era of the one
   that made it; others begin a new one. */
static uint32_t era;

sett_race sett_last_race;

sett_recent sett_recents[SETT_RECENT];
uint64_t sett_recent_tag = 1 << 16;
uint32_t sett_recent_count;

/*------------------------------------------------------------------------*/
/* Clocks of objects: before the world (downwards), reset with it.  The time
   (clock.h) goes the same way. */

static uint32_t *fenced (void) {
  return world->fences[world->current].released;
}
static uint32_t *unfenced (void) {
  return world->fences[world->current].loaded;
}

static sett_object_clock *clock_of (const void *object) {
  if (sett_is_common (object))
    return sett_commons_clock (object);
  sett_object_clock *const end = (sett_object_clock *)world;
  const size_t most =
      (SETT_WORLD_MIDDLE - SETT_WORLD_ADDRESS - SETT_HELD_SIZE) / sizeof *end;
  const uint32_t number = sett_object_number (object); /* from 1 on */
  if (number > most)
    sett_give_up ("the program has more than %zu synchronisation objects",
                  most);
  return end - number;
}

static void join (uint32_t *to, const uint32_t *from) {
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (from[i] > to[i])
      to[i] = from[i];
}

static int is_below (const uint32_t *a, const uint32_t *b) {
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (a[i] > b[i])
      return 0;
  return 1;
}

/* What the thread does from now on is not before what others get from it. */
static void advance (sett_thread *t) {
  t->clock[t->number]++;
  sett_recent_forget ();
}

void sett_races_acquire (const void *object) {
  sett_thread *t = sett_self ();
  const sett_object_clock *clock = clock_of (object);
  join (t->clock, clock->at);
  sett_clock_merge (&t->time, clock->time);
}

void sett_races_release (const void *object) {
  sett_thread *t = sett_self ();
  sett_object_clock *clock = clock_of (object);
  join (clock->at, t->clock);
  sett_clock_merge (&clock->time, t->time);
  advance (t);
}

void sett_races_release_of (const sett_thread *t, const void *object) {
  join (clock_of (object)->at, t->clock);
}

void sett_races_publish (const void *object) {
  sett_thread *t = sett_self ();
  sett_object_clock *clock = clock_of (object);
  for (uint32_t i = 0; i < world->thread_count; i++)
    clock->at[i] = t->clock[i];
  sett_clock_merge (&clock->time, t->time);
  advance (t);
}

int sett_races_ordered (const void *object) {
  return is_below (clock_of (object)->at, sett_self ()->clock);
}

void sett_races_relaxed_load (const void *object) {
  join (unfenced (), clock_of (object)->at);
}

void sett_races_relaxed_store (const void *object) {
  memcpy (clock_of (object)->at, fenced (), sizeof sett_self ()->clock);
}

void sett_races_relaxed_update (const void *object) {
  join (clock_of (object)->at, fenced ());
}

void sett_races_withhold (const void *object, int releases) {
  const uint32_t *given = releases ? sett_self ()->clock : fenced ();
  if (!is_below (given, clock_of (object)->at))
    world->withheld = 1;
}

void sett_races_fence (int acquires, int releases) {
  sett_thread *t = sett_self ();
  if (acquires)
    join (t->clock, unfenced ());
  if (releases) {
    memcpy (fenced (), t->clock, sizeof t->clock);
    advance (t);
  }
}

void sett_races_pass (sett_thread *from, sett_thread *to) {
  join (to->clock, from->clock);
  sett_clock_merge (&to->time, from->time);
  advance (from);
}

/*------------------------------------------------------------------------*/
/* Cells: a hash table in which whatever is not of this era counts as empty. */

static size_t hash (uintptr_t granule) {
  return granule * 0x9e3779b97f4a7c15ul >> 40;
}

/* For the next process of this number (fork.c). */
static void leave_cells (void) {
  if (UNLIKELY (engine.is_passing))
    engine.board->members[engine.process].tables[0] =
        (sett_table){cells, cell_mask, era};
}

static void create_cells (size_t count) {
  cells = sett_zalloc (count, sizeof *cells);
  cell_mask = count - 1;
  leave_cells ();
}

static cell *place_for (uintptr_t granule) {
  size_t i = hash (granule) & cell_mask;
  while (cells[i].era == era && cells[i].granule != granule)
    i = (i + 1) & cell_mask;
  return &cells[i];
}

static void grow_cells (void) {
  cell *old = cells;
  const size_t old_count = cell_mask + 1;
  create_cells (2 * old_count);
  for (size_t i = 0; i < old_count; i++)
    if (old[i].era == era)
      *place_for (old[i].granule) = old[i];
  sett_free (old, old_count * sizeof *old);
}

static touch *touches_of (cell *c) {
  return c->count > FEW ? c->many : c->few;
}

static void add_touch (cell *c, const touch *t) {
  if (c->count == FEW) {
    if (!c->room) {
      c->room = 16;
      c->many = sett_alloc (c->room * sizeof *c->many);
    }
    memcpy (c->many, c->few, sizeof c->few);
  } else if (c->count > FEW && c->count == c->room) {
    c->many = sett_resize (c->many, c->room * sizeof *c->many,
                           2 * c->room * sizeof *c->many);
    c->room *= 2;
  }
  c->count++;
  touches_of (c)[c->count - 1] = *t;
}

static void remove_touch (cell *c, uint32_t i) {
  touch *from = touches_of (c);
  from[i] = from[c->count - 1];
  c->count--;
  if (c->count == FEW)
    memcpy (c->few, c->many, sizeof c->few);
}

static int is_live (const cell *c) {
  return c->era == era && c->count != GONE;
}

/*------------------------------------------------------------------------*/
/* The way back to a checkpoint: what cells were before they changed, for each
   cell once in a stretch (from one checkpoint to the next, or since going
   back).  A record is a row of touches, then the head. */

typedef union record {
  touch touch;
  struct {
    uintptr_t granule;
    uint32_t count;
  } head;
} record;

static SETT_VECTOR (record) trail;
static int recording; /* there is a checkpoint */
static uint32_t stretch;

static void save_cell (cell *c) {
  const uint32_t count = c->count == GONE ? 0 : c->count;
  c->saved = stretch;
  for (uint32_t i = 0; i < count; i++)
    SETT_PUSH (trail, (record){.touch = touches_of (c)[i]});
  SETT_PUSH (trail, ((record){.head = {c->granule, c->count}}));
}

/* Before every change. */
static inline void save (cell *c) {
  if (UNLIKELY (recording) && c->saved != stretch)
    save_cell (c);
}

static void undo_record (void) {
  const record last = SETT_POP (trail);
  cell *c = place_for (last.head.granule);
  c->count = 0;
  if (last.head.count == GONE) {
    c->count = GONE;
    return;
  }
  trail.count -= last.head.count;
  for (uint32_t i = 0; i < last.head.count; i++)
    add_touch (c, &trail.at[trail.count + i].touch);
}

/* No cell has its number yet. */
static void begin_stretch (void) {
  sett_recent_forget ();
  if (++stretch)
    return;
  for (size_t i = 0; i <= cell_mask; i++)
    cells[i].saved = 0;
  stretch = 1;
}

/*------------------------------------------------------------------------*/
/* What is known of memory without cells: accesses to large pieces, frees among
   them, and what was freed before the snapshot.  Cells are made when they are
   needed. */

enum { MOST_RANGES = 64, LARGE = 1 << 14 };

typedef struct range {
  uintptr_t low, count; /* granules */
  touch touch;
} range;

static range ranges[MOST_RANGES];
static size_t range_count;
static SETT_VECTOR (range) kept; /* by checkpoints */

static struct {
  range ranges[MOST_RANGES];
  size_t range_count;
  struct early {
    uintptr_t granule; /* 0: nothing is here */
    touch freed;
  } * table;
  size_t mask, count;
} before;

static struct early *find_early (uintptr_t granule) {
  size_t i = hash (granule) & before.mask;
  while (before.table[i].granule && before.table[i].granule != granule)
    i = (i + 1) & before.mask;
  return &before.table[i];
}

static void add_past (cell *c) {
  for (size_t i = 0; i < range_count; i++)
    if (c->granule - ranges[i].low < ranges[i].count)
      add_touch (c, &ranges[i].touch);
  if (before.count) {
    const struct early *e = find_early (c->granule);
    if (e->granule)
      add_touch (c, &e->freed);
  }
}

/* It is of another era, or gone. */
static inline cell *fill_cell (cell *c, uintptr_t granule) {
  cell_count += c->era != era;
  if (UNLIKELY (engine.stateful) && c->era != era)
    SETT_PUSH (present, granule);
  c->granule = granule;
  c->era = era;
  if (UNLIKELY (recording)) {
    c->saved = 0; /* else it is of an earlier stretch */
    c->count = GONE;
    save_cell (c);
  }
  c->count = 0;
  if (UNLIKELY (range_count || before.count))
    add_past (c);
  return c;
}

static cell *create_cell (uintptr_t granule) {
  if (UNLIKELY (2 * (cell_count + 1) > cell_mask))
    grow_cells ();
  return fill_cell (place_for (granule), granule);
}

static cell *cell_of (uintptr_t granule) {
  cell *c = place_for (granule);
  return LIKELY (is_live (c)) ? c : create_cell (granule);
}

/* The same for memory that processes share, in a table that all have.  Nothing
   goes back to checkpoints there, and nothing is freed. */
typedef struct sett_cells {
  cell *at;
  size_t mask, count;
  uint32_t era;
} sett_cells;

static cell *shared_place_for (const sett_cells *all, uintptr_t granule) {
  size_t i = hash (granule) & all->mask;
  while (all->at[i].era == all->era && all->at[i].granule != granule)
    i = (i + 1) & all->mask;
  return &all->at[i];
}

static void grow_shared (sett_cells *all) {
  const sett_cells old = *all;
  all->mask = old.at ? 2 * old.mask + 1 : 1023;
  all->at = sett_zalloc (all->mask + 1, sizeof *all->at);
  for (size_t i = 0; old.at && i <= old.mask; i++)
    if (old.at[i].era == old.era)
      *shared_place_for (all, old.at[i].granule) = old.at[i];
  if (old.at)
    sett_free (old.at, (old.mask + 1) * sizeof *old.at);
}

static cell *shared_cell_of (uintptr_t granule) {
  sett_cells *all = engine.board->shared_cells;
  if (2 * (all->count + 1) > all->mask)
    grow_shared (all);
  cell *c = shared_place_for (all, granule);
  if (c->era != all->era) {
    c->granule = granule;
    c->era = all->era;
    c->count = 0;
    all->count++;
  }
  return c;
}

void sett_races_begin_shared (void) {
  sett_board *board = engine.board;
  if (!board->shared_cells)
    board->shared_cells = sett_zalloc (1, sizeof *board->shared_cells);
  sett_cells *all = board->shared_cells;
  all->count = 0;
  if (++all->era)
    return;
  for (size_t i = 0; all->at && i <= all->mask; i++)
    all->at[i].era = 0;
  all->era = 1;
}

/*------------------------------------------------------------------------*/
/* From one execution to the next. */

static void begin_era (void) {
  sett_recent_forget ();
  cell_count = present.count = 0;
  range_count = before.range_count;
  memcpy (ranges, before.ranges, range_count * sizeof *ranges);
  if (++era)
    return;
  for (size_t i = 0; i <= cell_mask; i++)
    cells[i].era = 0;
  era = 1;
}

void sett_races_begin (void) {
  if (!cells) {
    create_cells (1 << 12);
    SETT_PUSH (engine.board->testimonies, NULL); /* none */
  }
  recording = 0;
  trail.count = kept.count = 0;
  begin_era ();
}

void sett_races_adopt (void) {
  const sett_table *t = &engine.board->members[engine.process].tables[0];
  cells = t->at;
  cell_mask = t->mask;
  era = t->era;
  memset (&trail, 0, sizeof trail);
  memset (&kept, 0, sizeof kept);
  memset (&present, 0, sizeof present);
  sett_races_begin ();
  leave_cells ();
}

static const touch *free_of (cell *c) {
  for (uint32_t i = 0; i < c->count; i++)
    if (touches_of (c)[i].how & SETT_ACCESS_FREE)
      return &touches_of (c)[i];
  return NULL;
}

/* Everything so far happened before everything else; what remains is that
   memory was freed. */
void sett_races_snapshot (void) {
  before.mask = cell_mask;
  for (size_t i = 0; i <= cell_mask; i++) {
    const touch *freed = is_live (&cells[i]) ? free_of (&cells[i]) : NULL;
    if (!freed)
      continue;
    if (!before.count++)
      before.table = sett_zalloc (cell_mask + 1, sizeof *before.table);
    *find_early (cells[i].granule) = (struct early){cells[i].granule, *freed};
  }
  before.range_count = range_count;
  memcpy (before.ranges, ranges, range_count * sizeof *ranges);
  begin_era ();
  sett_owners_change (); /* whose a page was means nothing any more */
}

static void visit_touch (void (*visit) (const sett_access_past *, void *),
                         void *data, const range *where, const touch *t) {
  visit (&(sett_access_past){.low = where->low,
                             .count = where->count,
                             .clock = t->clock,
                             .thread = t->thread,
                             .mask = t->mask,
                             .how = t->how},
         data);
}

void sett_races_each (void (*visit) (const sett_access_past *, void *),
                      void *data) {
  for (size_t i = 0; i < present.count; i++) {
    cell *c = place_for (present.at[i]);
    const range where = {.low = present.at[i], .count = 1};
    for (uint32_t k = 0; is_live (c) && k < c->count; k++)
      visit_touch (visit, data, &where, &touches_of (c)[k]);
  }
  for (size_t i = 0; i < range_count; i++)
    visit_touch (visit, data, &ranges[i], &ranges[i].touch);
}

void sett_races_each_shared (void (*visit) (const sett_access_past *, void *),
                             void *data) {
  const sett_cells *all = engine.board->shared_cells;
  for (size_t i = 0; all && all->at && i <= all->mask; i++) {
    cell *c = &all->at[i];
    const range where = {.low = c->granule, .count = 1};
    for (uint32_t k = 0; c->era == all->era && k < c->count; k++)
      visit_touch (visit, data, &where, &touches_of (c)[k]);
  }
}

int sett_races_mark (sett_races_past *past) {
  const size_t most_records = (size_t)1 << 20;
  if (trail.count > most_records)
    return 0;
  past->trail = trail.count;
  past->kept = kept.count;
  past->ranges = range_count;
  for (size_t i = 0; i < range_count; i++)
    SETT_PUSH (kept, ranges[i]);
  recording = 1;
  begin_stretch ();
  return 1;
}

void sett_races_back (const sett_races_past *past) {
  while (trail.count > past->trail)
    undo_record ();
  range_count = past->ranges;
  for (size_t i = 0; i < range_count; i++)
    ranges[i] = kept.at[past->kept + i];
  kept.count = past->kept + range_count;
  begin_stretch ();
}

/*------------------------------------------------------------------------*/

static int is_race (const touch *a, const touch *b) {
  return (a->mask & b->mask) && ((a->how | b->how) & SETT_ACCESS_WRITE) &&
         !(a->how & b->how & SETT_ACCESS_ATOMIC);
}

/* Would everything that races with the old one race with the new one, which is
   ordered after it? */
static int is_covered (const touch *old, const touch *new) {
  return !(old->mask & ~new->mask) &&
         ((new->how &SETT_ACCESS_WRITE) || !(old->how & SETT_ACCESS_WRITE)) &&
         (!(new->how &SETT_ACCESS_ATOMIC) || (old->how & SETT_ACCESS_ATOMIC));
}

static const char *describe (unsigned how) {
  if (how & SETT_ACCESS_FREE)
    return "a free";
  return how & SETT_ACCESS_WRITE ? "a write" : "a read";
}

static void found (const cell *c, const touch *old, const touch *new) {
  const char *address = (const char *)(c->granule << 3);
  const sett_testimony **testimonies = engine.board->testimonies.at;
  sett_last_race =
      (sett_race){.address = address + __builtin_ctz (old->mask & new->mask),
                  .size = __builtin_popcount (old->mask & new->mask),
                  .first = {old->thread, old->how, old->place,
                            testimonies[old->testimony], old->event},
                  .second = {new->thread, new->how, new->place,
                             testimonies[new->testimony], new->event}};
  if ((old->how & SETT_ACCESS_FREE) && !(new->how &SETT_ACCESS_FREE))
    sett_fail (SETT_FAULT_USE_AFTER_FREE, new->place, sett_last_race.address,
               "memory is used after it was freed");
  if (!engine.board->orders.races || engine.all_visible) {
    sett_know_visible (sett_last_race.address);
    if ((old->how | new->how) & SETT_ACCESS_FREE)
      sett_know_frees ();
    return;
  }
  if (sett_knows_reported (sett_last_race.address))
    return;
  if (world->withheld) {
    sett_know_updates ();
    return;
  }
  sett_fail (SETT_FAULT_RACE, new->place, sett_last_race.address,
             "%s and %s by different threads are not ordered",
             describe (old->how), describe (new->how));
}

static void touch_cell (cell *c, touch *new) {
  const sett_thread *self = sett_self ();
  save (c);
  for (uint32_t i = 0; i < c->count;) {
    touch *old = &touches_of (c)[i];
    const int ordered = old->clock <= self->clock[old->thread];
    if (UNLIKELY (old->how & SETT_ACCESS_FREE) && (old->mask & new->mask))
      found (c, old, new);
    if (!ordered && is_race (old, new))
      found (c, old, new);
    if (ordered && is_covered (old, new))
      remove_touch (c, i);
    else
      i++;
  }
  add_touch (c, new);
}

static inline uint64_t stamp (unsigned mask, unsigned how) {
  const uint64_t thread = world->current;
  return world->threads[thread].clock[thread] | (uint64_t)how << 48 |
         (uint64_t)mask << 40 | thread << 32;
}

static uint32_t testify (void) {
  SETT_PUSH (engine.board->testimonies, narrator->testimony ());
  return (uint32_t)engine.board->testimonies.count - 1;
}

static touch touch_of (unsigned mask, unsigned how, uintptr_t place) {
  return (touch){.all = stamp (mask, how),
                 .event = engine.log->count - 1,
                 .place = place,
                 .testimony = UNLIKELY (engine.narrating) ? testify () : 0};
}

/* Accesses that are not atomic, in the usual cases: few others, no races,
   nothing to save.  In terms of touch.all. */

#define MASK_BITS ((uint64_t)0xff << 40)
#define HOW_BITS(HOW) ((uint64_t)(HOW) << 48)
#define WRITE_BIT HOW_BITS (SETT_ACCESS_WRITE)
#define FREE_BIT HOW_BITS (SETT_ACCESS_FREE)
#define ATOMIC_BIT HOW_BITS (SETT_ACCESS_ATOMIC)

static inline int is_ordered (uint64_t old, const uint32_t *clock) {
  return (uint32_t)old <= clock[old >> 32 & 0xff];
}

static inline int is_of_same_time (uint64_t old, uint64_t new) {
  return !((old ^ new) << 24);
}

/* Of the same time: would the old one race with all that the new one would race
   with? */
static inline int is_enough (uint64_t old, uint64_t new) {
  return !((new & ~old) & (MASK_BITS | WRITE_BIT | FREE_BIT)) &&
         !(old & ATOMIC_BIT);
}

/* Null: memory must be allocated. */
static inline cell *find_or_create (uintptr_t granule) {
  cell *c = place_for (granule);
  if (LIKELY (is_live (c)))
    return c;
  if (UNLIKELY (range_count || before.count || recording ||
                2 * (cell_count + 1) > cell_mask))
    return NULL;
  return fill_cell (c, granule);
}

/* Would nothing race with the old one that does not race with the new one? */
static inline int is_pointless (uint64_t old, uint64_t new) {
  return !((old & ~new) & (MASK_BITS | WRITE_BIT));
}

static inline void put_touch (cell *c, uint32_t i, uint64_t all,
                              uintptr_t place) {
  c->few[i] =
      (touch){.all = all, .event = engine.log->count - 1, .place = place};
  c->count = i + 1;
}

__attribute__ ((noinline)) static int touch_quickly (cell *c, uint64_t new,
                                                     uintptr_t place) {
  const uint32_t *clock = sett_self ()->clock;
  touch *partner = NULL, *end = c->few;
  int again = 0;
  if (UNLIKELY (c->count > FEW || (recording && c->saved != stretch)))
    return 0;
  for (const touch *t = c->few; t < c->few + c->count; t++) {
    const uint64_t old = t->all;
    const int ordered = is_ordered (old, clock);
    const int disjoint = !(old & new &MASK_BITS) || !((old | new) & WRITE_BIT);
    if (UNLIKELY ((old & FREE_BIT) || (!ordered && !disjoint)))
      return 0;
    const int same_time = is_of_same_time (old, new);
    again |= same_time && is_enough (old, new);
    if (ordered && !again && is_pointless (old, new))
      continue;
    if (same_time && !((old ^ new) & ~MASK_BITS))
      partner = end;
    if (end != t)
      *end = *t;
    end++;
  }
  c->count = (uint32_t)(end - c->few);
  if (partner && !again)
    partner->all |= new;
  if (partner || again)
    sett_recent_add (c->granule, (new &MASK_BITS) >> 40, (new &WRITE_BIT) != 0);
  else if (c->count < FEW)
    put_touch (c, c->count, new, place);
  else
    return 0;
  return 1;
}

/* Is the new access after all others, and makes them pointless? */
static inline int replaces_all (const cell *c, uint64_t new,
                                const uint32_t *clock) {
  for (uint32_t i = 0; i < c->count; i++) {
    const uint64_t old = c->few[i].all;
    if ((old & FREE_BIT) || !is_ordered (old, clock) ||
        !is_pointless (old, new))
      return 0;
  }
  return 1;
}

/* False if it is not so simple; nothing was done then, except that accesses
   were forgotten that the new one covers.  Calls nothing outside.  Most often
   the new access replaces the others, or follows the only one. */
__attribute__ ((always_inline)) static inline int
access_quickly (uintptr_t granule, unsigned mask, unsigned how,
                uintptr_t place) {
  cell *c = find_or_create (granule);
  if (UNLIKELY (!c))
    return 0;
  const uint32_t *clock = sett_self ()->clock;
  const uint64_t new = stamp (mask, how);
  const uint64_t old = c->few[0].all;
  const int one = c->count == 1;
  const int same_time = one && is_of_same_time (old, new);
  if (UNLIKELY (recording || c->count > FEW) ||
      (same_time && is_enough (old, new)))
    return touch_quickly (c, new, place);
  if (replaces_all (c, new, clock))
    put_touch (c, 0, new, place);
  else if (one && !same_time && !(old & FREE_BIT) && is_ordered (old, clock))
    put_touch (c, 1, new, place);
  else
    return touch_quickly (c, new, place);
  return 1;
}

static void access_granule (uintptr_t granule, unsigned mask, unsigned how,
                            uintptr_t place) {
  const int is_plain = !(how & (SETT_ACCESS_ATOMIC | SETT_ACCESS_FREE));
  if (is_plain && sett_recent_knows (granule, mask, how))
    return;
  if (!(how & SETT_ACCESS_ATOMIC) && !engine.narrating &&
      access_quickly (granule, mask, how, place))
    return;
  touch new = touch_of (mask, how, place);
  touch_cell (cell_of (granule), &new);
}

/* The same for many granules. */

static int overlaps (size_t i, uintptr_t low, uintptr_t count) {
  return ranges[i].low - low < count || low - ranges[i].low < ranges[i].count;
}

static void compare_ranges (uintptr_t low, uintptr_t count, const touch *new) {
  const sett_thread *self = sett_self ();
  for (size_t i = 0; i < range_count; i++) {
    if (!overlaps (i, low, count))
      continue;
    const touch *old = &ranges[i].touch;
    const int ordered = old->clock <= self->clock[old->thread];
    const cell c = {.granule = ranges[i].low > low ? ranges[i].low : low};
    if ((old->how & SETT_ACCESS_FREE) || (!ordered && is_race (old, new)))
      found (&c, old, new);
    if (ordered && is_covered (old, new) && ranges[i].low >= low &&
        ranges[i].low + ranges[i].count <= low + count)
      ranges[i--] = ranges[--range_count];
  }
}

static int access_range (uintptr_t low, uintptr_t count, unsigned how,
                         uintptr_t place) {
  touch new = touch_of (0xff, how, place);
  compare_ranges (low, count, &new);
  if (range_count == MOST_RANGES)
    return 0;
  for (size_t i = 0; i <= cell_mask; i++)
    if (is_live (&cells[i]) && cells[i].granule - low < count)
      touch_cell (&cells[i], &new);
  ranges[range_count++] = (range){low, count, new};
  return 1;
}

/*------------------------------------------------------------------------*/

/* Before there is a second thread nothing can race, now or later; but memory
   can have been freed. */
static int is_harmless (unsigned how) {
  return world->thread_count == 1 && !(how & SETT_ACCESS_FREE);
}

/* The part of an access that is in one granule. */
typedef struct piece {
  uintptr_t granule;
  unsigned mask;
} piece;

static inline piece next_piece (uintptr_t *at, uintptr_t end) {
  const uintptr_t low = *at, granule = low >> 3;
  *at = (granule + 1) << 3;
  const uintptr_t stop = *at < end ? *at : end;
  return (piece){granule, ((1u << (stop - low)) - 1) << (low & 7)};
}

static void access_granules (uintptr_t at, uintptr_t end, unsigned how,
                             uintptr_t place) {
  const int harmless = is_harmless (how) && !range_count && !before.count;
  while (at < end) {
    const piece p = next_piece (&at, end);
    if (!harmless || is_live (place_for (p.granule)))
      access_granule (p.granule, p.mask, how, place);
  }
}

/* Other processes may have threads when this one has only one. */
static void access_shared (uintptr_t at, uintptr_t end, unsigned how,
                           uintptr_t place) {
  while (at < end) {
    const piece p = next_piece (&at, end);
    touch new = touch_of (p.mask, how, place);
    touch_cell (shared_cell_of (p.granule), &new);
  }
}

void sett_races_access (const void *address, size_t size, unsigned how,
                        uintptr_t place) {
  if (sett_owners_alone (address, size, how & SETT_ACCESS_WRITE) &&
      !(how & (SETT_ACCESS_ATOMIC | SETT_ACCESS_FREE)))
    return;
  const uintptr_t low = (uintptr_t)address;
  const uintptr_t end = low + size;
  if (UNLIKELY (sett_is_shared (address))) {
    access_shared (low, end, how, place);
    return;
  }
  if (is_harmless (how) && !cell_count && !range_count && !before.count)
    return;
  const uintptr_t first = (low + 7) >> 3; /* the whole granules */
  const uintptr_t last = end >> 3;
  if (UNLIKELY (size / 8 > LARGE) &&
      access_range (first, last - first, how, place)) {
    access_granules (low, first << 3, how, place);
    access_granules (last << 3, end, how, place);
  } else
    access_granules (low, end, how, place);
}

/* 16 bytes. */
__attribute__ ((noinline)) static int access_pair (uintptr_t at, unsigned how,
                                                   uintptr_t place) {
  return !(at & 7) && access_quickly (at >> 3, 0xff, how, place) &&
         access_quickly ((at >> 3) + 1, 0xff, how, place);
}

static inline int access_anew (const void *address, unsigned kind,
                               uintptr_t place) {
  const uintptr_t at = (uintptr_t)address;
  const size_t size = kind >> 1;
  const unsigned mask = ((1u << size) - 1) << (at & 7);
  const unsigned how = kind & 1 ? SETT_ACCESS_WRITE : SETT_ACCESS_READ;
  if (!sett_owners_share (at >> 12) || UNLIKELY (!sett_active ()))
    return sett_owners_quickly (address, size, kind & 1);
  if (kind & 1)
    sett_spin_wrote (address);
  return mask < 1 << 8 ? access_quickly (at >> 3, mask, how, place)
                       : access_pair (at, how, place);
}

/* Its last action is to call the slow way, so that there is nothing of it on
   the stack, nor in registers. */
__attribute__ ((noinline)) static void
plain_anew (const void *address, unsigned kind, uintptr_t place) {
  if (!access_anew (address, kind, place))
    above.enter_slowly (address, kind, place);
}

void sett_races_plain (const void *address, unsigned kind, uintptr_t place) {
  if (UNLIKELY (engine.stateful))
    above.enter_cleanly (address, kind, place);
  else
    sett_races_check (address, kind, place);
}

void sett_races_check (const void *address, unsigned kind, uintptr_t place) {
  const uintptr_t at = (uintptr_t)address;
  const unsigned mask = ((1u << (kind >> 1)) - 1) << (at & 7);
  if (!sett_recent_knows (at >> 3, mask, kind & 1))
    plain_anew (address, kind, place);
  else if (kind & 1)
    sett_spin_wrote (address);
}

/* Fresh memory has no past. */
static void forget (cell *c) {
  if (!is_live (c))
    return;
  save (c);
  c->count = 0;
}

/* Cells without a past are made where there would be one. */
static void forget_early (uintptr_t low, uintptr_t count) {
  if (count <= LARGE) {
    for (uintptr_t g = low; g < low + count; g++)
      if (find_early (g)->granule)
        cell_of (g);
  } else
    for (size_t i = 0; i <= before.mask; i++)
      if (before.table[i].granule - low < count)
        cell_of (before.table[i].granule);
}

static void forget_range (uintptr_t low, uintptr_t count) {
  sett_recent_forget ();
  for (size_t i = 0; i < range_count; i++)
    if (overlaps (i, low, count))
      ranges[i--] = ranges[--range_count];
  if (before.count)
    forget_early (low, count);
  if (count <= LARGE)
    for (uintptr_t g = low; g < low + count; g++)
      forget (place_for (g));
  else
    for (size_t i = 0; i <= cell_mask; i++)
      if (cells[i].granule - low < count)
        forget (&cells[i]);
}

void sett_races_allocated (const void *address, size_t size) {
  if (engine.locksets)
    sett_lockset_allocated (address, size);
  const uintptr_t low = (uintptr_t)address >> 3;
  if (sett_modules_any ())
    forget_range (low, (((uintptr_t)address + size + 7) >> 3) - low);
}

void sett_races_freed (const void *address, size_t size, uintptr_t place) {
  if (engine.only_locksets || !sett_modules_any ())
    return;
  sett_owners_watch (address, size);
  sett_recent_forget ();
  sett_races_access (address, size ? size : 1,
                     SETT_ACCESS_WRITE | SETT_ACCESS_FREE, place);
}
