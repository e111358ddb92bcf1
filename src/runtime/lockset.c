#include "runtime/lockset.h"

#include "base/memory.h"
#include "runtime/account.h"
#include "runtime/heap.h"
#include "runtime/knowledge.h"
#include "runtime/races.h"

#include <string.h>

enum { MOST_CANDIDATES = 8 };

/* What is known of a piece of memory in this execution. */
typedef struct history {
  uintptr_t address;
  uint64_t execution;
  uint8_t size;
  uint8_t owner;       /* thread of the initialisation */
  uint8_t initialised; /* it is over */
  uint8_t written;     /* after it */
  uint8_t restricted;  /* the candidates mean something */
  uint8_t candidate_count;
  uint32_t transition; /* of the initialisation: index of an event */
  uint32_t clock;      /* of the owner, at its last access there; 0: none */
  const void *candidates[MOST_CANDIDATES];
  struct {
    uint8_t thread, writes;
    uint32_t event;
    uintptr_t place;
    const sett_testimony *testimony;
  } last;
} history;

static history *histories;
static size_t history_mask, history_count;

static history *place_for (uintptr_t address) {
  size_t i = (address * 0x9e3779b97f4a7c15ul >> 40) & history_mask;
  while (histories[i].execution == conduct->execution &&
         histories[i].address != address)
    i = (i + 1) & history_mask;
  return &histories[i];
}

static void create (size_t count) {
  histories = sett_zalloc (count, sizeof *histories);
  history_mask = count - 1;
  if (engine.is_passing)
    engine.board->members[engine.process].tables[2] =
        (sett_table){histories, history_mask, 0};
}

void sett_lockset_adopt (void) {
  const sett_table *t = &engine.board->members[engine.process].tables[2];
  histories = t->at;
  history_mask = t->mask;
  if (histories && engine.locksets)
    memset (histories, 0, (history_mask + 1) * sizeof *histories);
  sett_lockset_begin ();
}

static void grow (void) {
  history *old = histories;
  const size_t count = history_mask + 1;
  create (2 * count);
  for (size_t i = 0; i < count; i++)
    if (old[i].execution == conduct->execution)
      *place_for (old[i].address) = old[i];
  sett_free (old, count * sizeof *old);
}

void sett_lockset_begin (void) {
  if (!histories && engine.locksets)
    create (1 << 10);
  history_count = 0;
}

static unsigned designated (uintptr_t address) {
  const sett_block *b = sett_heap_find (address);
  return b ? b->thread : 0;
}

static int is_original (void) {
  return engine.board->orders.discipline == SETT_DISCIPLINE_PLAIN_MLD;
}

static history *history_of (uintptr_t address, size_t size) {
  history *h = place_for (address);
  if (h->execution == conduct->execution)
    return h;
  if (2 * ++history_count > history_mask) {
    grow ();
    h = place_for (address);
  }
  *h = (history){
      .address = address,
      .execution = conduct->execution,
      .size = size,
      .owner = is_original () ? world->current : designated (address),
      .transition = engine.log->count,
  };
  return h;
}

void sett_lockset_allocated (const void *start, size_t size) {
  const uintptr_t end = (uintptr_t)start + size;
  for (uintptr_t a = (uintptr_t)start; a < end; a++) {
    history *h = place_for (a);
    if (h->execution == conduct->execution) {
      const history fresh = {.address = a,
                             .execution = conduct->execution,
                             .size = h->size,
                             .owner = world->current,
                             .transition = engine.log->count};
      *h = fresh;
    }
  }
}

/*------------------------------------------------------------------------*/

/* Does this access still belong to the initialisation? */
static int initialises (history *h) {
  if (h->initialised)
    return 0;
  const int same_thread = h->owner == world->current;
  if (same_thread && (is_original () || h->transition == engine.log->count)) {
    h->clock = sett_self ()->clock[h->owner];
    return 1;
  }
  h->initialised = 1;
  return 0;
}

/* A transition begins with what makes others go on (it creates a thread, it
   stores an address): what comes after that is initialisation only if they wait
   for it. */
static int comes_too_early (const history *h) {
  return !is_original () && world->current != h->owner &&
         sett_self ()->clock[h->owner] < h->clock;
}

static int holds (const sett_thread *t, const void *lock, int writes) {
  for (uint32_t i = 0; i < t->held_count && i < SETT_MOST_HELD; i++)
    if (t->held[i].lock == lock && !(writes && t->held[i].shared))
      return 1;
  return 0;
}

/* The candidates are the locks that were held at every access. */
static void restrict_candidates (history *h, int writes) {
  const sett_thread *t = sett_self ();
  uint32_t n = 0;
  if (!h->restricted) {
    for (uint32_t i = 0; i < t->held_count && i < SETT_MOST_HELD; i++)
      if (!(writes && t->held[i].shared) && n < MOST_CANDIDATES)
        h->candidates[n++] = t->held[i].lock;
  } else
    for (uint32_t i = 0; i < h->candidate_count; i++)
      if (holds (t, h->candidates[i], writes))
        h->candidates[n++] = h->candidates[i];
  h->restricted = 1;
  h->candidate_count = n;
}

static void violation (const history *h, int writes, uintptr_t place) {
  const void *address = (const void *)h->address;
  if (!engine.board->orders.races) {
    sett_know_visible (address);
    return;
  }
  if (sett_knows_reported (address))
    return;
  sett_last_race = (sett_race){
      .address = address,
      .size = h->size,
      .first = {h->last.thread, h->last.writes, h->last.place,
                h->last.testimony, h->last.event},
      .second = {world->current, writes, place,
                 engine.narrating ? sett_account_testimony () : NULL,
                 engine.log->count - 1}};
  sett_fail (SETT_FAULT_DISCIPLINE, place, address,
             "no lock is held at every access");
}

void sett_lockset_access (const void *address, size_t size, int writes,
                          uintptr_t place) {
  history *h = history_of ((uintptr_t)address, size);
  if (!initialises (h)) {
    restrict_candidates (h, writes);
    h->written |= writes;
    if ((h->written && !h->candidate_count) || comes_too_early (h))
      violation (h, writes, place);
  }
  h->last.thread = world->current;
  h->last.writes = writes;
  h->last.event = engine.log->count - 1;
  h->last.place = place;
  h->last.testimony = engine.narrating ? sett_account_testimony () : NULL;
}
