/* The order of the execution at hand: happens-before by vector clocks, and for
   each object the chain of those who used it.

   An event happens after its predecessor in its thread, after its cause, and
   after every earlier event of another thread that it is dependent on.  What
   ends the program is dependent on everything.

   Only the new end of an execution is computed: the events before the point
   where the plan departed from the last execution keep their clocks, and the
   chains are shortened by as many links as events are forgotten. */

#ifndef SETT_STATELESS_ORDER_H
#define SETT_STATELESS_ORDER_H

#include "kernel/runner.h"

#define SETT_NOBODY UINT32_MAX

/* One use of an object: the links of its chain. */
typedef struct sett_link {
  uint32_t previous;        /* the use before, or SETT_NOBODY */
  uint32_t previous_change; /* the last one before that was no mere reading */
  uint32_t event;
  uint32_t object;
  uint16_t effect; /* its number within the event */
  uint8_t kind;
} sett_link;

typedef struct sett_order {
  const sett_log *log; /* the last execution; events and effects are there */
  uint32_t count;      /* events with clocks */
  uint32_t width;      /* threads in a clock */
  uint32_t *clocks;    /* `width` of them for each event */
  uint32_t clock_room;
  uint32_t *predecessors; /* of each event, in its thread */
  uint32_t *first_links;  /* of each event; the next one's are behind */
  uint32_t room;
  sett_link *links;
  uint32_t link_count, link_room;
  uint32_t *heads; /* of each object: its last link */
  uint32_t head_room;
  uint32_t last[SETT_MOST_THREADS]; /* event of each thread */
} sett_order;

void sett_order_init (sett_order *);
void sett_order_release (sett_order *);

/* Forgets the events from this one on. */
void sett_order_forget (sett_order *, uint32_t event);

/* Adds the events of a log; it must agree with what is not forgotten. */
void sett_order_extend (sett_order *, const sett_log *);

/* What precedes an event in any case, whatever the order of the others: the
   clock of its predecessor and of its cause.  The event is the log's at
   `index`, or a pending one (index: the number of events). */
void sett_order_hard_past (const sett_order *, const sett_event *,
                           uint32_t index, uint32_t *clock);

/* Later uses of an object first: what conflicts with an effect before the event
   `before`.  Begins with SETT_NOBODY as `link`. */
uint32_t sett_order_next_link (const sett_order *, const sett_effect *,
                               uint32_t before, uint32_t link);

static inline const sett_event *sett_order_event (const sett_order *order,
                                                  uint32_t index) {
  return &order->log->events[index];
}

static inline const sett_effect *sett_order_effects (const sett_order *order,
                                                     const sett_event *event) {
  return order->log->effects + event->first;
}

static inline const sett_effect *sett_order_used (const sett_order *order,
                                                  const sett_link *link) {
  return sett_order_effects (order, sett_order_event (order, link->event)) +
         link->effect;
}

static inline const uint32_t *sett_order_clock (const sett_order *order,
                                                uint32_t index) {
  return order->clocks + (size_t)index * order->width;
}

/* Did the event end the execution, by a fault or the like? */
static inline int sett_order_is_dead_end (const sett_order *order,
                                          uint32_t index) {
  const sett_log *log = order->log;
  return index + 1 == log->count && log->stopped &&
         log->events[index].operation != SETT_DO_END && log->ending != SETT_CUT;
}

/* Is the event in the past that a clock describes? */
static inline int sett_order_covers (const sett_order *order,
                                     const uint32_t *clock, uint32_t index) {
  return clock[sett_order_event (order, index)->thread] > index;
}

static inline int sett_order_before (const sett_order *order, uint32_t a,
                                     uint32_t b) {
  return sett_order_covers (order, sett_order_clock (order, b), a);
}

static inline void sett_order_join (const sett_order *order, uint32_t *clock,
                                    const uint32_t *other) {
  for (uint32_t i = 0; i < order->width; i++)
    if (clock[i] < other[i])
      clock[i] = other[i];
}

/* Where an effect of an event stands in the list of its object: to begin
   sett_order_next_link with.  Events that have not happened are nowhere. */
static inline uint32_t sett_order_own_link (const sett_order *order,
                                            uint32_t index, uint32_t number) {
  return index < order->count ? order->first_links[index] + number
                              : SETT_NOBODY;
}

/* Does an effect conflict with all others that its kind of object knows, so
   that all uses before it happen before it? */
static inline int sett_effect_is_wall (sett_effect_kind kind) {
  switch (kind) {
  case SETT_EFFECT_STORE:
  case SETT_EFFECT_RECEIVE:
  case SETT_EFFECT_ACQUIRE:
  case SETT_EFFECT_TAKE:
  case SETT_EFFECT_SIGNAL:
  case SETT_EFFECT_ARRIVE_LAST:
  case SETT_EFFECT_CHANGE:
    return 1;
  default:
    return 0;
  }
}

static inline int sett_effect_is_reading (sett_effect_kind kind) {
  return kind == SETT_EFFECT_LOAD || kind == SETT_EFFECT_AWAIT;
}

/* Can it be that the effect has to wait? */
static inline int sett_effect_blocks (sett_effect_kind kind) {
  return kind == SETT_EFFECT_ACQUIRE || kind == SETT_EFFECT_SHARE ||
         kind == SETT_EFFECT_TAKE || kind == SETT_EFFECT_AWAIT ||
         kind == SETT_EFFECT_RECEIVE || kind == SETT_EFFECT_LIVE;
}

#endif
