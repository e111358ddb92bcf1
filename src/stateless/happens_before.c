/* Happens-before of the execution at hand: see happens_before.h.  The first
   `count` events have clocks. */

#include "stateless/happens_before.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "stateless/stateless_search.h"

#include <string.h>

void sett_hb_init (sett_happens_before *order) {
  memset (order, 0, sizeof *order);
  order->width = SETT_HB_GROUP;
  for (unsigned t = 0; t < SETT_MOST_THREADS; t++)
    order->last[t] = SETT_NO_EVENT;
}

void sett_hb_release (sett_happens_before *order) {
  sett_free (order->clocks, order->clock_room * sizeof *order->clocks);
  sett_free (order->predecessors, order->room * sizeof *order->predecessors);
  sett_free (order->first_places, order->room * sizeof *order->first_places);
  sett_free (order->summaries, order->summary_room * sizeof *order->summaries);
  sett_free (order->places, order->place_room * sizeof *order->places);
  for (uint32_t i = 0; i < order->chain_room; i++)
    sett_free (order->chains[i].at,
               order->chains[i].room * sizeof *order->chains[i].at);
  sett_free (order->chains, order->chain_room * sizeof *order->chains);
  for (unsigned t = 0; t < order->width; t++)
    SETT_RELEASE (order->own[t]);
}

static uint32_t larger (uint32_t room, uint32_t needed) {
  room = room ? room : 64;
  while (room < needed)
    room *= 2;
  SETT_ASSERT (room >= needed);
  return room;
}

static void make_room (sett_happens_before *order, uint32_t events) {
  if (events <= order->room)
    return;
  const uint32_t room = larger (order->room, events);
  order->predecessors = sett_resize (order->predecessors,
                                     order->room * sizeof *order->predecessors,
                                     room * sizeof *order->predecessors);
  order->first_places = sett_resize (order->first_places,
                                     order->room * sizeof *order->first_places,
                                     room * sizeof *order->first_places);
  order->room = room;
  SETT_ASSERT (order->room >= events);
}

static void make_clock_room (sett_happens_before *order, uint32_t events) {
  if (events * order->width <= order->clock_room)
    return;
  const uint32_t room = larger (order->clock_room, events * order->width);
  order->clocks =
      sett_resize (order->clocks, order->clock_room * sizeof *order->clocks,
                   room * sizeof *order->clocks);
  order->clock_room = room;
  SETT_ASSERT (order->clock_room >= events * order->width);
}

static void make_summary_room (sett_happens_before *order, uint32_t summaries) {
  if (summaries * order->width <= order->summary_room)
    return;
  const uint32_t room = larger (order->summary_room, summaries * order->width);
  order->summaries =
      sett_resize (order->summaries, order->summary_room * sizeof (uint32_t),
                   room * sizeof (uint32_t));
  order->summary_room = room;
}

/* Clocks move apart, the last one first. */
static void spread (uint32_t *clocks, uint32_t count, uint32_t old,
                    uint32_t width) {
  for (uint32_t i = count; i-- > 0;) {
    uint32_t *to = clocks + (size_t)i * width;
    memmove (to, clocks + (size_t)i * old, old * sizeof *to);
    memset (to + old, 0, (width - old) * sizeof *to);
  }
}

/* More threads than before. */
static void widen (sett_happens_before *order, uint32_t threads) {
  const uint32_t old = order->width;
  if (threads <= old)
    return;
  order->width = (threads + SETT_HB_GROUP - 1) / SETT_HB_GROUP * SETT_HB_GROUP;
  make_clock_room (order, order->count);
  make_summary_room (order, order->summary_count);
  spread (order->clocks, order->count, old, order->width);
  spread (order->summaries, order->summary_count, old, order->width);
  SETT_ASSERT (order->width >= threads && order->width <= SETT_MOST_THREADS);
}

/* Chains. */

static sett_chain *chain_of (sett_happens_before *order, uint32_t object) {
  if (object >= order->chain_room) {
    const uint32_t room = larger (order->chain_room, object + 1);
    order->chains =
        sett_resize (order->chains, order->chain_room * sizeof *order->chains,
                     room * sizeof *order->chains);
    memset (order->chains + order->chain_room, 0,
            (room - order->chain_room) * sizeof *order->chains);
    order->chain_room = room;
  }
  return &order->chains[object];
}

/* The clock of a run that goes on with an event. */
static uint32_t summarise (sett_happens_before *order, const sett_use *before,
                           uint32_t event) {
  const uint32_t *own = sett_hb_clock (order, event);
  SETT_ASSERT (event < order->count);
  if (sett_hb_includes (order, own, sett_hb_run_clock (order, before)))
    return SETT_NO_EVENT;
  make_summary_room (order, order->summary_count + 1);
  uint32_t *sum =
      order->summaries + (size_t)order->summary_count * order->width;
  sett_hb_copy (order, sum, sett_hb_run_clock (order, before));
  sett_hb_join (order, sum, own);
  return order->summary_count++;
}

static void push_place (sett_happens_before *order, uint32_t object,
                        uint32_t position) {
  if (order->place_count == order->place_room) {
    const uint32_t room = larger (order->place_room, order->place_count + 1);
    order->places =
        sett_resize (order->places, order->place_room * sizeof *order->places,
                     room * sizeof *order->places);
    order->place_room = room;
  }
  order->places[order->place_count++] = (sett_place){object, position};
}

static void push_use (sett_happens_before *order, uint32_t event,
                      uint16_t number, const sett_effect *effect) {
  sett_chain *chain = chain_of (order, effect->object);
  if (chain->count == chain->room) {
    const uint32_t room = chain->room ? 2 * chain->room : 4;
    chain->at = sett_resize (chain->at, chain->room * sizeof *chain->at,
                             room * sizeof *chain->at);
    chain->room = room;
  }
  sett_use use = {event,
                  chain->count,
                  1u << effect->kind,
                  SETT_NO_EVENT,
                  number,
                  effect->kind,
                  sett_hb_event (order, event)->thread};
  SETT_ASSERT (use.thread < order->width);
  if (chain->count) {
    const sett_use *before = &chain->at[chain->count - 1];
    if (!(sett_effect_conflicts[use.kind] & (before->kinds | use.kinds))) {
      use.run = before->run;
      use.kinds |= before->kinds;
      use.clock = summarise (order, before, event);
    }
  }
  push_place (order, effect->object, chain->count);
  chain->at[chain->count++] = use;
}

static void pop_use (sett_happens_before *order) {
  SETT_ASSERT (order->place_count);
  sett_chain *chain =
      &order->chains[order->places[--order->place_count].object];
  if (chain->at[--chain->count].clock != SETT_NO_EVENT)
    order->summary_count--;
}

void sett_hb_forget (sett_happens_before *order, uint32_t event) {
  if (event >= order->count)
    return;
  for (uint32_t i = order->count; i-- > event;) {
    const unsigned thread = sett_hb_event (order, i)->thread;
    order->last[thread] = order->predecessors[i];
    SETT_ASSERT (order->own[thread].count);
    order->own[thread].count--;
  }
  while (order->place_count > order->first_places[event])
    pop_use (order);
  order->count = event;
  SETT_ASSERT (order->place_count == order->first_places[event] || event == 0);
}

uint32_t sett_hb_position (const sett_happens_before *order, uint32_t index,
                           uint32_t number, uint32_t object) {
  const sett_chain *chain = sett_hb_chain (order, object);
  if (index >= order->count)
    return chain->count;
  uint32_t position =
      order->places[order->first_places[index] + number].position;
  SETT_ASSERT (position < chain->count);
  while (position && chain->at[position - 1].event == index)
    position--;
  return position;
}

uint32_t sett_hb_conflict (const sett_chain *chain, sett_effect_kind kind,
                           uint32_t position) {
  const uint32_t conflicts = sett_effect_conflicts[kind];
  while (position-- > 0) {
    const sett_use *use = &chain->at[position];
    if (conflicts >> use->kind & 1)
      return position;
    if (!(conflicts & use->kinds))
      position = use->run;
  }
  return SETT_NO_EVENT;
}

/* Mostly it is one of the last. */
uint32_t sett_hb_turn (const sett_happens_before *order, uint32_t end,
                       uint64_t turn) {
  const sett_chain *chain = sett_hb_chain (order, end);
  for (uint32_t i = chain->count; i-- > 0;)
    if (chain->at[i].kind == SETT_EFFECT_NEXT &&
        sett_hb_used (order, &chain->at[i])->before == turn)
      return chain->at[i].event;
  return SETT_NO_EVENT;
}

uint32_t sett_hb_first_use (const sett_chain *chain, uint32_t event) {
  uint32_t low = 0, high = chain->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (chain->at[middle].event < event)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Happens-before. */

void sett_hb_beside (const sett_happens_before *order, uint32_t first,
                     unsigned thread, uint32_t *from, uint32_t *to) {
  const uint32_t *own = order->own[thread].at;
  SETT_ASSERT (first < order->count);
  const unsigned other = sett_hb_event (order, first)->thread;
  uint32_t low = 0, high = (uint32_t)order->own[thread].count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (own[middle] <= first)
      low = middle + 1;
    else
      high = middle;
  }
  *from = low;
  high = (uint32_t)order->own[thread].count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (sett_hb_clock (order, own[middle])[other] <= first)
      low = middle + 1;
    else
      high = middle;
  }
  *to = low;
  SETT_ASSERT (*from <= *to);
}

void sett_hb_hard_past (const sett_happens_before *order,
                        const sett_event *event, uint32_t index,
                        uint32_t *clock) {
  const uint32_t before = index < order->count ? order->predecessors[index]
                                               : order->last[event->thread];
  if (before == SETT_NO_EVENT)
    memset (clock, 0, order->width * sizeof *clock);
  else
    sett_hb_copy (order, clock, sett_hb_clock (order, before));
  SETT_ASSERT (event->cause == SETT_NO_CAUSE || event->cause < order->count);
  if (event->cause != SETT_NO_CAUSE)
    sett_hb_join (order, clock, sett_hb_clock (order, event->cause));
}

/* Joins the clocks of all earlier events that conflict with an effect: at once
   those of a run, if all of it does. */
static void join_conflicts (sett_happens_before *order,
                            const sett_effect *effect, uint32_t *clock) {
  const sett_chain *chain = sett_hb_chain (order, effect->object);
  const uint32_t conflicts = sett_effect_conflicts[effect->kind];
  uint32_t position = chain->count;
  while ((position = sett_hb_conflict (chain, effect->kind, position)) !=
         SETT_NO_EVENT) {
    const sett_use *use = &chain->at[position];
    const int whole = !(use->kinds & ~conflicts);
    if (whole && use->clock != SETT_NO_EVENT)
      sett_hb_join (order, clock, sett_hb_run_clock (order, use));
    else if (clock[use->thread] <= use->event)
      sett_hb_join (order, clock, sett_hb_clock (order, use->event));
    if (sett_effect_is_wall (use->kind))
      return;
    if (whole)
      position = use->run;
  }
}

/* What happened before the search began is before everything. */
static void join_turn (sett_happens_before *order, const sett_effect *effect,
                       uint32_t *clock) {
  if (effect->kind != SETT_EFFECT_NEXT || !effect->wanted ||
      SETT_MUTANT (order->mutant) == SETT_STATELESS_MUTANT_TURNS_UNORDERED)
    return;
  const uint32_t event = sett_hb_turn (order, sett_turn_end (effect->wanted),
                                       sett_turn_number (effect->wanted));
  if (event != SETT_NO_EVENT)
    sett_hb_join (order, clock, sett_hb_clock (order, event));
}

static void join_everything (sett_happens_before *order, uint32_t *clock) {
  for (uint32_t t = 0; t < order->width; t++)
    if (order->last[t] != SETT_NO_EVENT)
      sett_hb_join (order, clock, sett_hb_clock (order, order->last[t]));
}

static void add (sett_happens_before *order, uint32_t index) {
  const sett_event *event = sett_hb_event (order, index);
  SETT_ASSERT (event->thread < order->width);
  uint32_t *clock = order->clocks + (size_t)index * order->width;
  order->predecessors[index] = order->last[event->thread];
  order->first_places[index] = order->place_count;
  sett_hb_hard_past (order, event, index, clock);
  if (event->operation == SETT_DO_END)
    join_everything (order, clock);
  else
    for (uint32_t i = 0; i < event->effects; i++) {
      join_conflicts (order, sett_hb_effects (order, event) + i, clock);
      join_turn (order, sett_hb_effects (order, event) + i, clock);
    }
  sett_hb_set (clock, event->thread, index + 1);
  SETT_ASSERT_SLOW (order->predecessors[index] == SETT_NO_EVENT ||
                    sett_hb_before (order, order->predecessors[index], index));
  for (uint16_t i = 0; i < event->effects; i++)
    push_use (order, index, i, sett_hb_effects (order, event) + i);
  order->last[event->thread] = index;
  SETT_PUSH (order->own[event->thread], index);
}

void sett_hb_extend (sett_happens_before *order, const sett_log *log) {
  SETT_ASSERT (order->count <= log->count);
  order->log = log;
  widen (order, log->thread_count);
  make_room (order, log->count);
  make_clock_room (order, log->count);
  while (order->count < log->count) {
    const uint32_t index = order->count;
    /* The event counts from here on: its own clock is being made. */
    order->count++;
    add (order, index);
  }
  SETT_ASSERT (order->count == log->count);
}
