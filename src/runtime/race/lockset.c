/* The locking discipline MLD' of memory: see lockset.h. */

#include "runtime/race/lockset.h"

#include "base/assert.h"
#include "base/vector.h"
#include "runtime/core/narrator.h"
#include "runtime/core/knowledge.h"
#include "discipline/phases.h"
#include "runtime/race/races.h"

_Static_assert(SETT_VECTOR_CLOCK_NEAR == SETT_PHASE_ROW, "rows of clocks");

typedef struct access {
  uint8_t thread, writes;
  uint32_t event;
  uintptr_t place;
  const sett_testimony *testimony;
} access;

/* Bytes of a granule that were always accessed together. */
typedef struct variable {
  struct variable *next;
  uint8_t mask;
  sett_phases *phases;
  struct { /* by Savage's rules */
    uint8_t owner, shared, written;
    uint32_t locks;
  } original;
  access last,
      other; /* the last one, and the last of another thread than its */
} variable;

typedef struct cell {
  uintptr_t granule;
  uint64_t execution; /* in which it means something */
  variable *variables;
} cell;

/* All of it is handed on to the next process of the same number. */
typedef struct histories {
  cell *cells;
  size_t mask, count;
  sett_phase_memory *memory;
} histories;

static histories *all;

/*------------------------------------------------------------------------*/
/* The table. */

static cell *place_for (uintptr_t granule) {
  size_t i = (granule * 0x9e3779b97f4a7c15ul >> 32) & all->mask;
  SETT_ASSERT (all->count <= all->mask);
  while (all->cells[i].execution == conduct->execution &&
         all->cells[i].granule != granule)
    i = (i + 1) & all->mask;
  return &all->cells[i];
}

static void create_cells (size_t count) {
  all->cells = sett_zalloc (count, sizeof *all->cells);
  all->mask = count - 1;
  SETT_ASSERT (!(count & all->mask));
}

static void grow (void) {
  cell *old = all->cells;
  const size_t count = all->mask + 1;
  create_cells (2 * count);
  for (size_t i = 0; i < count; i++)
    if (old[i].execution == conduct->execution)
      *place_for (old[i].granule) = old[i];
  sett_free (old, count * sizeof *old);
}

static cell *cell_of (uintptr_t granule) {
  cell *c = place_for (granule);
  if (c->execution == conduct->execution)
    return c;
  if (2 * (all->count + 1) > all->mask) {
    grow ();
    c = place_for (granule);
  }
  all->count++;
  SETT_ASSERT (2 * all->count <= all->mask + 2);
  *c = (cell){granule, conduct->execution, NULL};
  return c;
}

/* Does every thread that is alive come after this?  Then so do those to come.
 */
static int is_settled (unsigned thread, uint32_t clock) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    if (sett_vector_clock_of (&world->threads[sett_threads_first (rest)].clock,
                              thread) < clock)
      return 0;
  return 1;
}

static void create (void) {
  all = sett_zalloc (1, sizeof *all);
  all->memory = sett_phase_memory_create (SETT_PLANE);
  create_cells (1 << 10);
  if (engine.is_passing)
    engine.shared->members[engine.process].tables[2].at = all;
}

void sett_lockset_begin (void) {
  if (!engine.locksets)
    return;
  if (!all)
    create ();
  all->count = 0;
  sett_phase_memory_clear (all->memory);
  sett_phase_memory_forget_by (all->memory, is_settled);
}

/* The one before had this number in the same execution, perhaps. */
void sett_lockset_adopt (void) {
  all = engine.shared->members[engine.process].tables[2].at;
  for (size_t i = 0; all && i <= all->mask; i++)
    all->cells[i].execution = 0;
  sett_lockset_begin ();
}

/*------------------------------------------------------------------------*/
/* Variables. */

static variable *add_variable (cell *c, unsigned mask) {
  variable *v = sett_phase_memory_take (all->memory, sizeof *v);
  SETT_ASSERT (mask && !(mask & ~0xffu));
  *v = (variable){.next = c->variables,
                  .mask = (uint8_t)mask,
                  .phases = sett_phases_create (all->memory),
                  .original = {.owner = (uint8_t)world->current}};
  c->variables = v;
  return v;
}

/* Those bytes of it that are not in the mask become another one. */
static void part (cell *c, variable *v, unsigned mask) {
  variable *rest = sett_phase_memory_take (all->memory, sizeof *rest);
  *rest = *v;
  rest->mask &= (uint8_t)~mask;
  rest->phases = sett_phases_copy (all->memory, v->phases);
  rest->next = c->variables;
  c->variables = rest;
  v->mask &= (uint8_t)mask;
  SETT_ASSERT (v->mask && rest->mask);
}

static unsigned mask_of (uintptr_t granule, uintptr_t low, uintptr_t high) {
  const uintptr_t start = granule << 3;
  const unsigned from = low > start ? (unsigned)(low - start) : 0;
  const unsigned to = high < start + 8 ? (unsigned)(high - start) : 8;
  SETT_ASSERT (from < 8 && to <= 8 && from < to);
  return (0xffu >> (8 - to)) & (0xffu << from);
}

static void forget (cell *c, uintptr_t low, uintptr_t high) {
  if (c->execution != conduct->execution)
    return;
  for (variable **at = &c->variables; *at;) {
    (*at)->mask &= (uint8_t)~mask_of (c->granule, low, high);
    if ((*at)->mask)
      at = &(*at)->next;
    else
      *at = (*at)->next;
  }
}

void sett_lockset_allocated (const void *start, size_t size) {
  const uintptr_t low = (uintptr_t)start, high = low + size;
  const uintptr_t first = low >> 3, end = (high + 7) >> 3;
  if (end - first <= all->mask)
    for (uintptr_t g = first; g < end; g++)
      forget (place_for (g), low, high);
  else
    for (size_t i = 0; i <= all->mask; i++)
      if (all->cells[i].granule - first < end - first)
        forget (&all->cells[i], low, high);
}

/*------------------------------------------------------------------------*/
/* An access. */

void sett_lockset_hand_over (const sett_thread *from, const sett_thread *to) {
  sett_vector_clock *given = &world->given[to->number];
  sett_vector_clock_join (given, &world->given[from->number],
                          world->thread_count);
  *sett_vector_clock_at (given, from->number) =
      sett_vector_clock_of (&from->clock, from->number);
}

/* The locks that guard an access.  To have a lock that others have, too, guards
   no writing. */
static uint32_t guards (int writes) {
  sett_shared *s = engine.shared;
  const sett_thread *t = sett_self ();
  const sett_held *held = sett_held_of (t);
  s->guards.count = 0;
  for (uint32_t i = 0; i < t->held_count; i++)
    if (!(writes && held[i].shared))
      SETT_PUSH (s->guards, (uintptr_t)held[i].lock);
  return sett_lock_sets_number (sett_phase_lock_sets (all->memory),
                                s->guards.at, s->guards.count);
}

/* Is it on the thread's own stack?  Above that, in the same piece of memory,
   are its thread-local variables; not so main's. */
static int is_own (uintptr_t address) {
  enum { NEAR = 1 << 20 };
  const sett_thread *t = sett_self ();
  const uintptr_t low = (uintptr_t)t->low, top = (uintptr_t)t->top;
  const uintptr_t end = t->fs - top < NEAR ? t->fs : top;
  return low <= address && address < end;
}

static int keep_to_original (variable *v, uint32_t locks, int writes) {
  if (v->original.owner == world->current && !v->original.shared)
    return 1;
  v->original.locks =
      v->original.shared
          ? sett_lock_sets_common (sett_phase_lock_sets (all->memory),
                                   v->original.locks, locks)
          : locks;
  v->original.shared = 1;
  v->original.written |= writes != 0;
  return !v->original.written || v->original.locks;
}

static int keep_to_discipline (variable *v, const sett_use *use) {
  return engine.only_locksets ? keep_to_original (v, use->locks, use->writes)
                              : sett_phases_use (all->memory, v->phases, use);
}

static void note_access (variable *v, const access *a) {
  if (v->last.thread != a->thread)
    v->other = v->last;
  v->last = *a;
}

static void violation (const cell *c, const variable *v, const access *a) {
  const char *address =
      (const char *)(c->granule << 3) + __builtin_ctz (v->mask);
  const access *first = v->last.thread == a->thread ? &v->other : &v->last;
  SETT_ASSERT (v->mask);
  if (!engine.shared->orders.races) {
    sett_know_visible (address);
    return;
  }
  if (sett_knows_reported (address))
    return;
  if (world->withheld && !engine.only_locksets) {
    sett_know_updates (); /* what was not released might have made it a turn */
    return;
  }
  sett_last_race = (sett_race){
      .address = address,
      .size = (size_t)__builtin_popcount (v->mask),
      .first = {first->thread, first->writes, first->place, first->testimony,
                first->event},
      .second = {a->thread, a->writes, a->place, a->testimony, a->event}};
  sett_fail (SETT_VIOLATION_DISCIPLINE, a->place, address,
             "no lock is held at every access");
}

static void use_variables (cell *c, unsigned mask, const sett_use *use,
                           const access *a) {
  unsigned rest = mask;
  SETT_ASSERT (mask && !(mask & ~0xffu));
  for (variable *v = c->variables; v; v = v->next) {
    if (!(v->mask & mask))
      continue;
    if (v->mask & ~mask)
      part (c, v, mask);
    rest &= ~v->mask;
    if (!keep_to_discipline (v, use))
      violation (c, v, a);
    note_access (v, a);
  }
  if (!rest)
    return;
  variable *v = add_variable (c, rest);
  keep_to_discipline (v, use);
  v->last = v->other = *a;
}

void sett_lockset_access (const void *address, size_t size, int writes,
                          uintptr_t place) {
  const sett_thread *t = sett_self ();
  const uintptr_t low = (uintptr_t)address, high = low + size;
  if (world->thread_count == 1)
    return;
  const sett_use use = {
      t->number,       sett_vector_clock_of (&t->clock, t->number),
      &t->clock,       is_own (low) ? &t->clock : &world->given[t->number],
      guards (writes), writes};
  SETT_ASSERT (size);
  const access a = {t->number, (uint8_t)writes, engine.log->count - 1, place,
                    engine.narrating
                        ? narrator->testimony (low >> 3, (unsigned)writes)
                        : NULL};
  for (uintptr_t g = low >> 3; g << 3 < high; g++)
    use_variables (cell_of (g), mask_of (g, low, high), &use, &a);
}
