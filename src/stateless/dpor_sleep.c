/* Sleep sets of optimal dynamic partial-order reduction, and whether what shall
   be executed begins with somebody who sleeps: is in I (v), or independent of
   all of v (WI (v), see dpor.h).

   What always holds: who sleeps in a state was explored from there or from an
   earlier one, with all its alternatives, and nothing that was executed since
   wakes it.  The sleepers of a node lie behind those of the nodes before it. */

#include "base/mutant.h"
#include "kernel/sleep_rule.h"
#include "stateless/dpor.h"

#include "base/assert.h"

static uint32_t count_arrivals (const sett_event *event,
                                const sett_effect *effects,
                                const sett_wakeup *record) {
  for (uint32_t i = 0; i < event->effects; i++)
    if (effects[i].kind == SETT_EFFECT_ARRIVE)
      for (uint32_t j = 0; j < record->event.effects; j++)
        if (record->effects[j].kind == SETT_EFFECT_ARRIVE &&
            record->effects[j].object == effects[i].object)
          return 1;
  return 0;
}

/* What was executed from a node. */
typedef struct taken_event {
  const sett_dpor *search;
  const sett_event *event;
  const sett_effect *effects;
} taken_event;

static int is_complete (const void *taken, const void *explored) {
  const taken_event *t = taken;
  const sett_wakeup *record = explored;
  return record->complete || SETT_MUTANT (t->search->search.options.mutant) ==
                                 SETT_STATELESS_MUTANT_SLEEP_KEPT;
}

static int wakes (const void *taken, const void *who) {
  const taken_event *t = taken;
  const sett_wakeup *record = who;
  if (SETT_MUTANT (t->search->search.options.mutant) ==
      SETT_STATELESS_MUTANT_SLEEP_KEPT)
    return record->event.thread == t->event->thread;
  return sett_event_wakes (t->event, t->effects, &record->event,
                           record->effects);
}

static const sett_sleep_rule rule = {is_complete, wakes};

static taken_event taken_from (const sett_dpor *d, uint32_t index) {
  const sett_event *event = sett_hb_event (&d->order, index);
  return (taken_event){d, event, sett_hb_effects (&d->order, event)};
}

static void keep_sleeper (sett_dpor *d, sett_dpor_sleeper s,
                          const taken_event *taken) {
  s.arrivals += count_arrivals (taken->event, taken->effects, s.record);
  SETT_PUSH (d->sleepers, s);
}

/* The threads of which an alternative does not sleep behind what was taken,
   though it did before, or is explored, or is a dead end.  None of the others
   sleeps then: they need not touch the same. */
static sett_thread_set woken_threads (const sett_dpor *d,
                                      const sett_dpor_node *n,
                                      const taken_event *taken) {
  sett_thread_set woken = SETT_NO_THREADS;
  if (SETT_MUTANT (d->search.options.mutant) ==
      SETT_STATELESS_MUTANT_ALTERNATIVES_APART)
    return woken;
  for (uint32_t i = 0; i < n->sleepers; i++) {
    const sett_wakeup *r = d->sleepers.at[n->first_sleeper + i].record;
    if (!sett_sleeps_behind (&rule, taken, r, 1))
      sett_threads_add (&woken, r->event.thread);
  }
  for (const sett_wakeup *r = n->done; r; r = r->next)
    if (!sett_sleeps_behind (&rule, taken, r, 0))
      sett_threads_add (&woken, r->event.thread);
  for (uint32_t i = 0; i < n->parked; i++) {
    const sett_wakeup *r = d->parked.at[n->first_parked + i];
    if (wakes (taken, r))
      sett_threads_add (&woken, r->event.thread);
  }
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    if (wakes (taken, r))
      sett_threads_add (&woken, r->event.thread);
  return woken;
}

static int sleeps_on (const sett_wakeup *record, const taken_event *taken,
                      int slept, sett_thread_set woken) {
  return !sett_threads_have (woken, record->event.thread) &&
         sett_sleeps_behind (&rule, taken, record, slept);
}

void sett_dpor_pass_sleepers (sett_dpor *d, uint32_t index) {
  const sett_dpor_node *n = &d->nodes.at[index];
  const taken_event taken = taken_from (d, index);
  const sett_thread_set woken = woken_threads (d, n, &taken);
  for (uint32_t i = 0; i < n->sleepers; i++) {
    const sett_dpor_sleeper s = d->sleepers.at[n->first_sleeper + i];
    if (sleeps_on (s.record, &taken, 1, woken))
      keep_sleeper (d, s, &taken);
  }
  for (const sett_wakeup *r = n->done; r; r = r->next)
    if (sleeps_on (r, &taken, 0, woken))
      keep_sleeper (d, (sett_dpor_sleeper){r, 0}, &taken);
}

int sett_dpor_anybody_sleeps (const sett_dpor *d, uint32_t index) {
  const sett_dpor_node *n = &d->nodes.at[index];
  const taken_event taken = taken_from (d, index);
  const sett_thread_set woken = woken_threads (d, n, &taken);
  for (uint32_t i = 0; i < n->sleepers; i++)
    if (sleeps_on (d->sleepers.at[n->first_sleeper + i].record, &taken, 1,
                   woken))
      return 1;
  for (const sett_wakeup *r = n->done; r; r = r->next)
    if (sleeps_on (r, &taken, 0, woken))
      return 1;
  return 0;
}

/* Dead ends. */

/* Did the event at the index wake it, as the runner sees it? */
static int wakes_parked (const sett_dpor *d, uint32_t index,
                         const sett_wakeup *r) {
  const sett_event *event = &d->raw->events[index];
  return sett_event_wakes (event, d->raw->effects + event->first, &r->event,
                           r->effects);
}

/* Alternatives of one thread wake together. */
static sett_thread_set unparked_threads (const sett_dpor *d, uint32_t index) {
  const sett_dpor_node *n = &d->nodes.at[index];
  sett_thread_set woken = SETT_NO_THREADS;
  for (uint32_t i = 0; i < n->parked; i++) {
    const sett_wakeup *r = d->parked.at[n->first_parked + i];
    if (wakes_parked (d, index, r))
      sett_threads_add (&woken, r->event.thread);
  }
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    if (wakes_parked (d, index, r))
      sett_threads_add (&woken, r->event.thread);
  return woken;
}

void sett_dpor_pass_parked (sett_dpor *d, uint32_t index) {
  const sett_dpor_node *n = &d->nodes.at[index];
  const sett_thread_set woken = unparked_threads (d, index);
  for (uint32_t i = 0; i < n->parked; i++) {
    const sett_wakeup *r = d->parked.at[n->first_parked + i];
    if (!sett_threads_have (woken, r->event.thread) ||
        SETT_MUTANT (d->search.options.mutant) ==
            SETT_STATELESS_MUTANT_NEVER_WOKEN)
      SETT_PUSH (d->parked, r);
  }
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    if (!sett_threads_have (woken, r->event.thread))
      SETT_PUSH (d->parked, r);
}

/* Weak initials. */

typedef enum verdict { NEW, KNOWN, KNOWN_FOR_EVER } verdict;

/* Is it an alternative of the thread that the sequence depends on? */
static int is_needed_behind (const sett_dpor *d, const sett_wakeup *r,
                             unsigned thread, int without_earlier) {
  return r->event.thread == thread &&
         !sett_sequence_independent (&d->sequence, &r->event, r->effects, 0,
                                     without_earlier);
}

/* Does the sequence depend on an alternative of the thread that sleeps there,
   was explored from there, or is a dead end?  Then that one has to come behind
   it, too, whatever is true of the others. */
static int depends_on_any (const sett_dpor *d, const sett_dpor_node *n,
                           unsigned thread, int without_earlier) {
  int depends = 0;
  for (uint32_t i = 0; i < n->sleepers && !depends; i++)
    depends = is_needed_behind (d, d->sleepers.at[n->first_sleeper + i].record,
                                thread, without_earlier);
  for (uint32_t i = 0; i < n->parked && !depends; i++)
    depends = is_needed_behind (d, d->parked.at[n->first_parked + i], thread,
                                without_earlier);
  for (const sett_wakeup *r = n->done; r && !depends; r = r->next)
    depends = is_needed_behind (d, r, thread, without_earlier);
  for (const sett_wakeup *r = n->dead; r && !depends; r = r->next)
    depends = is_needed_behind (d, r, thread, without_earlier);
  return depends;
}

/* The same, if the record is one alternative of several. */
static int others_depend (const sett_dpor *d, const sett_dpor_node *n,
                          const sett_wakeup *record, int without_earlier) {
  return record->event.alternatives > 1 &&
         SETT_MUTANT (d->search.options.mutant) !=
             SETT_STATELESS_MUTANT_ALTERNATIVES_APART &&
         depends_on_any (d, n, record->event.thread, without_earlier);
}

static verdict weak_initial (const sett_dpor *d, const sett_dpor_node *n,
                             const sett_wakeup *record, uint32_t arrivals,
                             unsigned racing) {
  const sett_sequence *v = &d->sequence;
  const uint64_t missing = sett_wakeup_missing (record) - arrivals;
  SETT_ASSERT (arrivals <= sett_wakeup_missing (record));
  if (record->event.thread == racing)
    return NEW;
  const uint32_t position = sett_sequence_find (v, record->event.thread);
  if (position == SETT_NO_EVENT)
    return record->complete &&
                   sett_sequence_independent (v, &record->event,
                                              record->effects, missing, 0) &&
                   !others_depend (d, n, record, 0)
               ? KNOWN
               : NEW;
  const uint32_t item = v->items[position];
  if (item != SETT_EARLIER) {
    const sett_event *event = sett_hb_event (v->order, item);
    if ((!record->complete &&
         event->alternative != record->event.alternative) ||
        !sett_sequence_is_initial (v, position))
      return NEW;
    return sett_sequence_needs (v, item) ? KNOWN_FOR_EVER : KNOWN;
  }
  if (!record->complete && record->event.alternative != 0)
    return NEW;
  /* As it was executed, not as it is believed to be now. */
  return sett_sequence_independent (v, &record->event, record->effects, missing,
                                    1) &&
                 !others_depend (d, n, record, 1)
             ? KNOWN_FOR_EVER
             : NEW;
}

/* Is the earlier event known to be a dead end there, or to be explored in other
   parts? */
static int is_parked (const sett_dpor *d, const sett_dpor_node *n,
                      const sett_wakeup *record) {
  const sett_sequence *v = &d->sequence;
  const uint32_t position = sett_sequence_find (v, record->event.thread);
  return position != SETT_NO_EVENT && v->items[position] == SETT_EARLIER &&
         record->event.alternatives <= 1 &&
         !depends_on_any (d, n, record->event.thread, 1);
}

/* Is it known that the thread of the earlier event, which would come next,
   cannot go there? */
static int is_refused (const sett_dpor *d, const sett_dpor_node *n) {
  const sett_sequence *v = &d->sequence;
  return v->items[v->from] == SETT_EARLIER &&
         sett_threads_have (n->refused, v->event.thread);
}

static int ends_dead (const sett_dpor *d, const sett_dpor_node *n) {
  if (is_refused (d, n))
    return 1;
  for (uint32_t i = 0; i < n->parked; i++)
    if (is_parked (d, n, d->parked.at[n->first_parked + i]))
      return 1;
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    if (is_parked (d, n, r))
      return 1;
  return 0;
}

/* Does the sequence lead to executions that begin with something explored? */
static verdict weak_initials_asleep (const sett_dpor *d, uint32_t index) {
  const sett_dpor_node *n = &d->nodes.at[index];
  const unsigned racing = sett_hb_event (&d->order, index)->thread;
  verdict result = NEW;
  for (uint32_t i = 0; i < n->sleepers && result != KNOWN_FOR_EVER; i++) {
    const sett_dpor_sleeper *s = &d->sleepers.at[n->first_sleeper + i];
    const verdict one = weak_initial (d, n, s->record, s->arrivals, racing);
    result = one > result ? one : result;
  }
  for (const sett_wakeup *r = n->done; r && result != KNOWN_FOR_EVER;
       r = r->next) {
    const verdict one = weak_initial (d, n, r, 0, racing);
    result = one > result ? one : result;
  }
  return result == NEW && ends_dead (d, n) ? KNOWN_FOR_EVER : result;
}

/* What was executed depends on what it did, but the earlier event was not
   executed behind the sequence.  What it would do there can be something that
   was not seen yet in this part, and depend on more than is believed.  Unless
   nothing comes before it.  (Who sleeps in the tree of this part is known as it
   was executed: no such question there.) */
static int is_surely_in_place (const sett_dpor *d, uint32_t position) {
  const sett_sequence *v = &d->sequence;
  if (v->items[position] != SETT_EARLIER || position == v->from ||
      SETT_MUTANT (d->search.options.mutant) ==
          SETT_STATELESS_MUTANT_BELIEVED_ELSEWHERE)
    return 1;
  return v->settled && !sett_footprint_counts (&v->event);
}

/* On the way to the root: does the sequence begin with something that others
   explore? */
static verdict elsewhere (const sett_dpor *d, uint32_t first) {
  const sett_sequence *v = &d->sequence;
  const sett_thread_set explored = d->elsewhere.at[first];
  verdict result = NEW;
  if (sett_threads_within (sett_log_enabled (d->order.log, first), explored))
    return KNOWN_FOR_EVER;
  for (sett_thread_set rest = explored; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const uint32_t position = sett_sequence_find (v, sett_threads_first (rest));
    if (position == SETT_NO_EVENT || !is_surely_in_place (d, position) ||
        !sett_sequence_is_initial (v, position))
      continue;
    if (sett_sequence_needs (v, v->items[position]))
      return KNOWN_FOR_EVER;
    result = KNOWN;
  }
  return result;
}

/* Who begins the sequence must go, too, on the way to the root, and will: said
   once.  (If it is only perhaps possible there, whoever can: one of these
   begins it then.) */
static void refute (sett_dpor *d, uint32_t first) {
  const sett_sequence *v = &d->sequence;
  const uint32_t item = v->items[v->from];
  const unsigned thread = item == SETT_EARLIER
                              ? v->event.thread
                              : sett_hb_event (v->order, item)->thread;
  const sett_thread_set enabled = sett_log_enabled (d->order.log, first);
  sett_refutation r = {.thread = thread};
  SETT_ASSERT (!sett_threads_have (d->elsewhere.at[first], thread));
  if (sett_threads_have (enabled, thread))
    sett_threads_add (&d->elsewhere.at[first], thread);
  else {
    r.thread = SETT_WHOEVER_CAN;
    d->elsewhere.at[first] = enabled;
  }
  for (uint32_t i = 0; i < first; i++)
    r.path = sett_path_behind (r.path, d->choices.at[i]);
  if (SETT_MUTANT (d->search.options.mutant) !=
      SETT_STATELESS_MUTANT_REFUTED_FORGOTTEN)
    SETT_PUSH (d->search.refutations, r);
}

/* Threads whose branches of a tree a sequence must not go along: the one that
   it comes before, since another alternative of that says nothing of the one
   that it races with; and those that are known as they were executed from
   there, with all their alternatives.  What is left of these in the tree was
   believed to have others: it will do again what it did, and depend on the
   sequence as it did, for ever. */
static sett_thread_set known_threads (const sett_dpor *d, uint32_t index) {
  sett_thread_set known =
      sett_threads_of (sett_hb_event (&d->order, index)->thread);
  for (const sett_wakeup *r = d->nodes.at[index].done; r; r = r->next)
    if (r->complete)
      sett_threads_add (&known, r->event.thread);
  return known;
}

int sett_dpor_insert (sett_dpor *d, uint32_t first) {
  if (first < d->root) {
    if (elsewhere (d, first) == NEW)
      refute (d, first);
    return elsewhere (d, first) == KNOWN_FOR_EVER;
  }
  d->search.statistics.races++;
  switch (weak_initials_asleep (d, first)) {
  case KNOWN_FOR_EVER:
    return 1;
  case KNOWN:
    return 0;
  default:
    d->search.statistics.branches++;
    return sett_wakeup_insert (&d->pool, &d->nodes.at[first].wut, &d->sequence,
                               known_threads (d, first));
  }
}
