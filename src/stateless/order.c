#include "stateless/order.h"

#include "base/memory.h"

#include <string.h>

#define SMALLEST_WIDTH 4

void sett_order_init (sett_order *order) {
  memset (order, 0, sizeof *order);
  order->width = SMALLEST_WIDTH;
  for (unsigned t = 0; t < SETT_MOST_THREADS; t++)
    order->last[t] = SETT_NOBODY;
}

void sett_order_release (sett_order *order) {
  sett_free (order->clocks, order->clock_room * sizeof *order->clocks);
  sett_free (order->predecessors, order->room * sizeof *order->predecessors);
  sett_free (order->first_links, order->room * sizeof *order->first_links);
  sett_free (order->links, order->link_room * sizeof *order->links);
  sett_free (order->heads, order->head_room * sizeof *order->heads);
}

static uint32_t larger (uint32_t room, uint32_t needed) {
  room = room ? room : 64;
  while (room < needed)
    room *= 2;
  return room;
}

static void make_room (sett_order *order, uint32_t events) {
  if (events <= order->room)
    return;
  const uint32_t room = larger (order->room, events);
  order->predecessors = sett_resize (order->predecessors,
                                     order->room * sizeof *order->predecessors,
                                     room * sizeof *order->predecessors);
  order->first_links =
      sett_resize (order->first_links, order->room * sizeof *order->first_links,
                   room * sizeof *order->first_links);
  order->room = room;
}

static void make_clock_room (sett_order *order, uint32_t events) {
  if (events * order->width <= order->clock_room)
    return;
  const uint32_t room = larger (order->clock_room, events * order->width);
  order->clocks =
      sett_resize (order->clocks, order->clock_room * sizeof *order->clocks,
                   room * sizeof *order->clocks);
  order->clock_room = room;
}

/* More threads than before: the clocks move apart, the last one first. */
static void widen (sett_order *order, uint32_t threads) {
  const uint32_t old = order->width;
  if (threads <= old)
    return;
  order->width = (threads + 3) & ~3u;
  make_clock_room (order, order->count);
  for (uint32_t i = order->count; i-- > 0;) {
    uint32_t *to = order->clocks + (size_t)i * order->width;
    memmove (to, order->clocks + (size_t)i * old, old * sizeof *to);
    memset (to + old, 0, (order->width - old) * sizeof *to);
  }
}

static uint32_t *head_of (sett_order *order, uint32_t object) {
  if (object >= order->head_room) {
    const uint32_t room = larger (order->head_room, object + 1);
    order->heads =
        sett_resize (order->heads, order->head_room * sizeof *order->heads,
                     room * sizeof *order->heads);
    for (uint32_t i = order->head_room; i < room; i++)
      order->heads[i] = SETT_NOBODY;
    order->head_room = room;
  }
  return &order->heads[object];
}

static void push_link (sett_order *order, uint32_t event, uint16_t number,
                       const sett_effect *effect) {
  if (order->link_count == order->link_room) {
    const uint32_t room = larger (order->link_room, order->link_count + 1);
    order->links =
        sett_resize (order->links, order->link_room * sizeof *order->links,
                     room * sizeof *order->links);
    order->link_room = room;
  }
  uint32_t *head = head_of (order, effect->object);
  uint32_t change = *head;
  if (change != SETT_NOBODY &&
      sett_effect_is_reading (order->links[change].kind))
    change = order->links[change].previous_change;
  order->links[order->link_count] =
      (sett_link){*head, change, event, effect->object, number, effect->kind};
  *head = order->link_count++;
}

void sett_order_forget (sett_order *order, uint32_t event) {
  if (event >= order->count)
    return;
  for (uint32_t i = order->count; i-- > event;)
    order->last[sett_order_event (order, i)->thread] = order->predecessors[i];
  const uint32_t first = order->first_links[event];
  while (order->link_count > first) {
    const sett_link *link = &order->links[--order->link_count];
    order->heads[link->object] = link->previous;
  }
  order->count = event;
}

uint32_t sett_order_next_link (const sett_order *order,
                               const sett_effect *effect, uint32_t before,
                               uint32_t link) {
  const int reading = sett_effect_is_reading (effect->kind);
  if (link == SETT_NOBODY) {
    if (effect->object >= order->head_room)
      return SETT_NOBODY;
    link = order->heads[effect->object];
  } else
    link = reading ? order->links[link].previous_change
                   : order->links[link].previous;
  while (link != SETT_NOBODY) {
    const sett_link *l = &order->links[link];
    if (l->event < before && sett_effects_conflict (effect->kind, l->kind))
      break;
    link = reading ? l->previous_change : l->previous;
  }
  return link;
}

void sett_order_hard_past (const sett_order *order, const sett_event *event,
                           uint32_t index, uint32_t *clock) {
  const uint32_t before = index < order->count ? order->predecessors[index]
                                               : order->last[event->thread];
  const size_t bytes = order->width * sizeof *clock;
  if (before == SETT_NOBODY)
    memset (clock, 0, bytes);
  else
    memcpy (clock, sett_order_clock (order, before), bytes);
  if (event->cause != SETT_NO_CAUSE)
    sett_order_join (order, clock, sett_order_clock (order, event->cause));
}

/* Joins the clocks of all earlier events that conflict with an effect. */
static void join_conflicts (sett_order *order, const sett_event *event,
                            const sett_effect *effect, uint32_t index,
                            uint32_t *clock) {
  for (uint32_t i = SETT_NOBODY;;) {
    i = sett_order_next_link (order, effect, index, i);
    if (i == SETT_NOBODY)
      return;
    const sett_link *link = &order->links[i];
    if (!sett_order_covers (order, clock, link->event) &&
        sett_order_event (order, link->event)->thread != event->thread)
      sett_order_join (order, clock, sett_order_clock (order, link->event));
    if (sett_effect_is_wall (link->kind))
      return;
  }
}

static void join_everything (sett_order *order, uint32_t *clock) {
  for (uint32_t t = 0; t < order->width; t++)
    if (order->last[t] != SETT_NOBODY)
      sett_order_join (order, clock, sett_order_clock (order, order->last[t]));
}

static void add (sett_order *order, uint32_t index) {
  const sett_event *event = sett_order_event (order, index);
  uint32_t *clock = order->clocks + (size_t)index * order->width;
  order->predecessors[index] = order->last[event->thread];
  order->first_links[index] = order->link_count;
  sett_order_hard_past (order, event, index, clock);
  if (event->operation == SETT_DO_END)
    join_everything (order, clock);
  else
    for (uint32_t i = 0; i < event->effects; i++)
      join_conflicts (order, event, sett_order_effects (order, event) + i,
                      index, clock);
  for (uint32_t i = 0; i < event->effects; i++)
    push_link (order, index, i, sett_order_effects (order, event) + i);
  clock[event->thread] = index + 1;
  order->last[event->thread] = index;
}

void sett_order_extend (sett_order *order, const sett_log *log) {
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
}
