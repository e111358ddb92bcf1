/* The order of the execution at hand: happens-before by vector clocks, and for
   each object the chain of those who used it.

   An event happens after its predecessor in its thread, after its cause, after
   every earlier event of another thread that it is dependent on, and, if it
   takes a turn at a queue, after the turn at the other end that it waited for.
   What ends the program is dependent on everything.

   Only the new end of an execution is computed: the events before the point
   where the plan departed from the last execution keep their clocks, and the
   chains are shortened by as many uses as events are forgotten.

   Nobody walks along a whole chain, so that an event costs as much in a long
   execution as in a short one:

   - Whoever looks for earlier uses begins at those of the event in question,
     and ends at a wall (a use that conflicts with all others) that is covered:
     one that happens before the event in any case, or before an event that was
     found to race with it.  All uses before a wall happen before it, so they
     are covered, too.
   - Uses between which there is no conflict are a run: increments that commute,
     readers, signals that nobody hears.  Each use knows where its run begins,
     which kinds the run has so far, and a clock that covers it so far.  So a
     run that does not conflict is passed in one step, and so is a covered one.
   - Whoever looks for later uses (reversal.c) finds the place by bisection, and
     ends at a wall that happens after the event it looks from: so does all that
     is behind it.
   - Of each thread the events that happen after a certain one are its last
     ones, and where they begin is found by bisection.

   Nothing is lost by that: a use that is passed does not conflict, or it is
   covered, and with neither would the search for races have done anything.  So
   the races are those that one finds by looking at every use: the pairs with no
   third event between them in happens-before, and behind them, where the second
   event cannot precede the first, the next ones (dpor.c says why these are
   enough). */

#ifndef SETT_STATELESS_HAPPENS_BEFORE_H
#define SETT_STATELESS_HAPPENS_BEFORE_H

#include "base/vector.h"
#include "kernel/runner.h"

#include <string.h>

#define SETT_NO_EVENT UINT32_MAX
/* Clocks consist of groups of so many components, which a processor handles at
   once. */
#define SETT_HB_GROUP 4

/* One use of an object. */
typedef struct sett_use {
  uint32_t event;
  uint32_t run;   /* where in the chain its run begins */
  uint32_t kinds; /* in the run so far: a bit mask */
  uint32_t clock; /* of the run so far: number of a summary, or SETT_NO_EVENT if
                     the clock of the event will do */
  uint16_t effect; /* its number within the event */
  uint8_t kind;
  uint8_t thread;
} sett_use;

/* The uses of an object, by time. */
typedef struct sett_chain {
  sett_use *at;
  uint32_t count, room;
} sett_chain;

/* Where to find a use. */
typedef struct sett_place {
  uint32_t object;
  uint32_t position; /* in its chain */
} sett_place;

typedef struct sett_happens_before {
  const sett_log *log; /* the last execution; events and effects are there */
  int mutant;          /* stateless_search.h */
  uint32_t count;      /* events with clocks */
  uint32_t width;      /* threads in a clock: whole groups */
  uint32_t *clocks;    /* `width` of them for each event */
  uint32_t clock_room;
  uint32_t *summaries; /* clocks of runs, likewise */
  uint32_t summary_count, summary_room;
  uint32_t *predecessors; /* of each event, in its thread */
  uint32_t *first_places; /* of each event; the next one's are behind */
  uint32_t room;
  sett_place *places;
  uint32_t place_count, place_room;
  sett_chain *chains; /* of each object */
  uint32_t chain_room;
  uint32_t last[SETT_MOST_THREADS];              /* event of each thread */
  SETT_VECTOR (uint32_t) own[SETT_MOST_THREADS]; /* events of each thread */
} sett_happens_before;

void sett_hb_init (sett_happens_before *);
void sett_hb_release (sett_happens_before *);

/* Forgets the events from this one on. */
void sett_hb_forget (sett_happens_before *, uint32_t event);

/* Adds the events of a log; it must agree with what is not forgotten. */
void sett_hb_extend (sett_happens_before *, const sett_log *);

/* What precedes an event in any case, whatever the order of the others: the
   clock of its predecessor and of its cause.  The event is the log's at
   `index`, or a pending one (index: the number of events). */
void sett_hb_hard_past (const sett_happens_before *, const sett_event *,
                        uint32_t index, uint32_t *clock);

/* Where the event's effect of this number stands in its chain, or would stand
   if the event is a pending one: behind all uses of earlier events. */
uint32_t sett_hb_position (const sett_happens_before *, uint32_t index,
                           uint32_t number, uint32_t object);

/* The last use before `position` that conflicts with an effect of this kind:
   its position, or SETT_NO_EVENT. */
uint32_t sett_hb_conflict (const sett_chain *, sett_effect_kind,
                           uint32_t position);

/* The event that took this turn at the end of a queue, or SETT_NO_EVENT. */
uint32_t sett_hb_turn (const sett_happens_before *, uint32_t end,
                       uint64_t turn);

/* The first use by an event that is not earlier than this one. */
uint32_t sett_hb_first_use (const sett_chain *, uint32_t event);

/* The events of a thread after `first` that do not happen after it: those of
   own.at[*from] up to, not including, own.at[*to]. */
void sett_hb_beside (const sett_happens_before *, uint32_t first,
                     unsigned thread, uint32_t *from, uint32_t *to);

static inline const sett_chain *sett_hb_chain (const sett_happens_before *order,
                                               uint32_t object) {
  static const sett_chain unused;
  return object < order->chain_room ? &order->chains[object] : &unused;
}

static inline const sett_event *sett_hb_event (const sett_happens_before *order,
                                               uint32_t index) {
  return &order->log->events[index];
}

static inline const sett_effect *
sett_hb_effects (const sett_happens_before *order, const sett_event *event) {
  return order->log->effects + event->first;
}

static inline const sett_effect *sett_hb_used (const sett_happens_before *order,
                                               const sett_use *use) {
  return sett_hb_effects (order, sett_hb_event (order, use->event)) +
         use->effect;
}

static inline const uint32_t *sett_hb_clock (const sett_happens_before *order,
                                             uint32_t index) {
  return order->clocks + (size_t)index * order->width;
}

/* Did the event end the execution, by a violation or the like? */
static inline int sett_hb_is_dead_end (const sett_happens_before *order,
                                       uint32_t index) {
  const sett_log *log = order->log;
  return index + 1 == log->count && log->stopped &&
         log->events[index].operation != SETT_DO_END && log->ending != SETT_CUT;
}

/* Is the event in the past that a clock describes? */
static inline int sett_hb_covers (const sett_happens_before *order,
                                  const uint32_t *clock, uint32_t index) {
  return clock[sett_hb_event (order, index)->thread] > index;
}

static inline int sett_hb_before (const sett_happens_before *order, uint32_t a,
                                  uint32_t b) {
  return sett_hb_covers (order, sett_hb_clock (order, b), a);
}

/* A clock that covers the use and all of its run before it. */
static inline const uint32_t *
sett_hb_run_clock (const sett_happens_before *order, const sett_use *use) {
  return use->clock == SETT_NO_EVENT
             ? sett_hb_clock (order, use->event)
             : order->summaries + (size_t)use->clock * order->width;
}

/* Is all that the second clock covers covered by the first? */
static inline int sett_hb_includes (const sett_happens_before *order,
                                    const uint32_t *clock,
                                    const uint32_t *other) {
  for (uint32_t i = 0; i < order->width; i++)
    if (clock[i] < other[i])
      return 0;
  return 1;
}

static inline void sett_hb_join (const sett_happens_before *order,
                                 uint32_t *restrict clock,
                                 const uint32_t *restrict other) {
  const uint32_t *const end = clock + order->width;
  for (; clock < end; clock += SETT_HB_GROUP, other += SETT_HB_GROUP)
    for (uint32_t k = 0; k < SETT_HB_GROUP; k++)
      clock[k] = clock[k] < other[k] ? other[k] : clock[k];
}

/* As a whole group: a processor that reads one as soon as a part of it was
   written has to wait. */
static inline void sett_hb_set (uint32_t *clock, uint32_t thread,
                                uint32_t value) {
  uint32_t *group = clock + thread / SETT_HB_GROUP * SETT_HB_GROUP;
  for (uint32_t k = 0; k < SETT_HB_GROUP; k++)
    group[k] = k == thread % SETT_HB_GROUP ? value : group[k];
}

static inline void sett_hb_copy (const sett_happens_before *order,
                                 uint32_t *restrict clock,
                                 const uint32_t *restrict other) {
  for (uint32_t i = 0; i < order->width; i += SETT_HB_GROUP)
    memcpy (clock + i, other + i, SETT_HB_GROUP * sizeof *clock);
}

/* Does an effect conflict with all others that its kind of object knows, so
   that all uses before it happen before it? */
static inline int sett_effect_is_wall (sett_effect_kind kind) {
  switch (kind) {
  case SETT_EFFECT_STORE:
  case SETT_EFFECT_RECEIVE:
  case SETT_EFFECT_NEXT:
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
         kind == SETT_EFFECT_RECEIVE || kind == SETT_EFFECT_NEXT ||
         kind == SETT_EFFECT_PASS || kind == SETT_EFFECT_LIVE;
}

#endif
