/* Wake-up trees, and sequences that are inserted into them: see wakeup.h. */

#include "stateless/wakeup.h"

#include "base/assert.h"
#include "base/memory.h"

#include <string.h>

#define CHUNK 64

typedef struct sett_wakeup_chunk {
  struct sett_wakeup_chunk *next;
  sett_wakeup records[CHUNK];
} sett_wakeup_chunk;

static void free_effects (sett_wakeup *record) {
  if (record->effects != record->few)
    sett_free (record->effects, record->room * sizeof *record->effects);
}

void sett_wakeup_pool_release (sett_wakeup_pool *pool) {
  while (pool->chunks) {
    sett_wakeup_chunk *chunk = pool->chunks;
    pool->chunks = chunk->next;
    for (unsigned i = 0; i < CHUNK; i++)
      free_effects (&chunk->records[i]);
    sett_free (chunk, sizeof *chunk);
  }
  pool->free = NULL;
  pool->used = 0;
}

static void grow_pool (sett_wakeup_pool *pool) {
  sett_wakeup_chunk *chunk = sett_alloc (sizeof *chunk);
  chunk->next = pool->chunks;
  pool->chunks = chunk;
  for (unsigned i = 0; i < CHUNK; i++) {
    sett_wakeup *record = &chunk->records[i];
    record->effects = record->few;
    record->room = sizeof record->few / sizeof *record->few;
    record->next = pool->free;
    pool->free = record;
  }
}

void sett_wakeup_set (sett_wakeup *record, const sett_event *event,
                      const sett_effect *effects) {
  record->event = *event;
  if (event->effects > record->room) {
    free_effects (record);
    record->room = event->effects;
    record->effects = sett_alloc (record->room * sizeof *effects);
  }
  memcpy (record->effects, effects, event->effects * sizeof *effects);
  SETT_ASSERT (event->effects <= record->room);
}

sett_wakeup *sett_wakeup_get (sett_wakeup_pool *pool, const sett_event *event,
                              const sett_effect *effects) {
  if (!pool->free)
    grow_pool (pool);
  sett_wakeup *record = pool->free;
  pool->free = record->next;
  pool->used++;
  record->next = record->child = NULL;
  record->complete = record->shared = 0;
  sett_wakeup_set (record, event, effects);
  return record;
}

void sett_wakeup_put (sett_wakeup_pool *pool, sett_wakeup *list) {
  while (list) {
    sett_wakeup *next = list->next;
    sett_wakeup_put (pool, list->child);
    list->next = pool->free;
    pool->free = list;
    SETT_ASSERT (pool->used);
    pool->used--;
    list = next;
  }
}

void sett_wakeup_shorten (sett_wakeup_pool *pool, sett_wakeup *list) {
  for (; list; list = list->next) {
    sett_wakeup_put (pool, list->child);
    list->child = NULL;
  }
}

void sett_sequence_release (sett_sequence *v) {
  sett_free (v->items, v->room * sizeof *v->items);
  sett_free (v->effects, v->effect_room * sizeof *v->effects);
  sett_free (v->way, v->way_room * sizeof *v->way);
}

static const sett_event *event_of (const sett_sequence *v, uint32_t item) {
  SETT_ASSERT (item == SETT_EARLIER || item < v->order->count);
  return item == SETT_EARLIER ? &v->event : sett_hb_event (v->order, item);
}

static const sett_effect *effects_of (const sett_sequence *v, uint32_t item) {
  return item == SETT_EARLIER
             ? v->effects
             : sett_hb_effects (v->order, sett_hb_event (v->order, item));
}

uint32_t sett_sequence_find (const sett_sequence *v, unsigned thread) {
  for (uint32_t i = v->from; i < v->count; i++)
    if (event_of (v, v->items[i])->thread == thread)
      return i;
  return SETT_NO_EVENT;
}

/* The earlier event is the last item: it precedes nothing, as all that happens
   after it happens after the event that it shall be earlier than, too. */
static int precedes (const sett_sequence *v, uint32_t a, uint32_t b) {
  if (b == SETT_EARLIER)
    return sett_hb_covers (v->order, v->past, a);
  return sett_hb_before (v->order, a, b);
}

int sett_sequence_is_initial (const sett_sequence *v, uint32_t position) {
  SETT_ASSERT (position < v->count);
  const uint32_t item = v->items[position];
  for (uint32_t i = v->from; i < position; i++)
    if (precedes (v, v->items[i], item))
      return 0;
  return 1;
}

static int arrives (const sett_event *event, const sett_effect *effects,
                    uint32_t object) {
  for (uint32_t i = 0; i < event->effects; i++)
    if (effects[i].object == object &&
        (effects[i].kind == SETT_EFFECT_ARRIVE ||
         effects[i].kind == SETT_EFFECT_ARRIVE_LAST))
      return 1;
  return 0;
}

/* Two arrivals at a barrier commute unless nobody else is missing. */
static int crowds (const sett_sequence *v, const sett_effect *effect,
                   uint64_t missing, int without_earlier) {
  uint64_t arrivals = 0;
  if (effect->kind != SETT_EFFECT_ARRIVE)
    return 0;
  for (uint32_t i = v->from; i < v->count; i++)
    if (v->items[i] != SETT_EARLIER || !without_earlier)
      arrivals +=
          (uint64_t)arrives (event_of (v, v->items[i]),
                             effects_of (v, v->items[i]), effect->object);
  return arrivals && arrivals + 2 > missing;
}

uint64_t sett_wakeup_missing (const sett_wakeup *record) {
  for (uint32_t i = 0; i < record->event.effects; i++)
    if (record->effects[i].kind == SETT_EFFECT_ARRIVE)
      return record->effects[i].before;
  return 0;
}

int sett_sequence_independent (const sett_sequence *v, const sett_event *event,
                               const sett_effect *effects, uint64_t missing,
                               int without_earlier) {
  for (uint32_t i = v->from; i < v->count; i++) {
    const uint32_t item = v->items[i];
    if (item == SETT_EARLIER && without_earlier)
      continue;
    if (item == SETT_EARLIER && v->unknown)
      return 0;
    if (sett_events_dependent (event, effects, event_of (v, item),
                               effects_of (v, item)))
      return 0;
  }
  for (uint32_t i = 0; i < event->effects; i++)
    if (crowds (v, &effects[i], missing, without_earlier))
      return 0;
  return 1;
}

int sett_sequence_needs (const sett_sequence *v, uint32_t item) {
  return item == SETT_EARLIER || sett_hb_covers (v->order, v->cause, item);
}

/* Usually the first one. */
static void take_out (sett_sequence *v, uint32_t position) {
  memmove (v->items + v->from + 1, v->items + v->from,
           (position - v->from) * sizeof *v->items);
  v->from++;
}

/* How many arrivals are missing at a barrier before the first event?  0: not
   known. */
static uint64_t missing_before (const sett_sequence *v, uint32_t object) {
  const sett_chain *chain = sett_hb_chain (v->order, object);
  const uint32_t position = sett_hb_first_use (chain, v->first);
  return position < chain->count
             ? sett_hb_used (v->order, &chain->at[position])->before
             : 0;
}

/* The same in the state where a branch begins, which tells about its barrier
   what was true in another order. */
static uint64_t missing_at (const sett_sequence *v, const sett_wakeup *branch) {
  for (uint32_t i = 0; i < branch->event.effects; i++) {
    const sett_effect *effect = &branch->effects[i];
    if (effect->kind != SETT_EFFECT_ARRIVE)
      continue;
    uint64_t missing = missing_before (v, effect->object);
    for (uint32_t j = 0; j < v->way_count && missing; j++)
      missing -= (uint64_t)arrives (&v->way[j]->event, v->way[j]->effects,
                                    effect->object);
    return missing;
  }
  return 0;
}

/* Can the sequence go on in this branch?  If so `position` is that of the item
   which is the branch's event, or SETT_NO_EVENT if there is none. */
static int fits (const sett_sequence *v, const sett_wakeup *branch,
                 uint32_t *position) {
  const sett_event *event = &branch->event;
  *position = sett_sequence_find (v, event->thread);
  if (*position != SETT_NO_EVENT)
    return event_of (v, v->items[*position])->alternative ==
               event->alternative &&
           sett_sequence_is_initial (v, *position);
  return sett_sequence_independent (v, event, branch->effects,
                                    missing_at (v, branch), 0);
}

/* May the earlier event come before those that need not precede it?  Not if it
   is a choice, or may become one, or if one of them is. */
static int may_hurry (const sett_sequence *v) {
  if (!v->settled || v->event.alternatives > 1)
    return 0;
  for (uint32_t i = 0; i < v->event.effects; i++)
    switch (v->effects[i].kind) {
    case SETT_EFFECT_SIGNAL:
    case SETT_EFFECT_LOST:
    case SETT_EFFECT_ARRIVE:
    case SETT_EFFECT_ARRIVE_LAST:
      return 0;
    }
  for (uint32_t i = v->from; i < v->count; i++) {
    const uint32_t item = v->items[i];
    if (item == SETT_EARLIER || sett_hb_covers (v->order, v->past, item))
      continue;
    const sett_event *event = event_of (v, item);
    if (event->alternatives > 1 ||
        sett_events_dependent (event, effects_of (v, item), &v->event,
                               v->effects))
      return 0;
  }
  return 1;
}

static sett_wakeup **append (sett_wakeup_pool *pool, sett_wakeup **place,
                             const sett_sequence *v, uint32_t item) {
  sett_wakeup *record =
      sett_wakeup_get (pool, event_of (v, item), effects_of (v, item));
  *place = record;
  return &record->child;
}

/* When does an item come in a new branch: with what is needed first, as the
   earlier event, or behind it? */
static int turn_of (const sett_sequence *v, uint32_t item, int hurry) {
  if (item == SETT_EARLIER)
    return hurry ? 1 : 2;
  return hurry && !sett_hb_covers (v->order, v->past, item) ? 2 : 0;
}

/* Makes a branch of the items.  True if all up to the earlier event are needed
   in any case.  What comes along behind it saves executions that would be known
   in the end; if that is too much it is left out. */
static int grow (sett_wakeup_pool *pool, sett_wakeup **place,
                 const sett_sequence *v) {
  const int hurry = may_hurry (v);
  int needed = 1, reached = 0;
  uint32_t extras = 0;
  for (uint32_t i = v->from; i < v->count; i++)
    extras += hurry && turn_of (v, v->items[i], hurry) == 2;
  const int last = extras > v->most_extras ? 1 : 2;
  for (int turn = 0; turn <= last; turn++)
    for (uint32_t i = v->from; i < v->count; i++) {
      const uint32_t item = v->items[i];
      if (turn_of (v, item, hurry) != turn)
        continue;
      reached |= item == SETT_EARLIER;
      if (!reached)
        needed &= sett_sequence_needs (v, item);
      place = append (pool, place, v, item);
    }
  return needed;
}

static int insert_below (sett_wakeup_pool *, sett_wakeup **, sett_sequence *,
                         sett_thread_set known);

static void go_along (sett_sequence *v, const sett_wakeup *branch) {
  if (v->way_count == v->way_room) {
    const uint32_t room = v->way_room ? 2 * v->way_room : 64;
    v->way = sett_resize (v->way, v->way_room * sizeof *v->way,
                          room * sizeof *v->way);
    v->way_room = room;
  }
  v->way[v->way_count++] = branch;
}

/* The branch is a choice of a thread that the sequence does not know of: all
   its alternatives lead there. */
static void insert_alternatives (sett_wakeup_pool *pool, sett_wakeup **tree,
                                 const sett_wakeup *branch,
                                 const sett_sequence *v) {
  const sett_event event = branch->event;
  for (unsigned a = 0; a < event.alternatives; a++) {
    sett_sequence copy = *v;
    sett_wakeup **place = tree;
    if (a == event.alternative)
      continue;
    while (*place && ((*place)->event.thread != event.thread ||
                      (*place)->event.alternative != a))
      place = &(*place)->next;
    if (*place && !(*place)->child)
      continue;
    if (!*place) {
      *place = sett_wakeup_get (pool, &event, branch->effects);
      (*place)->event.alternative = (uint16_t)a;
    }
    (*place)->shared = 1;
    copy.items = sett_alloc (v->count * sizeof *v->items);
    memcpy (copy.items, v->items, v->count * sizeof *v->items);
    copy.way = NULL;
    copy.way_room = copy.way_count = 0;
    for (uint32_t i = 0; i < v->way_count; i++)
      go_along (&copy, v->way[i]);
    go_along (&copy, *place);
    insert_below (pool, &(*place)->child, &copy, SETT_NO_THREADS);
    sett_free (copy.items, v->count * sizeof *v->items);
    sett_free (copy.way, copy.way_room * sizeof *copy.way);
  }
}

/* The first branch in which the sequence can go on, or the end of the tree. */
static sett_wakeup **find_branch (const sett_sequence *v, sett_wakeup **tree,
                                  sett_thread_set known, uint32_t *position) {
  while (*tree && (sett_threads_have (known, (*tree)->event.thread) ||
                   !fits (v, *tree, position)))
    tree = &(*tree)->next;
  return tree;
}

static int insert_below (sett_wakeup_pool *pool, sett_wakeup **tree,
                         sett_sequence *v, sett_thread_set known) {
  int needed = 1;
  for (;;) {
    uint32_t position = SETT_NO_EVENT;
    sett_wakeup **place = find_branch (v, tree, known, &position);
    if (!*place)
      return needed & grow (pool, place, v);
    sett_wakeup *branch = *place;
    if (position == SETT_NO_EVENT) {
      needed = 0;
      branch->shared = 1;
      if (branch->event.alternatives > 1)
        insert_alternatives (pool, tree, branch, v);
    } else {
      const uint32_t item = v->items[position];
      needed &= sett_sequence_needs (v, item);
      take_out (v, position);
      if (item == SETT_EARLIER) {
        v->found = needed;
        needed = 1;
      }
    }
    if (!branch->child)
      return needed;
    if (v->from == v->count) {
      branch->child->shared = 1;
      return needed;
    }
    go_along (v, branch);
    tree = &branch->child;
    known = SETT_NO_THREADS;
  }
}

int sett_wakeup_insert (sett_wakeup_pool *pool, sett_wakeup **tree,
                        sett_sequence *v, sett_thread_set known) {
  v->found = -1;
  v->way_count = 0;
  const int needed = insert_below (pool, tree, v, known);
  return v->found < 0 ? needed : v->found;
}
