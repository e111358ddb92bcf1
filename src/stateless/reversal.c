/* The sequence consists of the events after `first` that do not happen after
   it, up to the end of the execution, and of the second event.

   Is the second event possible there?  Its thread got so far (else the second
   would happen after the first by thread order or cause, and nobody asks).  It
   may still have to wait for an object: the states of objects are computed
   from what effects recorded.  With locks and semaphores everything that
   matters to the second event is either part of the sequence or happens after
   the first, with one exception: of several readers of a lock some may be in
   the sequence without their leaving it, and a writer would wait for them.
   Then those readers, and what happens after them, are left out of the
   sequence.  Nothing is lost: an execution that has the writer in front of the
   first event does not have them there either.

   Turns at queues: the second event would take the turn that comes next after
   the sequence.  Somebody took that turn in the execution at hand (or the
   second event did itself), and what that one waited for, the second would wait
   for.

   What would the second event do?  Mostly the same.  Attempts, compare and
   exchange, arrivals may turn out differently, which is looked up.  Operations
   that may touch different objects at different times are known by all the
   objects that they were ever seen to touch (footprint.h). */

#include "stateless/reversal.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "kernel/object.h"
#include "stateless/stateless_search.h"

#include <string.h>

/* So many events for each thread are looked at faster than searched. */
#define FEW 32

static int is_attempt (sett_operation operation) {
  return sett_operation_has (operation, SETT_TRAIT_ATTEMPTS);
}

/* An attempt does not wait for what it asks for; but it is not made in a
   process that has ended. */
int sett_event_blocks (const sett_event *event, const sett_effect *effects) {
  const int attempt = is_attempt (event->operation);
  for (uint32_t i = 0; i < event->effects; i++)
    if (attempt ? effects[i].kind == SETT_EFFECT_LIVE
                : sett_effect_blocks (effects[i].kind))
      return 1;
  return 0;
}

/* Is the event among the items, sorted as they are while the sequence is being
   built? */
static int is_item (const sett_sequence *v, uint32_t event) {
  SETT_ASSERT (v->items || !v->count);
  uint32_t low = 0, high = v->count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (v->items[middle] < event)
      low = middle + 1;
    else
      high = middle;
  }
  return low < v->count && v->items[low] == event;
}

/* What was displaced is there in place of it. */
static int is_replaced (const sett_sequence *v, uint32_t event) {
  return v->without != SETT_NO_EVENT &&
         sett_hb_clock (v->order, event)[v->event.thread] > v->without;
}

static void leave_out_replaced (sett_sequence *v) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < v->count; i++)
    if (!is_replaced (v, v->items[i]))
      v->items[kept++] = v->items[i];
  v->count = kept;
  v->complete = 0;
}

/* As long as nothing was left out one need not look. */
static int contains (const sett_sequence *v, uint32_t event) {
  const sett_happens_before *order = v->order;
  const unsigned thread = sett_hb_event (order, v->first)->thread;
  return event > v->first && event < v->end &&
         sett_hb_clock (order, event)[thread] <= v->first &&
         (v->complete || is_item (v, event));
}

static void push (sett_sequence *v, uint32_t item) {
  if (v->count == v->room) {
    const uint32_t room = v->room ? 2 * v->room : 64;
    v->items = sett_resize (v->items, v->room * sizeof *v->items,
                            room * sizeof *v->items);
    v->room = room;
  }
  v->items[v->count++] = item;
  SETT_ASSERT (v->count <= v->room);
}

/* The items, if many events have to be looked at.  Each thread has some in a
   row; mostly one goes on for a while, and they are taken from it as long. */
static void gather_by_threads (sett_sequence *v) {
  const sett_happens_before *order = v->order;
  const uint32_t *at[SETT_MOST_THREADS], *to[SETT_MOST_THREADS];
  unsigned count = 0;
  for (unsigned t = 0; t < order->width; t++) {
    uint32_t low, high;
    sett_hb_beside (order, v->first, t, &low, &high);
    if (low < high && order->own[t].at[high - 1] >= v->end)
      high--;
    if (low == high)
      continue;
    at[count] = order->own[t].at + low;
    to[count++] = order->own[t].at + high;
  }
  SETT_ASSERT (count <= SETT_MOST_THREADS);
  while (count) {
    unsigned first = 0;
    uint32_t next = UINT32_MAX; /* of the other threads */
    for (unsigned i = 1; i < count; i++)
      if (*at[i] < *at[first])
        next = *at[first], first = i;
      else if (*at[i] < next)
        next = *at[i];
    while (at[first] < to[first] && *at[first] < next)
      push (v, *at[first]++);
    if (at[first] == to[first]) {
      count--;
      at[first] = at[count];
      to[first] = to[count];
    }
  }
}

/* The items: what comes after the first event but does not happen after it. */
static inline int is_ascending (const sett_sequence *v) {
  for (uint32_t i = 1; i < v->count; i++)
    if (v->items[i - 1] >= v->items[i])
      return 0;
  return 1;
}

static void gather (sett_sequence *v) {
  const sett_happens_before *order = v->order;
  const unsigned thread = sett_hb_event (order, v->first)->thread;
  const uint32_t *clock = sett_hb_clock (order, v->first) + thread;
  if (v->end - v->first > FEW * order->width ||
      SETT_MUTANT (v->mutant) == SETT_STATELESS_MUTANT_SHORT_SEQUENCES) {
    gather_by_threads (v);
    return;
  }
  for (uint32_t i = v->first + 1; i < v->end; i++)
    if (*(clock += order->width) <= v->first)
      push (v, i);
  SETT_ASSERT_SLOW (is_ascending (v));
}

static void set_event (sett_sequence *v, const sett_event *event,
                       const sett_effect *effects) {
  if (event->effects > v->effect_room) {
    v->effects = sett_resize (v->effects, v->effect_room * sizeof *effects,
                              event->effects * sizeof *effects);
    v->effect_room = event->effects;
  }
  v->event = *event;
  v->event.alternative = 0;
  if (event->effects)
    memcpy (v->effects, effects, event->effects * sizeof *effects);
  SETT_ASSERT (event->effects <= v->effect_room);
}

/* A state that may be unknown. */
typedef struct guess {
  uint64_t state;
  int known;
} guess;

static void apply (guess *g, const sett_effect *effect, unsigned thread) {
  switch (effect->kind) {
  case SETT_EFFECT_ENQUEUE:
    g->state++;
    break;
  case SETT_EFFECT_SIGNAL:
  case SETT_EFFECT_LEAVE:
    g->state -= effect->wanted;
    break;
  case SETT_EFFECT_ARRIVE:
    g->state--;
    break;
  case SETT_EFFECT_ARRIVE_LAST:
  case SETT_EFFECT_CHANGE:
    g->known = 0;
    break;
  default:
    g->state = sett_effect_apply (effect->kind, g->state, thread);
  }
}

/* The uses of an object from the first event on, as far as anything in the
   sequence can be among them: up to a wall that is not in it, as what comes
   behind that happens after it. */
typedef struct range {
  const sett_chain *chain;
  uint32_t from, to;
} range;

static range uses_from (const sett_sequence *v, uint32_t object,
                        uint32_t first) {
  range r = {sett_hb_chain (v->order, object), 0, 0};
  r.from = r.to = sett_hb_first_use (r.chain, first);
  while (r.to < r.chain->count) {
    const sett_use *use = &r.chain->at[r.to++];
    if (sett_effect_is_wall (use->kind) && !contains (v, use->event))
      break;
  }
  SETT_ASSERT (r.from <= r.to && r.to <= r.chain->count);
  return r;
}

static void apply_use (guess *g, const sett_happens_before *order,
                       const sett_use *use) {
  apply (g, sett_hb_used (order, use), use->thread);
}

/* The state of the effect's object (not of a variable) after the sequence. */
static guess state_after (const sett_sequence *v, const sett_effect *effect,
                          uint32_t first) {
  const sett_happens_before *order = v->order;
  const range r = uses_from (v, effect->object, first);
  guess g = {effect->before, 1};
  if (r.from < r.to)
    g.state = sett_hb_used (order, &r.chain->at[r.from])->before;
  else if (r.from) {
    const sett_use *last = &r.chain->at[r.from - 1];
    g.state = sett_hb_used (order, last)->before;
    apply_use (&g, order, last);
  }
  if (g.state == SETT_UNKNOWN_STATE)
    g.known = 0;
  for (uint32_t i = r.from; i < r.to; i++)
    if (contains (v, r.chain->at[i].event))
      apply_use (&g, order, &r.chain->at[i]);
  return g;
}

typedef enum knowledge { SAME, KNOWN, UNKNOWN } knowledge;

/* The value of a variable after the sequence: whoever changed it first of those
   that are not in it knows; unless somebody in it did so later.  SAME: they are
   all in it. */
static knowledge value_after (const sett_sequence *v, uint32_t object,
                              uint32_t first, uint32_t index, uint64_t *value) {
  const range r = uses_from (v, object, first);
  knowledge result = SAME;
  for (uint32_t i = r.from; i < r.to && r.chain->at[i].event < index; i++) {
    const sett_use *use = &r.chain->at[i];
    if (sett_effect_is_reading (use->kind))
      continue;
    if (contains (v, use->event)) {
      result = result == SAME ? SAME : UNKNOWN;
      continue;
    }
    if (result != SAME)
      continue;
    *value = sett_hb_used (v->order, use)->before;
    result = use->kind == SETT_EFFECT_CHANGE ? UNKNOWN : KNOWN;
  }
  return result;
}

/* Leaves out readers that do not leave the lock within the sequence, and what
   happens after them. */
static void drop_readers (sett_sequence *v, uint32_t object, uint32_t first) {
  const sett_happens_before *order = v->order;
  const range r = uses_from (v, object, first);
  uint32_t leaving[SETT_MOST_THREADS];
  uint32_t kept = 0;
  sett_thread_set dropped = SETT_NO_THREADS;
  uint32_t since[SETT_MOST_THREADS];
  memset (leaving, 0, order->width * sizeof *leaving);
  memset (since, 0, order->width * sizeof *since);
  for (uint32_t i = r.to; i-- > r.from;) {
    const sett_use *use = &r.chain->at[i];
    const unsigned thread = use->thread;
    if (!contains (v, use->event))
      continue;
    if (use->kind == SETT_EFFECT_UNSHARE)
      leaving[thread]++;
    else if (use->kind == SETT_EFFECT_SHARE && leaving[thread])
      leaving[thread]--;
    else if (use->kind == SETT_EFFECT_SHARE) {
      sett_threads_add (&dropped, thread);
      since[thread] = use->event;
    }
  }
  for (uint32_t i = 0; i < v->count; i++) {
    const uint32_t item = v->items[i];
    const uint32_t *clock = sett_hb_clock (order, item);
    int after = 0;
    for (sett_thread_set rest = dropped; sett_threads_any (rest) && !after;
         rest = sett_threads_rest (rest)) {
      const unsigned thread = sett_threads_first (rest);
      after = clock[thread] > since[thread];
    }
    if (!after)
      v->items[kept++] = item;
  }
  SETT_ASSERT (kept <= v->count);
  v->count = kept;
  v->complete = 0;
}

static sett_possibility has_changed (const sett_sequence *v,
                                     const sett_effect *effect, uint32_t first,
                                     uint32_t index) {
  uint64_t value;
  switch (value_after (v, effect->object, first, index, &value)) {
  case SAME:
    return effect->changed ? SETT_POSSIBLE : SETT_IMPOSSIBLE;
  case KNOWN:
    return value != effect->before ? SETT_POSSIBLE : SETT_IMPOSSIBLE;
  default:
    return SETT_PERHAPS;
  }
}

static sett_possibility is_free (sett_sequence *v, const sett_effect *effect,
                                 uint32_t first) {
  guess g = state_after (v, effect, first);
  if (g.known && effect->kind == SETT_EFFECT_ACQUIRE &&
      g.state >= SETT_READER &&
      SETT_MUTANT (v->mutant) != SETT_STATELESS_MUTANT_READERS_KEPT) {
    if (v->complete)
      gather (v);
    drop_readers (v, effect->object, first);
    g = state_after (v, effect, first);
  }
  return !g.known                                       ? SETT_PERHAPS
         : sett_effect_possible (effect->kind, g.state) ? SETT_POSSIBLE
                                                        : SETT_IMPOSSIBLE;
}

/* Is there something to receive? */
static sett_possibility is_filled (const sett_sequence *v,
                                   const sett_effect *effect, uint32_t first,
                                   uint32_t index) {
  uint64_t value = effect->before;
  switch (value_after (v, effect->object, first, index, &value)) {
  case SAME:
    return effect->before ? SETT_POSSIBLE : SETT_IMPOSSIBLE;
  case KNOWN:
    return value ? SETT_POSSIBLE : SETT_IMPOSSIBLE;
  default:
    return SETT_PERHAPS;
  }
}

/* The effect with which somebody took this turn; null: nobody did. */
static const sett_effect *effect_of_turn (const sett_happens_before *order,
                                          uint32_t end, uint64_t turn) {
  const uint32_t index = sett_hb_turn (order, end, turn);
  if (index == SETT_NO_EVENT)
    return NULL;
  const sett_event *event = sett_hb_event (order, index);
  const sett_effect *effects = sett_hb_effects (order, event);
  uint32_t i = 0;
  while (effects[i].object != end || effects[i].kind != SETT_EFFECT_NEXT)
    i++;
  return &effects[i];
}

/* How many turns there were at the end of a queue before the use at this
   position: the next or the last one knows, unless another queue began at the
   same place. */
static guess turns_before (const sett_happens_before *order,
                           const sett_chain *chain, uint32_t position) {
  for (uint32_t i = position; i < chain->count; i++)
    if (chain->at[i].kind == SETT_EFFECT_NEXT)
      return (guess){sett_hb_used (order, &chain->at[i])->before, 1};
    else if (chain->at[i].kind == SETT_EFFECT_CHANGE)
      return (guess){0, 0};
  for (uint32_t i = position; i-- > 0;)
    if (chain->at[i].kind == SETT_EFFECT_NEXT)
      return (guess){sett_hb_used (order, &chain->at[i])->before + 1, 1};
    else if (chain->at[i].kind == SETT_EFFECT_CHANGE)
      return (guess){0, 0};
  return (guess){0, 1}; /* nobody had one */
}

/* The same after the sequence. */
static guess turns_after (const sett_sequence *v, uint32_t end,
                          uint32_t first) {
  const range r = uses_from (v, end, first);
  guess g = turns_before (v->order, r.chain, r.from);
  for (uint32_t i = r.from; i < r.to; i++)
    g.state += r.chain->at[i].kind == SETT_EFFECT_NEXT &&
               contains (v, r.chain->at[i].event);
  return g;
}

/* Of a turn: which one it would be after the sequence, and what it waits for.
   PERHAPS: that is not known; IMPOSSIBLE: nobody had this turn, nor could the
   thread have it. */
static sett_possibility turn_then (const sett_sequence *v, sett_effect *effect,
                                   uint32_t first) {
  const guess g = turns_after (v, effect->object, first);
  if (SETT_MUTANT (v->mutant) == SETT_STATELESS_MUTANT_TURNS_KEPT || !g.known)
    return g.known ? SETT_POSSIBLE : SETT_PERHAPS;
  const sett_effect *then = effect_of_turn (v->order, effect->object, g.state);
  if (!then && effect->before == SETT_UNKNOWN_STATE)
    return SETT_IMPOSSIBLE; /* it waits at the end of the execution */
  if (!then && effect->before != g.state)
    return SETT_PERHAPS;
  effect->before = g.state;
  effect->wanted = then ? then->wanted : effect->wanted;
  return SETT_POSSIBLE;
}

/* The turn at the other end that this one waits for. */
static uint32_t supporter_of (const sett_sequence *v,
                              const sett_effect *effect) {
  return sett_hb_turn (v->order, sett_turn_end (effect->wanted),
                       sett_turn_number (effect->wanted));
}

/* Is it this one's turn?  The turns at the other end that are neither in the
   sequence nor before it come after the first event.  One that nobody took was
   before all events. */
static sett_possibility is_next (const sett_sequence *v,
                                 const sett_effect *effect, uint32_t first) {
  sett_effect then = *effect;
  const sett_possibility known = turn_then (v, &then, first);
  if (known != SETT_POSSIBLE || !then.wanted)
    return known;
  const uint32_t supporter = supporter_of (v, &then);
  return supporter < first || supporter == SETT_NO_EVENT ||
                 contains (v, supporter)
             ? SETT_POSSIBLE
             : SETT_IMPOSSIBLE;
}

static sett_possibility is_possible (sett_sequence *v,
                                     const uint32_t *hard_past, uint32_t first,
                                     uint32_t index) {
  sett_possibility result = SETT_POSSIBLE, changed = SETT_IMPOSSIBLE;
  int waits = 0;
  for (uint32_t i = 0; i < v->event.effects; i++) {
    const sett_effect *effect = &v->effects[i];
    if (effect->kind == SETT_EFFECT_AWAIT) {
      const sett_possibility one = has_changed (v, effect, first, index);
      waits = 1;
      changed = one > changed ? one : changed;
    } else if (effect->kind == SETT_EFFECT_RECEIVE) {
      const sett_possibility one = is_filled (v, effect, first, index);
      result = one < result ? one : result;
    } else if (effect->kind == SETT_EFFECT_NEXT) {
      const sett_possibility one = is_next (v, effect, first);
      result = one < result ? one : result;
    } else if (sett_effect_blocks (effect->kind)) {
      const sett_possibility one = is_free (v, effect, first);
      result = one < result ? one : result;
    }
  }
  if (waits && changed < result)
    result = changed;
  /* Is its past still there?  Readers may have been dropped. */
  for (uint32_t t = 0; t < v->order->width; t++)
    if (hard_past[t] > first && !contains (v, hard_past[t] - 1))
      return SETT_IMPOSSIBLE;
  return result;
}

static sett_effect_kind attempted (sett_operation operation) {
  return operation == SETT_DO_TRYRDLOCK     ? SETT_EFFECT_SHARE
         : operation == SETT_DO_SEM_TRYWAIT ? SETT_EFFECT_TAKE
                                            : SETT_EFFECT_ACQUIRE;
}

/* Who waits looks whether it was cancelled, if anybody cancels; then it may do
   something else. */
static int may_be_cancelled (sett_operation operation, sett_effect_kind kind) {
  if (operation == SETT_DO_RECEIVE || operation == SETT_DO_SEND)
    return kind == SETT_EFFECT_LOAD; /* stores are what it does anyhow */
  return sett_operation_has (operation, SETT_TRAIT_CANCELLABLE);
}

/* What the effect would be after the sequence.  If nobody knows, it is taken to
   be the one that conflicts with more. */
static int effect_then (sett_sequence *v, sett_effect *effect, uint32_t first,
                        uint32_t index) {
  const sett_operation operation = v->event.operation;
  uint64_t value = effect->before;
  knowledge known;
  guess g;
  switch (effect->kind) {
  case SETT_EFFECT_ACQUIRE:
  case SETT_EFFECT_SHARE:
  case SETT_EFFECT_TAKE:
  case SETT_EFFECT_ASK:
    if (operation == SETT_DO_ONCE)
      effect->kind = SETT_EFFECT_ACQUIRE; /* earlier: it is the first */
    if (!is_attempt (operation))
      return 1;
    g = state_after (v, effect, first);
    effect->kind = attempted (operation);
    if (!g.known || (effect->kind != SETT_EFFECT_TAKE &&
                     g.state == v->event.thread + 1u)) /* it has the lock */
      return 0;
    if (!sett_effect_possible (effect->kind, g.state))
      effect->kind = SETT_EFFECT_ASK;
    return 1;
  case SETT_EFFECT_LOAD:
  case SETT_EFFECT_STORE:
    if (may_be_cancelled (operation, effect->kind))
      return 0;
    if (operation == SETT_DO_UPDATE && effect->kind == SETT_EFFECT_LOAD) {
      effect->kind = SETT_EFFECT_STORE; /* it wrote what was there already */
      return 0;
    }
    if (operation != SETT_DO_EXCHANGE)
      return 1;
    known = value_after (v, effect->object, first, index, &value);
    effect->kind =
        effect->conditional && known != UNKNOWN && value != effect->wanted
            ? SETT_EFFECT_LOAD
            : SETT_EFFECT_STORE;
    return effect->conditional && known != UNKNOWN;
  case SETT_EFFECT_SIGNAL:
  case SETT_EFFECT_LOST:
    g = state_after (v, effect, first);
    effect->kind = g.known && !g.state ? SETT_EFFECT_LOST : SETT_EFFECT_SIGNAL;
    return g.known;
  case SETT_EFFECT_NEXT:
    return turn_then (v, effect, first) == SETT_POSSIBLE;
  case SETT_EFFECT_ARRIVE:
  case SETT_EFFECT_ARRIVE_LAST:
    g = state_after (v, effect, first);
    effect->kind =
        g.known && g.state > 1 ? SETT_EFFECT_ARRIVE : SETT_EFFECT_ARRIVE_LAST;
    effect->before = g.state;
    return g.known;
  default:
    return 1;
  }
}

static void join_conflicts (sett_sequence *v) {
  const sett_happens_before *order = v->order;
  for (uint32_t i = 0; i < v->count; i++) {
    const uint32_t item = v->items[i];
    const sett_event *event = sett_hb_event (order, item);
    if (!sett_hb_covers (order, v->past, item) &&
        sett_events_dependent (event, sett_hb_effects (order, event), &v->event,
                               v->effects))
      sett_hb_join (order, v->past, sett_hb_clock (order, item));
  }
}

/* What the turns of the earlier event wait for. */
static void join_turns (sett_sequence *v) {
  for (uint32_t i = 0; i < v->event.effects; i++) {
    if (v->effects[i].kind != SETT_EFFECT_NEXT || !v->effects[i].wanted)
      continue;
    const uint32_t supporter = supporter_of (v, &v->effects[i]);
    if (supporter != SETT_NO_EVENT && contains (v, supporter))
      sett_hb_join (v->order, v->past, sett_hb_clock (v->order, supporter));
  }
}

static int has_no_effects (sett_operation operation) {
  return sett_operation_has (operation, SETT_TRAIT_EFFECTLESS);
}

sett_possibility sett_reversal_build (sett_sequence *v,
                                      const sett_happens_before *order,
                                      uint32_t first, const sett_event *second,
                                      const sett_effect *effects,
                                      uint32_t index, uint32_t place,
                                      int certain) {
  sett_possibility result = SETT_POSSIBLE;
  const int blocks = sett_event_blocks (second, effects);
  SETT_ASSERT (first < order->count && second->thread < order->width);
  v->order = order;
  v->first = first;
  v->end = order->count - (sett_hb_is_dead_end (order, order->count - 1) != 0);
  SETT_ASSERT (v->end >= first && v->end <= order->count);
  v->from = v->count = 0;
  v->complete = 1;
  v->without = place;
  set_event (v, second, effects);
  sett_hb_hard_past (order, second, place == SETT_NO_EVENT ? index : place,
                     v->past);
  if (place != SETT_NO_EVENT) {
    gather (v);
    leave_out_replaced (v);
  }
  if (blocks && !certain)
    result = is_possible (v, v->past, first, index);
  if (result == SETT_IMPOSSIBLE)
    return result;
  if (v->complete)
    gather (v);
  v->settled = 1;
  v->unknown = index >= order->count && !second->effects &&
               !has_no_effects (second->operation);
  if (SETT_MUTANT (v->mutant) != SETT_STATELESS_MUTANT_LABELS_KEPT)
    for (uint32_t i = 0; i < v->event.effects; i++)
      v->settled &= effect_then (v, &v->effects[i], first, index);
  sett_hb_copy (order, v->cause,
                blocks || index >= order->count ? v->past
                                                : sett_hb_clock (order, index));
  join_conflicts (v);
  join_turns (v);
  push (v, SETT_EARLIER);
  SETT_ASSERT (v->items[v->count - 1] == SETT_EARLIER);
  return result;
}
