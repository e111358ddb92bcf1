/* Races of optimal dynamic partial-order reduction: for an event of the
   execution at hand, the earlier ones of other threads that it conflicts with
   and that nothing in between orders before it, latest first; each is reversed
   (reversal.h), and what that takes is inserted where the earlier one is.

   What always holds: a race whose sequence may look different in another
   execution with the same beginning stays open (`open`, by second event). */

#include "base/mutant.h"
#include "stateless/dpor.h"

#include "base/assert.h"

/* On the way to the root of a part: events as they were executed (`way`). */
static const sett_happens_before *order_for (const sett_dpor *d,
                                             uint32_t first) {
  return first < d->root && sett_dpor_has_way (d) ? &d->way : &d->order;
}

/* Is a race with this event to be reversed according to the order at hand? */
static int counts (const sett_dpor *d, uint32_t first) {
  return d->scanned == order_for (d, first);
}

/* Would the second event be possible before the first? */
static sett_possibility reverse (sett_dpor *d, uint32_t first,
                                 const sett_event *second,
                                 const sett_effect *effects, uint32_t index,
                                 uint32_t place) {
  SETT_ASSERT (first < index);
  if (!counts (d, first) && !sett_event_blocks (second, effects))
    return SETT_POSSIBLE;
  const sett_possibility result = sett_reversal_build (
      &d->sequence, d->scanned, first, second, effects, index, place, 0);
  if (result != SETT_IMPOSSIBLE && counts (d, first) &&
      !sett_dpor_insert (d, first) && index < d->order.count)
    SETT_PUSH (d->open, ((sett_dpor_race){first, index}));
  return result;
}

/* What ends the program races with the last event of every other thread. */
static void scan_everything (sett_dpor *d, const sett_event *event,
                             const sett_effect *effects, uint32_t index) {
  uint32_t known[SETT_MOST_THREADS];
  sett_hb_hard_past (d->scanned, event, index, known);
  for (;;) {
    uint32_t latest = SETT_NO_EVENT;
    for (uint32_t t = 0; t < d->scanned->width; t++) {
      const uint32_t last = d->scanned->last[t];
      if (t != event->thread && last != SETT_NO_EVENT &&
          !sett_hb_covers (d->scanned, known, last) &&
          (latest == SETT_NO_EVENT || last > latest))
        latest = last;
    }
    if (latest == SETT_NO_EVENT)
      return;
    reverse (d, latest, event, effects, index, SETT_NO_EVENT);
    sett_hb_join (d->scanned, known, sett_hb_clock (d->scanned, latest));
  }
}

/* The latest event that any of the cursors is at. */
static uint32_t latest_of (const sett_dpor *d, const sett_effect *effects,
                           uint32_t count) {
  uint32_t latest = SETT_NO_EVENT;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t position = d->cursors.at[i];
    if (position == SETT_NO_EVENT)
      continue;
    const uint32_t event =
        sett_hb_chain (d->scanned, effects[i].object)->at[position].event;
    if (latest == SETT_NO_EVENT || event > latest)
      latest = event;
  }
  return latest;
}

/* From a use to the next one, earlier, that conflicts.  What is covered is
   passed: the rest of the run, or, before a wall, everything. */
static uint32_t pass (const sett_dpor *d, const sett_effect *effect,
                      uint32_t position, const uint32_t *known) {
  const sett_chain *chain = sett_hb_chain (d->scanned, effect->object);
  const sett_use *use = &chain->at[position];
  if (sett_effect_is_wall (use->kind)) {
    if (sett_hb_covers (d->scanned, known, use->event))
      return SETT_NO_EVENT;
  } else if (sett_hb_includes (d->scanned, known,
                               sett_hb_run_clock (d->scanned, use)))
    position = use->run;
  return sett_hb_conflict (chain, effect->kind, position);
}

static void advance (sett_dpor *d, const sett_event *event,
                     const sett_effect *effects, uint32_t passed,
                     const uint32_t *known) {
  for (uint32_t i = 0; i < event->effects; i++) {
    const sett_chain *chain = sett_hb_chain (d->scanned, effects[i].object);
    uint32_t *cursor = &d->cursors.at[i];
    while (*cursor != SETT_NO_EVENT && chain->at[*cursor].event == passed)
      *cursor = pass (d, &effects[i], *cursor, known);
  }
}

/* Finds the events that race with this one, latest first.  One that happens
   before another one found is left to executions in which that one is
   reversed.  If an event does not keep this one from coming before it, but
   others in between do (an unlock, and the lock before), the search goes on
   behind those.  If it was displaced (reversal.h), what happens after its place
   is not there. */
static void scan_from (sett_dpor *d, const sett_event *event,
                       const sett_effect *effects, uint32_t index,
                       uint32_t place) {
  const uint32_t from = place == SETT_NO_EVENT ? index : place;
  const int blocks = sett_event_blocks (event, effects);
  uint32_t known[SETT_MOST_THREADS];
  uint32_t latest;
  if (!event->effects)
    return;
  sett_hb_hard_past (d->scanned, event, from, known);
  d->cursors.count = 0;
  for (uint32_t i = 0; i < event->effects; i++) {
    const uint32_t object = effects[i].object;
    const uint32_t cursor =
        sett_hb_conflict (sett_hb_chain (d->scanned, object), effects[i].kind,
                          sett_hb_position (d->scanned, index, i, object));
    SETT_PUSH (d->cursors, cursor);
  }
  while ((latest = latest_of (d, effects, event->effects)) != SETT_NO_EVENT &&
         !sett_dpor_must_stop (d)) {
    const int there =
        place == SETT_NO_EVENT ||
        sett_hb_clock (d->scanned, latest)[event->thread] <= place;
    if (there && sett_hb_event (d->scanned, latest)->thread != event->thread &&
        !sett_hb_covers (d->scanned, known, latest)) {
      const sett_possibility result =
          reverse (d, latest, event, effects, index, place);
      if (result == SETT_POSSIBLE || !blocks ||
          SETT_MUTANT (d->search.options.mutant) ==
              SETT_STATELESS_MUTANT_NO_WALK_BACK)
        sett_hb_join (d->scanned, known, sett_hb_clock (d->scanned, latest));
    }
    advance (d, event, effects, latest, known);
  }
}

static void scan (sett_dpor *d, const sett_event *event,
                  const sett_effect *effects, uint32_t index) {
  scan_from (d, event, effects, index, SETT_NO_EVENT);
}

static void find_races (sett_dpor *d, uint32_t index) {
  const sett_event *event = sett_hb_event (d->scanned, index);
  const sett_effect *effects = sett_hb_effects (d->scanned, event);
  if (event->operation == SETT_DO_END)
    scan_everything (d, event, effects, index);
  else
    scan (d, event, effects, index);
}

void sett_dpor_find_races (sett_dpor *d, uint32_t index) {
  d->scanned = &d->order;
  find_races (d, index);
  if (!sett_dpor_has_way (d))
    return;
  SETT_ASSERT (d->way.count == d->order.count);
  d->scanned = &d->way;
  find_races (d, index);
}

void sett_dpor_reconsider (sett_dpor *d) {
  size_t kept = 0;
  if (SETT_MUTANT (d->search.options.mutant) ==
      SETT_STATELESS_MUTANT_RACES_ONCE)
    return;
  for (size_t i = 0; i < d->open.count && !sett_dpor_must_stop (d); i++) {
    const sett_dpor_race r = d->open.at[i];
    const sett_happens_before *order = order_for (d, r.first);
    const sett_event *event = sett_hb_event (order, r.second);
    const sett_effect *effects = sett_hb_effects (order, event);
    if (!sett_reversal_build (&d->sequence, order, r.first, event, effects,
                              r.second, SETT_NO_EVENT, 0) ||
        !sett_dpor_insert (d, r.first))
      d->open.at[kept++] = r;
  }
  d->open.count = kept;
}

/* What threads were about to do when the execution ended: if they were blocked
   they would perhaps not have been earlier; if the program was over they could
   have gone first. */
static void scan_pending (sett_dpor *d, const sett_log *log) {
  const uint32_t last = log->count - 1;
  const int over = log->count && log->events[last].operation == SETT_DO_END;
  sett_thread_set could = log->enabled;
  if (over) {
    could = sett_log_enabled (log, last);
    sett_threads_drop (&could, log->events[last].thread);
  }
  sett_thread_set rest = log->alive;
  if (SETT_MUTANT (d->search.options.mutant) ==
      SETT_STATELESS_MUTANT_HIGH_FORGOTTEN)
    rest = (sett_thread_set){{rest.words[0]}};
  for (; sett_threads_any (rest); rest = sett_threads_rest (rest)) {
    const unsigned thread = sett_threads_first (rest);
    const sett_event *event = &log->pending[thread];
    const sett_effect *effects = sett_hb_effects (&d->order, event);
    if (!sett_threads_have (could, thread)) {
      if (sett_event_blocks (event, effects))
        scan (d, event, effects, log->count);
    } else if (over) {
      if (!counts (d, last))
        continue;
      sett_reversal_build (&d->sequence, d->scanned, last, event, effects,
                           log->count, SETT_NO_EVENT, 1);
      sett_dpor_insert (d, last);
    }
  }
}

/* What threads were blocked at when they took a signal instead. */
static void scan_displaced (sett_dpor *d, const sett_log *log) {
  for (uint32_t i = 0; i < log->displaced_count; i++) {
    const sett_event *event = &log->displaced[i].event;
    const sett_effect *effects = sett_hb_effects (&d->order, event);
    SETT_ASSERT (log->displaced[i].index < log->count);
    if (sett_event_blocks (event, effects))
      scan_from (d, event, effects, log->count, log->displaced[i].index);
  }
}

/* The same for threads that have nothing left but a dead end. */
static void scan_parked (sett_dpor *d, const sett_log *log) {
  if (!log->count)
    return;
  const size_t first = d->parked.count;
  sett_dpor_pass_parked (d, log->count - 1);
  for (size_t i = first; i < d->parked.count; i++) {
    const sett_wakeup *r = d->parked.at[i];
    scan (d, &r->event, r->effects, log->count);
  }
  d->parked.count = first;
}

/* What is pending was not executed: on the way to the root, too, it may do
   whatever it was seen to do. */
void sett_dpor_find_pending_races (sett_dpor *d, const sett_log *log) {
  d->scanned = &d->order;
  scan_pending (d, log);
  scan_displaced (d, log);
  scan_parked (d, log);
  if (!sett_dpor_has_way (d))
    return;
  d->scanned = &d->way;
  scan_pending (d, log);
  scan_displaced (d, log);
  scan_parked (d, log);
}
