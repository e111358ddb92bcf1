/* Accesses: does one race with those that its cells still have (races.h)?

   The usual cases come first: few others, no races, nothing to save
   (access_quickly); whatever is not so simple is left to touch_cell.

   What always holds: an access of a cell is taken out only if a later one,
   ordered after it, races with all that it would race with. */

#include "runtime/race/races.h"

#include "base/vector.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/os_model.h"
#include "runtime/core/os_process.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/modules.h"
#include "runtime/core/narrator.h"
#include "runtime/race/cells.h"
#include "runtime/race/lockset.h"
#include "runtime/race/owners.h"
#include "runtime/race/recent.h"

#include "base/assert.h"

sett_race sett_last_race;

static int is_race (const sett_touch *a, const sett_touch *b) {
  return (a->mask & b->mask) && ((a->how | b->how) & SETT_MEMORY_WRITE) &&
         !(a->how & b->how & SETT_MEMORY_ATOMIC);
}

/* Would everything that races with the old one race with the new one, which is
   ordered after it? */
static int is_covered (const sett_touch *old, const sett_touch *new) {
  return !(old->mask & ~new->mask) &&
         !(new->how & ~old->how &SETT_MEMORY_LEAVES) &&
         ((new->how &SETT_MEMORY_WRITE) || !(old->how & SETT_MEMORY_WRITE)) &&
         (!(new->how &SETT_MEMORY_ATOMIC) || (old->how & SETT_MEMORY_ATOMIC));
}

static const char *describe (unsigned how) {
  if (how & SETT_MEMORY_FREE)
    return "a free";
  return how & SETT_MEMORY_WRITE ? "a write" : "a read";
}

static void found (const sett_cell *c, const sett_touch *old,
                   const sett_touch *new) {
  SETT_ASSERT (old->mask & new->mask);
  const char *address = (const char *)(c->granule << 3);
  const sett_testimony **testimonies = engine.shared->testimonies.at;
  sett_last_race =
      (sett_race){.address = address + __builtin_ctz (old->mask & new->mask),
                  .size = (size_t)__builtin_popcount (old->mask & new->mask),
                  .first = {old->thread, old->how, old->place,
                            testimonies[old->testimony], old->event},
                  .second = {new->thread, new->how, new->place,
                             testimonies[new->testimony], new->event}};
  if ((old->how & SETT_MEMORY_FREE) && !(new->how &SETT_MEMORY_FREE))
    sett_fail (SETT_VIOLATION_USE_AFTER_FREE, new->place,
               sett_last_race.address, "use after free");
  if (!engine.shared->orders.races || engine.all_visible) {
    sett_know_visible (sett_last_race.address);
    if ((old->how | new->how) & SETT_MEMORY_FREE) {
      sett_know_frees ();
      sett_know_releases (); /* it may be a lock that was given back */
    }
    return;
  }
  if (sett_knows_reported (sett_last_race.address))
    return;
  if (world->withheld) {
    sett_know_updates ();
    return;
  }
  sett_fail (SETT_VIOLATION_RACE, new->place, sett_last_race.address,
             "%s and %s by different threads are not ordered",
             describe (old->how), describe (new->how));
}

static void touch_cell (sett_cell *c, sett_touch *new) {
  const sett_thread *self = sett_self ();
  sett_cell_save (c);
  for (uint32_t i = 0; i < c->count;) {
    sett_touch *old = &sett_cell_touches (c)[i];
    const int ordered =
        old->clock <= sett_vector_clock_of (&self->clock, old->thread);
    if (UNLIKELY (old->how & SETT_MEMORY_FREE) && (old->mask & new->mask))
      found (c, old, new);
    if (!ordered && is_race (old, new))
      found (c, old, new);
    if (ordered && is_covered (old, new))
      sett_cell_remove (c, i);
    else
      i++;
  }
  sett_cell_add (c, new);
}

static inline uint64_t stamp (unsigned mask, unsigned how) {
  const uint64_t thread = world->current;
  const sett_thread *t = &world->threads[thread];
  return sett_vector_clock_of (&t->clock, (unsigned)thread) |
         (uint64_t)how << 48 | (uint64_t)mask << 40 | thread << 32;
}

static uint32_t testify (uintptr_t granule, unsigned how) {
  SETT_PUSH (engine.shared->testimonies, narrator->testimony (granule, how));
  return (uint32_t)engine.shared->testimonies.count - 1;
}

static sett_touch touch_of (uintptr_t granule, unsigned mask, unsigned how,
                            uintptr_t place) {
  return (sett_touch){
      .all = stamp (mask, how),
      .event = engine.log->count - 1,
      .place = place,
      .testimony = UNLIKELY (engine.narrating) ? testify (granule, how) : 0};
}

/* Accesses that are not atomic, in the usual cases: few others, no races,
   nothing to save.  In terms of touch.all. */

#define MASK_BITS ((uint64_t)0xff << 40)
#define HOW_BITS(HOW) ((uint64_t)(HOW) << 48)
#define WRITE_BIT HOW_BITS (SETT_MEMORY_WRITE)
#define FREE_BIT HOW_BITS (SETT_MEMORY_FREE)
#define ATOMIC_BIT HOW_BITS (SETT_MEMORY_ATOMIC)

static inline int is_ordered (uint64_t old, const sett_vector_clock *clock) {
  return (uint32_t)old <= sett_vector_clock_of (clock, old >> 32 & 0xff);
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

/* Would nothing race with the old one that does not race with the new one? */
static inline int is_pointless (uint64_t old, uint64_t new) {
  return !((old & ~new) & (MASK_BITS | WRITE_BIT));
}

static inline void put_touch (sett_cell *c, uint32_t i, uint64_t all,
                              uintptr_t place) {
  c->few[i] =
      (sett_touch){.all = all, .event = engine.log->count - 1, .place = place};
  c->count = i + 1;
}

__attribute__ ((noinline)) static int touch_quickly (sett_cell *c, uint64_t new,
                                                     uintptr_t place) {
  const sett_vector_clock *clock = &sett_self ()->clock;
  sett_touch *partner = NULL, *end = c->few;
  int again = 0;
  if (UNLIKELY (c->count > SETT_FEW_TOUCHES || sett_cell_must_be_saved (c)))
    return 0;
  for (const sett_touch *t = c->few; t < c->few + c->count; t++) {
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
  else if (c->count < SETT_FEW_TOUCHES)
    put_touch (c, c->count, new, place);
  else
    return 0;
  return 1;
}

/* Is the new access after all others, and makes them pointless? */
static inline int replaces_all (const sett_cell *c, uint64_t new,
                                const sett_vector_clock *clock) {
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
  sett_cell *c = sett_cell_find_or_make (granule);
  if (UNLIKELY (!c))
    return 0;
  const sett_vector_clock *clock = &sett_self ()->clock;
  const uint64_t new = stamp (mask, how);
  const uint64_t old = c->few[0].all;
  const int one = c->count == 1;
  const int same_time = one && is_of_same_time (old, new);
  if (UNLIKELY (sett_cell_past_now.recording || c->count > SETT_FEW_TOUCHES) ||
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
  const int is_plain = !(how & (SETT_MEMORY_ATOMIC | SETT_MEMORY_FREE));
  if (is_plain && sett_recent_knows (granule, mask, (int)how))
    return;
  if (!(how & SETT_MEMORY_ATOMIC) && !engine.narrating &&
      access_quickly (granule, mask, how, place))
    return;
  sett_touch new = touch_of (granule, mask, how, place);
  touch_cell (sett_cell_of (granule), &new);
}

/* The same for many granules. */

static void compare_ranges (uintptr_t low, uintptr_t count,
                            const sett_touch *new) {
  const sett_thread *self = sett_self ();
  sett_cell_past *past = &sett_cell_past_now;
  for (size_t i = 0; i < past->range_count; i++) {
    const sett_access_range *r = &past->ranges[i];
    if (!sett_access_range_overlaps (r, low, count))
      continue;
    const sett_touch *old = &r->touch;
    const int ordered =
        old->clock <= sett_vector_clock_of (&self->clock, old->thread);
    const sett_cell c = {.granule = r->low > low ? r->low : low};
    if ((old->how & SETT_MEMORY_FREE) || (!ordered && is_race (old, new)))
      found (&c, old, new);
    if (ordered && is_covered (old, new) && r->low >= low &&
        r->low + r->count <= low + count)
      sett_access_range_remove (i--);
  }
}

static int access_range (uintptr_t low, uintptr_t count, unsigned how,
                         uintptr_t place) {
  const sett_cells *own = &sett_own_cells;
  sett_cell_past *past = &sett_cell_past_now;
  sett_touch new = touch_of (0, 0xff, how, place);
  compare_ranges (low, count, &new);
  if (past->range_count == SETT_MOST_ACCESS_RANGES)
    return 0;
  for (size_t i = 0; i <= own->mask; i++)
    if (sett_cell_is_live (&own->at[i]) && own->at[i].granule - low < count)
      touch_cell (&own->at[i], &new);
  past->ranges[past->range_count++] = (sett_access_range){low, count, new};
  return 1;
}

/*------------------------------------------------------------------------*/

/* Before there is a second thread nothing can race, now or later; but memory
   can have been freed. */
static int is_harmless (unsigned how) {
  return world->thread_count == 1 && !(how & SETT_MEMORY_FREE);
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
  const int harmless = is_harmless (how) && sett_cells_are_all ();
  while (at < end) {
    const piece p = next_piece (&at, end);
    if (!harmless ||
        sett_cell_is_live (sett_cells_place (&sett_own_cells, p.granule)))
      access_granule (p.granule, p.mask, how, place);
  }
}

void sett_races_must_be_mapped (const void *address, size_t size,
                                uintptr_t place) {
  const uintptr_t at = (uintptr_t)address, end = at + size;
  const uintptr_t region = (at - SETT_REGIONS_ADDRESS) / SETT_REGION_SIZE;
  SETT_ASSERT (region < SETT_MOST_REGIONS);
  if (UNLIKELY (at < os_process->left[region].to &&
                end > os_process->left[region].from))
    sett_fail (SETT_VIOLATION_USE_AFTER_FREE, place, address,
               "use of shared memory that was unmapped");
}

/* Other processes may have threads when this one has only one. */
static void access_shared (uintptr_t at, uintptr_t end, unsigned how,
                           uintptr_t place) {
  sett_races_must_be_mapped ((void *)at, end - at, place);
  while (at < end) {
    const piece p = next_piece (&at, end);
    sett_touch new = touch_of (p.granule, p.mask, how, place);
    touch_cell (sett_cell_of_shared (p.granule), &new);
  }
}

void sett_races_access (const void *address, size_t size, unsigned how,
                        uintptr_t place) {
  if (sett_owners_alone (address, size, how & SETT_MEMORY_WRITE) &&
      !(how & (SETT_MEMORY_ATOMIC | SETT_MEMORY_FREE)))
    return;
  const uintptr_t low = (uintptr_t)address;
  const uintptr_t end = low + size;
  if (UNLIKELY (sett_is_shared (address))) {
    access_shared (low, end, how, place);
    return;
  }
  if (is_harmless (how) && !sett_own_cells.count && sett_cells_are_all ())
    return;
  const uintptr_t first = (low + 7) >> 3; /* the whole granules */
  const uintptr_t last = end >> 3;
  if (UNLIKELY (size / 8 > SETT_LARGE_ACCESS) &&
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
  const unsigned how = kind & 1 ? SETT_MEMORY_WRITE : SETT_MEMORY_READ;
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
    upcalls.enter_slowly (address, kind, place);
}

void sett_races_plain (const void *address, unsigned kind, uintptr_t place) {
  if (UNLIKELY (engine.stateful))
    upcalls.enter_cleanly (address, kind, place);
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

/* A block of no bytes counts as one byte, here and when it is freed. */
void sett_races_allocated (const void *address, size_t size) {
  size += !size;
  if (engine.locksets)
    sett_lockset_allocated (address, size);
  const uintptr_t low = (uintptr_t)address >> 3;
  if (sett_modules_any ())
    sett_cells_forget (low, (((uintptr_t)address + size + 7) >> 3) - low);
}

void sett_races_freed (const void *address, size_t size, uintptr_t place) {
  if (engine.only_locksets || !sett_modules_any ())
    return;
  size += !size;
  sett_owners_watch (address, size);
  sett_recent_forget ();
  sett_races_access (address, size, SETT_MEMORY_WRITE | SETT_MEMORY_FREE,
                     place);
}

void sett_races_freed_again (const void *address, uintptr_t place) {
  if (engine.only_locksets || !sett_modules_any ())
    return;
  const uintptr_t granule = (uintptr_t)address >> 3;
  sett_cell *c = sett_cell_of (granule);
  const sett_touch new =
      touch_of (granule, 0xff, SETT_MEMORY_WRITE | SETT_MEMORY_FREE, place);
  for (uint32_t i = 0; i < c->count; i++) {
    const sett_touch *old = &sett_cell_touches (c)[i];
    if ((old->how & SETT_MEMORY_FREE) &&
        old->clock > sett_vector_clock_of (&sett_self ()->clock, old->thread)) {
      found (c, old, &new);
      return;
    }
  }
}

/* Of this process, and not before what the running thread does. */
static int is_beside (const sett_touch *t) {
  return engine.shared->stations[t->thread].process == engine.process &&
         t->clock > sett_vector_clock_of (&sett_self ()->clock, t->thread);
}

void sett_races_left (const void *address, size_t size, uintptr_t place) {
  const sett_cells *all = engine.shared->shared_cells;
  const uintptr_t low = (uintptr_t)address >> 3;
  for (size_t i = 0; all && all->at && i <= all->mask; i++) {
    sett_cell *c = &all->at[i];
    if (c->era != all->era || c->granule - low >= size >> 3)
      continue;
    const sett_touch new = touch_of (
        c->granule, 0xff, SETT_MEMORY_WRITE | SETT_MEMORY_FREE, place);
    for (uint32_t k = 0; k < c->count; k++)
      if (is_beside (&sett_cell_touches (c)[k]))
        found (c, &sett_cell_touches (c)[k], &new);
  }
}

void sett_races_destroyed (const void *object) {
  sett_cell *c = sett_cells_place (&sett_own_cells, (uintptr_t)object >> 3);
  if (!sett_cell_is_live (c))
    return;
  sett_cell_save (c);
  for (uint32_t i = 0; i < c->count;)
    if (sett_cell_touches (c)[i].how & SETT_MEMORY_LEAVES)
      sett_cell_remove (c, i);
    else
      i++;
}
