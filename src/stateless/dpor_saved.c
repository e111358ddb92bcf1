/* dpor as bytes, between two executions (saved.h).

   Records are written with what grows on them.  Those that were explored, or
   are dead ends, have numbers, in the order in which they are written: sleepers
   and parked ones of later nodes are such records.  Happens-before is not
   written: it follows from the log of the last execution, which is there again
   when this is read. */

#include "stateless/dpor.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "stateless/saved.h"

#include <string.h>

/* From records to their numbers: a hash table that is never full. */
typedef struct numbers {
  const sett_wakeup **keys;
  uint32_t *values;
  size_t mask;
  uint32_t count;
} numbers;

static size_t slot_of (const numbers *n, const sett_wakeup *record) {
  size_t i = ((uintptr_t)record >> 4) * 0x9e3779b97f4a7c15ul >> 20 & n->mask;
  while (n->keys[i] && n->keys[i] != record)
    i = (i + 1) & n->mask;
  return i;
}

static void number_list (numbers *n, const sett_wakeup *list) {
  for (; list; list = list->next) {
    const size_t i = slot_of (n, list);
    n->keys[i] = list;
    n->values[i] = n->count++;
  }
}

static size_t count_list (const sett_wakeup *list) {
  size_t count = 0;
  for (; list; list = list->next)
    count++;
  return count;
}

static numbers number_all (const sett_dpor *d) {
  size_t count = 1, room = 16;
  for (size_t i = 0; i < d->nodes.count; i++)
    count +=
        count_list (d->nodes.at[i].done) + count_list (d->nodes.at[i].dead);
  while (room < 2 * count)
    room *= 2;
  numbers n = {.keys = sett_zalloc (room, sizeof *n.keys),
               .values = sett_zalloc (room, sizeof *n.values),
               .mask = room - 1};
  for (size_t i = 0; i < d->nodes.count; i++) {
    number_list (&n, d->nodes.at[i].done);
    number_list (&n, d->nodes.at[i].dead);
  }
  return n;
}

static void put_number_of (sett_saved *s, const numbers *n,
                           const sett_wakeup *record) {
  const size_t i = slot_of (n, record);
  SETT_ASSERT (n->keys[i] == record);
  sett_saved_put_number (s, n->values[i]);
}

static void put_list (sett_saved *s, const sett_wakeup *list) {
  sett_saved_put_number (s, count_list (list));
  for (; list; list = list->next) {
    sett_saved_put_event (s, &list->event, list->effects);
    sett_saved_put_number (s, (uint64_t)list->complete << 1 | list->shared);
    put_list (s, list->child);
  }
}

static void put_node (sett_saved *s, const sett_dpor_node *n) {
  SETT_ASSERT (!n->current || !n->current->next);
  put_list (s, n->wut);
  put_list (s, n->current);
  put_list (s, n->done);
  put_list (s, n->dead);
  sett_saved_put_number (s, n->first_sleeper);
  sett_saved_put_number (s, n->sleepers);
  sett_saved_put_number (s, n->first_parked);
  sett_saved_put_number (s, n->parked);
  sett_saved_put (s, &n->refused, sizeof n->refused);
}

static void put_sleepers (sett_saved *s, const sett_dpor *d) {
  numbers n = number_all (d);
  sett_saved_put_number (s, d->sleepers.count);
  for (size_t i = 0; i < d->sleepers.count; i++) {
    put_number_of (s, &n, d->sleepers.at[i].record);
    sett_saved_put_number (s, d->sleepers.at[i].arrivals);
  }
  sett_saved_put_number (s, d->parked.count);
  for (size_t i = 0; i < d->parked.count; i++)
    put_number_of (s, &n, d->parked.at[i]);
  sett_free (n.keys, (n.mask + 1) * sizeof *n.keys);
  sett_free (n.values, (n.mask + 1) * sizeof *n.values);
}

void sett_dpor_save (const sett_stateless *search, sett_saved *s) {
  const sett_dpor *d = (const sett_dpor *)search;
  SETT_ASSERT (!d->root && !d->root_parked.count);
  sett_saved_put_number (s, (uint64_t)d->begun << 1 | (d->again != 0));
  sett_saved_put_number (s, d->order.count);
  sett_saved_put_number (s, d->start);
  sett_saved_put_number (s, d->plan.length);
  SETT_SAVE_VECTOR (s, d->choices);
  SETT_SAVE_VECTOR (s, d->open);
  SETT_SAVE_VECTOR (s, d->footprints.all);
  SETT_SAVE_VECTOR (s, d->footprints.uses);
  sett_saved_put_number (s, d->footprints.mixed != 0);
  sett_saved_put_number (s, d->nodes.count);
  for (size_t i = 0; i < d->nodes.count; i++)
    put_node (s, &d->nodes.at[i]);
  put_sleepers (s, d);
}

/*------------------------------------------------------------------------*/

typedef SETT_VECTOR (const sett_wakeup *) records;

/* `numbered`: null, or where those go that have numbers. */
static sett_wakeup *get_list (sett_saved *s, sett_dpor *d, records *numbered) {
  sett_wakeup *first = NULL, **last = &first;
  for (uint64_t i = sett_saved_get_count (s, sizeof (sett_event)); i; i--) {
    sett_event event;
    const sett_effect *effects = sett_saved_get_event (s, &event);
    sett_wakeup *record = sett_wakeup_get (&d->pool, &event, effects);
    const uint64_t bits = sett_saved_get_number (s);
    record->complete = bits >> 1 & 1;
    record->shared = bits & 1;
    record->child = get_list (s, d, NULL);
    if (numbered)
      SETT_PUSH (*numbered, record);
    *last = record;
    last = &record->next;
  }
  return first;
}

static void get_node (sett_saved *s, sett_dpor *d, records *numbered) {
  sett_dpor_node *n = SETT_PUSH_SLOT (d->nodes);
  n->wut = get_list (s, d, NULL);
  n->current = get_list (s, d, NULL);
  n->done = get_list (s, d, numbered);
  n->dead = get_list (s, d, numbered);
  n->first_sleeper = (uint32_t)sett_saved_get_number (s);
  n->sleepers = (uint32_t)sett_saved_get_number (s);
  n->first_parked = (uint32_t)sett_saved_get_number (s);
  n->parked = (uint32_t)sett_saved_get_number (s);
  sett_saved_get (s, &n->refused, sizeof n->refused);
}

static const sett_wakeup *get_numbered (sett_saved *s, const records *all) {
  const uint64_t number = sett_saved_get_number (s);
  s->failed |= number >= all->count;
  return s->failed ? NULL : all->at[number];
}

static void get_sleepers (sett_saved *s, sett_dpor *d, const records *all) {
  for (uint64_t i = sett_saved_get_count (s, 16); i && !s->failed; i--) {
    sett_dpor_sleeper one = {.record = get_numbered (s, all)};
    one.arrivals = (uint32_t)sett_saved_get_number (s);
    SETT_PUSH (d->sleepers, one);
  }
  for (uint64_t i = sett_saved_get_count (s, 8); i && !s->failed; i--)
    SETT_PUSH (d->parked, get_numbered (s, all));
}

/* Sleepers and parked ones of each node are there. */
static int is_sound (const sett_dpor *d) {
  for (size_t i = 0; i < d->nodes.count; i++) {
    const sett_dpor_node *n = &d->nodes.at[i];
    if ((uint64_t)n->first_sleeper + n->sleepers > d->sleepers.count ||
        (uint64_t)n->first_parked + n->parked > d->parked.count)
      return 0;
  }
  return 1;
}

/* Deliberate errors. */
static void spoil (sett_dpor *d) {
  const int mutant = SETT_MUTANT (d->search.options.mutant);
  for (size_t i = 0; i < d->nodes.count; i++) {
    if (mutant == SETT_STATELESS_MUTANT_SAVED_WITHOUT_TREES) {
      sett_wakeup_put (&d->pool, d->nodes.at[i].wut);
      d->nodes.at[i].wut = NULL;
    }
    if (mutant == SETT_STATELESS_MUTANT_SAVED_WITHOUT_SLEEPERS)
      d->nodes.at[i].sleepers = 0;
  }
  if (mutant == SETT_STATELESS_MUTANT_SAVED_WITHOUT_RACES)
    d->open.count = 0;
}

void sett_dpor_load (sett_stateless *search, sett_saved *s,
                     const sett_log *log) {
  sett_dpor *d = (sett_dpor *)search;
  records numbered = {0};
  const uint64_t bits = sett_saved_get_number (s);
  const uint64_t ordered = sett_saved_get_number (s);
  SETT_ASSERT (!d->nodes.count && !d->order.count);
  d->begun = bits >> 1 & 1;
  d->again = bits & 1;
  d->start = (uint32_t)sett_saved_get_number (s);
  d->plan.length = (uint32_t)sett_saved_get_number (s);
  SETT_LOAD_VECTOR (s, d->choices);
  SETT_LOAD_VECTOR (s, d->open);
  SETT_LOAD_VECTOR (s, d->footprints.all);
  SETT_LOAD_VECTOR (s, d->footprints.uses);
  d->footprints.mixed = (int)sett_saved_get_number (s);
  for (uint64_t i = sett_saved_get_count (s, 9 * 8); i && !s->failed; i--)
    get_node (s, d, &numbered);
  get_sleepers (s, d, &numbered);
  SETT_RELEASE (numbered);
  s->failed |= (ordered && ordered != log->count) || !is_sound (d);
  d->raw = log;
  if (ordered && !s->failed)
    sett_hb_extend (&d->order, sett_footprints_extend (&d->footprints, log));
  spoil (d);
}
