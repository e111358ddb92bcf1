/* Optimal dynamic partial-order reduction, after Abdulla, Aronis, Jonsson and
   Sagonas (Source sets, JACM 2017): races between events of an execution tell
   what else must be explored, and wake-up trees how, so that each Mazurkiewicz
   trace is executed once.

   For each state of the execution at hand there is a node: a tree of sequences
   that are to be executed from there on, what was explored from there, and what
   need not be explored because it was before (the sleep set).  When an
   execution is learned, for each event and each earlier one that it races with
   the node of the earlier one gets the sequence with the later one in front
   (reversal.h), unless that leads to something explored.

   Why nothing is missed.  Let E be a node, all of it explored, and z an
   execution from there on that was not.  For t explored at E or asleep there
   let N(t) be what in z comes before anything dependent on t.  Choose t so that
   N(t) is largest, and let f be the first event of z behind it.  Then t N(t) f
   is a beginning of an execution that was explored, as far as order matters, or
   f is blocked there.  So t and f were found to race, and the sequence v
   contained N(t) and f.  Somebody at E or asleep there begins v, or does not
   depend on it: call it r.  If r is in z, it begins z: a contradiction.  If
   not, N(r) contains N(t) and f: another one.  If t came to sleep at an earlier
   node A the same holds for v at A; the branches on the way from A to E would
   have taken v along, so that it is in the tree of E.  This needs

   - sequences to contain everything in the execution that does not depend on
     t, also what comes after f.  As a race is found when its second event is
     new, and what comes after may change, races are considered again in each
     execution that has the same beginning up to f (`open`), unless whatever
     covers v is known to precede f in any case;
   - that nobody sleeps at the leaf of a tree.  That is so by construction: what
     sleeps has not been compatible with the branch.  Where effects are not
     foreseen exactly it may be otherwise; then sleepers are woken, at the price
     of exploring something twice;
   - f to do there what it was said to do (reversal.h, footprint.h).

   Blocked f: the last events that it conflicts with are perhaps not those that
   keep it from happening earlier.  A lock that is taken conflicts with the
   unlocking before it, which cannot come later; so the search goes on behind
   it, as long as no event is found that f could precede.  With the shortest way
   from t N(t) to a state in which f is possible, that event is t.  If there is
   no way, f is pending at the end (or dead, see below) and treated as if it
   came last.

   The end of the program depends on everything.  Where it happened others were
   enabled: they go first.

   Choices: an event with alternatives is several events, of which one happens.
   The others become leaves beside it, unless somebody sleeps who is independent
   of it: then all that is needed comes from races, in which each alternative
   took part.  A sequence that goes along a choice of a thread it does not know
   of goes along all its alternatives.

   Dead ends: an event that ends the execution (a fault, an assumption that does
   not hold) is treated as if its thread were blocked there: it is reported
   once, and then others go on until something happens that it depends on.  So
   what others can do before a fault is explored, but not how far each of them
   comes. The runner is told not to run into it again (the plan's sleepers).

   Memory.  Different leaves lead to different executions, so the trees of early
   nodes may become as large as the search is long.  When there are more than
   `most_records` events in them, branches are cut behind their first event,
   those of the earliest nodes first, until half is left (`shorten_trees`): what
   remains is bounded by the nodes times the threads and their alternatives.
   Nothing is missed: all of v was to be explored behind its first event e, and
   behind e everything is explored now, since nobody sleeps at a leaf.  Whoever
   does is woken, as above: some executions are explored twice.  A sequence that
   relied on the branch without being in it (`shared`) begins with e, or e does
   not depend on it: the same holds for it.  A race that need not be considered
   again (KNOWN_FOR_EVER, or what sett_wakeup_insert says) is one whose
   sequences have e in them whatever comes.  At each node no event is taken
   twice, so that the search still comes to its end.

   A search that begins at a root (divided.c) explores nothing that departs from
   the way there, and those that sleep at the root are blocked in the same way
   as dead ends are. */

#include "base/memory.h"
#include "base/vector.h"
#include "stateless/footprint.h"
#include "stateless/reversal.h"
#include "stateless/search.h"

#include <string.h>

/* Sequences of long executions would take too much memory. */
#define MOST_EXTRAS 256

/* An event that need not be executed: it was, here or earlier. */
typedef struct sleeper {
  const sett_wakeup *record;
  uint32_t arrivals; /* at its barrier, since it was executed */
} sleeper;

/* A state of the execution at hand: the one before the event of that index. */
typedef struct node {
  sett_wakeup *tree;    /* what is still to be explored from here on */
  sett_wakeup *current; /* what is being explored, if it came from the tree */
  sett_wakeup *done;    /* what was explored */
  sett_wakeup *dead;    /* what turned out to end the execution */
  uint32_t first_sleeper, sleepers;
  uint32_t first_parked, parked;
  uint64_t refused; /* threads that the plan wanted here, and that could not
                       go */
} node;

/* A pair of events in a race. */
typedef struct race {
  uint32_t first, second;
} race;

typedef struct dpor {
  sett_stateless search;
  sett_order order;
  sett_wakeup_pool pool;
  sett_sequence sequence;
  sett_footprints footprints;
  const sett_log *raw; /* the last log as the runner wrote it */
  sett_plan plan;
  SETT_VECTOR (sett_choice) choices;
  SETT_VECTOR (node) nodes;       /* as many as the plan or the log needs */
  SETT_VECTOR (sleeper) sleepers; /* of the nodes, one after the other */
  SETT_VECTOR (const sett_wakeup *) parked; /* likewise: dead ends */
  SETT_VECTOR (sett_sleeper) bed;           /* the plan's sleepers */
  SETT_VECTOR (race) open;                  /* by second event, ascending */
  SETT_VECTOR (uint32_t) cursors;           /* of the search for races */
  uint32_t start; /* the first event of which nothing is known */
  int begun;
  int again;                        /* go on from the last node at will */
  uint32_t root;                    /* no node before it branches */
  SETT_VECTOR (uint64_t) elsewhere; /* explored by others: of those nodes */
  SETT_VECTOR (sett_wakeup *) root_parked; /* as if dead ends there */
} dpor;

/* Nodes. */

static node *push_node (dpor *d, sett_wakeup *tree, sett_wakeup *current) {
  node *n = SETT_PUSH_SLOT (d->nodes);
  *n = (node){tree, current,         NULL, NULL, d->sleepers.count,
              0,    d->parked.count, 0,    0};
  return n;
}

static void pop_node (dpor *d) {
  const node n = SETT_POP (d->nodes);
  sett_wakeup_put (&d->pool, n.tree);
  sett_wakeup_put (&d->pool, n.current);
  sett_wakeup_put (&d->pool, n.done);
  sett_wakeup_put (&d->pool, n.dead);
}

static int contains (const sett_wakeup *list, unsigned thread,
                     unsigned alternative) {
  for (; list; list = list->next)
    if (list->event.thread == thread && list->event.alternative == alternative)
      return 1;
  return 0;
}

static uint32_t count_of (const sett_wakeup *list, unsigned thread) {
  uint32_t count = 0;
  for (; list; list = list->next)
    count += list->event.thread == thread;
  return count;
}

/* A thread sleeps when all its alternatives are explored. */
static void complete (node *n, const sett_event *event) {
  if (count_of (n->done, event->thread) + count_of (n->dead, event->thread) <
      event->alternatives)
    return;
  for (sett_wakeup *r = n->done; r; r = r->next)
    if (r->event.thread == event->thread)
      r->complete = 1;
}

/* The branch that was being explored is done, known as it was executed. */
static void finish_branch (dpor *d, uint32_t index) {
  node *n = &d->nodes.at[index];
  const sett_event *event = sett_order_event (&d->order, index);
  const sett_effect *effects = sett_order_effects (&d->order, event);
  sett_wakeup *record = n->current;
  if (record)
    sett_wakeup_set (record, event, effects);
  else
    record = sett_wakeup_get (&d->pool, event, effects);
  sett_wakeup **list =
      sett_order_is_dead_end (&d->order, index) ? &n->dead : &n->done;
  record->next = *list;
  *list = record;
  n->current = NULL;
  complete (n, event);
}

/* The branch could not be followed at all. */
static void refuse_branch (dpor *d, node *n) {
  n->refused |= (uint64_t)1 << n->current->event.thread;
  sett_wakeup_put (&d->pool, n->current);
  n->current = NULL;
}

/* Sleep sets. */

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

static int stays_asleep (const dpor *d, const sett_wakeup *record,
                         const sett_event *event, const sett_effect *effects) {
  if (d->search.options.mutant == SETT_STATELESS_MUTANT_SLEEP_KEPT)
    return record->event.thread != event->thread;
  return record->complete &&
         !sett_event_wakes (event, effects, &record->event, record->effects);
}

static void pass_sleeper (dpor *d, sleeper s, const sett_event *event,
                          const sett_effect *effects) {
  if (!stays_asleep (d, s.record, event, effects))
    return;
  s.arrivals += count_arrivals (event, effects, s.record);
  SETT_PUSH (d->sleepers, s);
}

/* The sleep set of the state after an event, from the one before. */
static void pass_sleepers (dpor *d, uint32_t index) {
  const node *n = &d->nodes.at[index];
  const sett_event *event = sett_order_event (&d->order, index);
  const sett_effect *effects = sett_order_effects (&d->order, event);
  for (uint32_t i = 0; i < n->sleepers; i++)
    pass_sleeper (d, d->sleepers.at[n->first_sleeper + i], event, effects);
  for (const sett_wakeup *r = n->done; r; r = r->next)
    pass_sleeper (d, (sleeper){r, 0}, event, effects);
}

/* Dead ends. */

/* As the runner does it. */
static void pass_parked (dpor *d, uint32_t index) {
  const node *n = &d->nodes.at[index];
  const sett_event *event = &d->raw->events[index];
  const sett_effect *effects = d->raw->effects + event->first;
  for (uint32_t i = 0; i < n->parked; i++) {
    const sett_wakeup *r = d->parked.at[n->first_parked + i];
    if (!sett_event_wakes (event, effects, &r->event, r->effects) ||
        d->search.options.mutant == SETT_STATELESS_MUTANT_NEVER_WOKEN)
      SETT_PUSH (d->parked, r);
  }
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    if (!sett_event_wakes (event, effects, &r->event, r->effects))
      SETT_PUSH (d->parked, r);
}

static void park_at_root (dpor *d) {
  for (size_t i = 0; i < d->root_parked.count; i++)
    SETT_PUSH (d->parked, d->root_parked.at[i]);
}

/* The nodes of a new execution.  Up to the end of the plan events sleep; the
   tree was made so that nobody sleeps then. */
static void make_nodes (dpor *d, const sett_log *log) {
  const uint32_t count = log->count + (log->ending == SETT_DEPARTED);
  while (d->nodes.count > count)
    pop_node (d);
  while (d->nodes.count < count)
    push_node (d, NULL, NULL);
  for (uint32_t i = d->start + 1; i < count; i++) {
    node *n = &d->nodes.at[i];
    n->first_sleeper = d->sleepers.count;
    if (i < d->plan.length)
      pass_sleepers (d, i - 1);
    n->sleepers = d->sleepers.count - n->first_sleeper;
    n->first_parked = d->parked.count;
    if (i == d->root)
      park_at_root (d);
    else
      pass_parked (d, i - 1);
    n->parked = d->parked.count - n->first_parked;
  }
  if (d->plan.length > d->start && log->count > d->plan.length) {
    const size_t before = d->sleepers.count;
    pass_sleepers (d, d->plan.length - 1);
    d->search.statistics.twice += d->sleepers.count > before;
    d->sleepers.count = before;
  }
}

/* Insertion. */

typedef enum verdict { NEW, KNOWN, KNOWN_FOR_EVER } verdict;

static verdict judge (const dpor *d, const sett_wakeup *record,
                      uint32_t arrivals, unsigned racing) {
  const sett_sequence *v = &d->sequence;
  const uint64_t missing = sett_wakeup_missing (record) - arrivals;
  if (record->event.thread == racing)
    return NEW;
  const uint32_t position = sett_sequence_find (v, record->event.thread);
  if (position == SETT_NOBODY)
    return record->complete &&
                   sett_sequence_independent (v, &record->event,
                                              record->effects, missing, 0)
               ? KNOWN
               : NEW;
  const uint32_t item = v->items[position];
  if (item != SETT_EARLIER) {
    const sett_event *event = sett_order_event (v->order, item);
    if ((!record->complete &&
         event->alternative != record->event.alternative) ||
        !sett_sequence_begins (v, position))
      return NEW;
    return sett_sequence_needs (v, item) ? KNOWN_FOR_EVER : KNOWN;
  }
  if (!record->complete && record->event.alternative != 0)
    return NEW;
  /* As it was executed, not as it is believed to be now. */
  return sett_sequence_independent (v, &record->event, record->effects, missing,
                                    1)
             ? KNOWN_FOR_EVER
             : NEW;
}

/* Is the earlier event known to be a dead end there? */
static int is_parked (const dpor *d, const sett_wakeup *record) {
  const sett_sequence *v = &d->sequence;
  const uint32_t position = sett_sequence_find (v, record->event.thread);
  return position != SETT_NOBODY && v->items[position] == SETT_EARLIER &&
         record->event.alternatives <= 1 &&
         sett_sequence_independent (v, &record->event, record->effects, 0, 1);
}

/* Is it known that the thread of the earlier event, which would come next,
   cannot go there? */
static int is_refused (const dpor *d, const node *n) {
  const sett_sequence *v = &d->sequence;
  return v->items[v->from] == SETT_EARLIER && n->refused >> v->event.thread & 1;
}

static int ends_dead (const dpor *d, const node *n) {
  if (is_refused (d, n))
    return 1;
  for (uint32_t i = 0; i < n->parked; i++)
    if (is_parked (d, d->parked.at[n->first_parked + i]))
      return 1;
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    if (is_parked (d, r))
      return 1;
  return 0;
}

/* Does the sequence lead to executions that begin with something explored? */
static verdict judge_all (const dpor *d, uint32_t index) {
  const node *n = &d->nodes.at[index];
  const unsigned racing = sett_order_event (&d->order, index)->thread;
  verdict result = NEW;
  for (uint32_t i = 0; i < n->sleepers && result != KNOWN_FOR_EVER; i++) {
    const sleeper *s = &d->sleepers.at[n->first_sleeper + i];
    const verdict one = judge (d, s->record, s->arrivals, racing);
    result = one > result ? one : result;
  }
  for (const sett_wakeup *r = n->done; r && result != KNOWN_FOR_EVER;
       r = r->next) {
    const verdict one = judge (d, r, 0, racing);
    result = one > result ? one : result;
  }
  return result == NEW && ends_dead (d, n) ? KNOWN_FOR_EVER : result;
}

/* On the way to the root: does the sequence begin with something that others
   explore? */
static int is_elsewhere (const dpor *d, uint32_t first) {
  const sett_sequence *v = &d->sequence;
  const uint64_t explored = d->elsewhere.at[first];
  if (!(sett_order_event (&d->order, first)->enabled & ~explored))
    return 1;
  for (uint64_t rest = explored; rest; rest &= rest - 1) {
    const uint32_t position = sett_sequence_find (v, __builtin_ctzll (rest));
    if (position != SETT_NOBODY && sett_sequence_begins (v, position))
      return 1;
  }
  return 0;
}

/* The sequence shall be executed from before the first event on.  False: it
   has to be considered in other executions, too. */
static int insert (dpor *d, uint32_t first) {
  if (first < d->root) {
    d->search.refuted |= !is_elsewhere (d, first);
    return 1;
  }
  d->search.statistics.races++;
  switch (judge_all (d, first)) {
  case KNOWN_FOR_EVER:
    return 1;
  case KNOWN:
    return 0;
  default:
    d->search.statistics.branches++;
    return sett_wakeup_insert (&d->pool, &d->nodes.at[first].tree,
                               &d->sequence);
  }
}

/* Races. */

/* Is the search to be given up?  What it knows then is not complete. */
static int must_stop (const dpor *d) {
  return d->search.options.stop && *d->search.options.stop;
}

/* Would the second event be possible before the first? */
static sett_possibility reverse (dpor *d, uint32_t first,
                                 const sett_event *second,
                                 const sett_effect *effects, uint32_t index) {
  const sett_possibility result = sett_reversal_build (
      &d->sequence, &d->order, first, second, effects, index, 0);
  if (result != SETT_IMPOSSIBLE && !insert (d, first) && index < d->order.count)
    SETT_PUSH (d->open, ((race){first, index}));
  return result;
}

/* What ends the program races with the last event of every other thread. */
static void scan_everything (dpor *d, const sett_event *event,
                             const sett_effect *effects, uint32_t index) {
  uint32_t known[SETT_MOST_THREADS];
  sett_order_hard_past (&d->order, event, index, known);
  for (;;) {
    uint32_t latest = SETT_NOBODY;
    for (uint32_t t = 0; t < d->order.width; t++) {
      const uint32_t last = d->order.last[t];
      if (t != event->thread && last != SETT_NOBODY &&
          !sett_order_covers (&d->order, known, last) &&
          (latest == SETT_NOBODY || last > latest))
        latest = last;
    }
    if (latest == SETT_NOBODY)
      return;
    reverse (d, latest, event, effects, index);
    sett_order_join (&d->order, known, sett_order_clock (&d->order, latest));
  }
}

/* The latest event that any of the cursors is at. */
static uint32_t latest_of (const dpor *d, const sett_effect *effects,
                           uint32_t count) {
  uint32_t latest = SETT_NOBODY;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t position = d->cursors.at[i];
    if (position == SETT_NOBODY)
      continue;
    const uint32_t event =
        sett_order_chain (&d->order, effects[i].object)->at[position].event;
    if (latest == SETT_NOBODY || event > latest)
      latest = event;
  }
  return latest;
}

/* From a use to the next one, earlier, that conflicts.  What is covered is
   passed: the rest of the run, or, before a wall, everything. */
static uint32_t pass (const dpor *d, const sett_effect *effect,
                      uint32_t position, const uint32_t *known) {
  const sett_chain *chain = sett_order_chain (&d->order, effect->object);
  const sett_use *use = &chain->at[position];
  if (sett_effect_is_wall (use->kind)) {
    if (sett_order_covers (&d->order, known, use->event))
      return SETT_NOBODY;
  } else if (sett_order_includes (&d->order, known,
                                  sett_order_run_clock (&d->order, use)))
    position = use->run;
  return sett_order_conflict (chain, effect->kind, position);
}

static void advance (dpor *d, const sett_event *event,
                     const sett_effect *effects, uint32_t passed,
                     const uint32_t *known) {
  for (uint32_t i = 0; i < event->effects; i++) {
    const sett_chain *chain = sett_order_chain (&d->order, effects[i].object);
    uint32_t *cursor = &d->cursors.at[i];
    while (*cursor != SETT_NOBODY && chain->at[*cursor].event == passed)
      *cursor = pass (d, &effects[i], *cursor, known);
  }
}

/* Finds the events that race with this one, latest first.  One that happens
   before another one found is left to executions in which that one is
   reversed.  If an event does not keep this one from coming before it, but
   others in between do (an unlock, and the lock before), the search goes on
   behind those. */
static void scan (dpor *d, const sett_event *event, const sett_effect *effects,
                  uint32_t index) {
  const int blocks = sett_event_blocks (event, effects);
  uint32_t known[SETT_MOST_THREADS];
  uint32_t latest;
  if (!event->effects)
    return;
  sett_order_hard_past (&d->order, event, index, known);
  d->cursors.count = 0;
  for (uint32_t i = 0; i < event->effects; i++) {
    const uint32_t object = effects[i].object;
    const uint32_t cursor = sett_order_conflict (
        sett_order_chain (&d->order, object), effects[i].kind,
        sett_order_position (&d->order, index, i, object));
    SETT_PUSH (d->cursors, cursor);
  }
  while ((latest = latest_of (d, effects, event->effects)) != SETT_NOBODY &&
         !must_stop (d)) {
    if (sett_order_event (&d->order, latest)->thread != event->thread &&
        !sett_order_covers (&d->order, known, latest)) {
      const sett_possibility result =
          reverse (d, latest, event, effects, index);
      if (result == SETT_POSSIBLE || !blocks ||
          d->search.options.mutant == SETT_STATELESS_MUTANT_NO_WALK_BACK)
        sett_order_join (&d->order, known,
                         sett_order_clock (&d->order, latest));
    }
    advance (d, event, effects, latest, known);
  }
}

static void scan_event (dpor *d, uint32_t index) {
  const sett_event *event = sett_order_event (&d->order, index);
  const sett_effect *effects = sett_order_effects (&d->order, event);
  if (event->operation == SETT_DO_END)
    scan_everything (d, event, effects, index);
  else
    scan (d, event, effects, index);
}

/* Races of older events that depend on the rest of the execution. */
static void reconsider (dpor *d) {
  size_t kept = 0;
  if (d->search.options.mutant == SETT_STATELESS_MUTANT_RACES_ONCE)
    return;
  for (size_t i = 0; i < d->open.count && !must_stop (d); i++) {
    const race r = d->open.at[i];
    const sett_event *event = sett_order_event (&d->order, r.second);
    const sett_effect *effects = sett_order_effects (&d->order, event);
    if (!sett_reversal_build (&d->sequence, &d->order, r.first, event, effects,
                              r.second, 0) ||
        !insert (d, r.first))
      d->open.at[kept++] = r;
  }
  d->open.count = kept;
}

/* What threads were about to do when the execution ended: if they were blocked
   they would perhaps not have been earlier; if the program was over they could
   have gone first. */
static void scan_pending (dpor *d, const sett_log *log) {
  const uint32_t last = log->count - 1;
  const int over = log->count && log->events[last].operation == SETT_DO_END;
  const uint64_t could = over ? log->events[last].enabled &
                                    ~((uint64_t)1 << log->events[last].thread)
                              : log->enabled;
  for (uint64_t rest = log->alive; rest; rest &= rest - 1) {
    const int thread = __builtin_ctzll (rest);
    const sett_event *event = &log->pending[thread];
    const sett_effect *effects = sett_order_effects (&d->order, event);
    if (!(could >> thread & 1)) {
      if (sett_event_blocks (event, effects))
        scan (d, event, effects, log->count);
    } else if (over) {
      sett_reversal_build (&d->sequence, &d->order, last, event, effects,
                           log->count, 1);
      insert (d, last);
    }
  }
}

/* The same for threads that have nothing left but a dead end. */
static void scan_parked (dpor *d, const sett_log *log) {
  if (!log->count)
    return;
  const size_t first = d->parked.count;
  pass_parked (d, log->count - 1);
  for (size_t i = first; i < d->parked.count; i++) {
    const sett_wakeup *r = d->parked.at[i];
    scan (d, &r->event, r->effects, log->count);
  }
  d->parked.count = first;
}

/* Choices. */

static int anybody_sleeps (const dpor *d, uint32_t index) {
  const node *n = &d->nodes.at[index];
  const sett_event *event = sett_order_event (&d->order, index);
  const sett_effect *effects = sett_order_effects (&d->order, event);
  for (uint32_t i = 0; i < n->sleepers; i++)
    if (stays_asleep (d, d->sleepers.at[n->first_sleeper + i].record, event,
                      effects))
      return 1;
  for (const sett_wakeup *r = n->done; r; r = r->next)
    if (stays_asleep (d, r, event, effects))
      return 1;
  return 0;
}

/* A choice was made: the other alternatives are to be explored next. */
static void add_alternatives (dpor *d, uint32_t index) {
  const sett_event *event = sett_order_event (&d->order, index);
  const sett_effect *effects = sett_order_effects (&d->order, event);
  node *n = &d->nodes.at[index];
  if (d->search.options.mutant ==
          SETT_STATELESS_MUTANT_ALTERNATIVES_FORGOTTEN ||
      index < d->root || anybody_sleeps (d, index))
    return;
  for (unsigned i = event->alternatives; i-- > 0;) {
    if (i == event->alternative || contains (n->done, event->thread, i) ||
        contains (n->dead, event->thread, i) ||
        contains (n->tree, event->thread, i))
      continue;
    sett_wakeup *record = sett_wakeup_get (&d->pool, event, effects);
    record->event.alternative = i;
    record->next = n->tree;
    n->tree = record;
  }
}

/* Early trees are needed last. */
static void shorten_trees (dpor *d) {
  const size_t most = d->search.options.most_records;
  if (!most || d->pool.used <= most)
    return;
  for (size_t i = 0; i < d->nodes.count && d->pool.used > most / 2; i++)
    if (d->search.options.mutant == SETT_STATELESS_MUTANT_TREES_FELLED) {
      sett_wakeup_put (&d->pool, d->nodes.at[i].tree);
      d->nodes.at[i].tree = NULL;
    } else
      sett_wakeup_shorten (&d->pool, d->nodes.at[i].tree);
}

/* The interface. */

static void plan_path (dpor *d, uint32_t index, sett_wakeup *branch) {
  d->choices.count = index;
  for (;;) {
    SETT_PUSH (d->choices, ((sett_choice){branch->event.thread,
                                          branch->event.alternative}));
    sett_wakeup *child = branch->child;
    branch->child = NULL;
    if (!child)
      break;
    push_node (d, child->next, child);
    child->next = NULL;
    branch = child;
  }
  d->plan.length = d->choices.count;
}

static void forget (dpor *d, uint32_t index) {
  const node *n = &d->nodes.at[index];
  sett_order_forget (&d->order, index);
  d->sleepers.count = n->first_sleeper + n->sleepers;
  d->parked.count = n->first_parked + n->parked;
  while (d->open.count && d->open.at[d->open.count - 1].second >= index)
    d->open.count--;
  d->start = index;
}

/* Who leads into a dead end need not go again before something changes. */
static void make_bed (dpor *d, uint32_t index) {
  const node *n = &d->nodes.at[index];
  d->bed.count = 0;
  for (uint32_t i = 0; i < n->parked; i++) {
    const sett_wakeup *r = d->parked.at[n->first_parked + i];
    SETT_PUSH (d->bed, ((sett_sleeper){&r->event, r->effects}));
  }
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    SETT_PUSH (d->bed, ((sett_sleeper){&r->event, r->effects}));
  d->plan.sleepers = d->bed.at;
  d->plan.sleep_count = d->bed.count;
  d->plan.sleep_from = index;
}

static const sett_plan *next (sett_stateless *search) {
  dpor *d = (dpor *)search;
  shorten_trees (d);
  if (d->begun && !d->again)
    while (d->nodes.count && !d->nodes.at[d->nodes.count - 1].tree)
      pop_node (d);
  if (d->begun) {
    if (!d->nodes.count)
      return NULL;
    const uint32_t index = d->nodes.count - 1;
    node *n = &d->nodes.at[index];
    if (index < d->order.count)
      finish_branch (d, index);
    else if (n->current)
      refuse_branch (d, n);
    forget (d, index);
    if (d->again) {
      n->sleepers = 0;
      d->sleepers.count = n->first_sleeper;
      d->plan.length = d->choices.count = index;
    } else {
      sett_wakeup *branch = n->tree;
      n->tree = branch->next;
      branch->next = NULL;
      n->current = branch;
      plan_path (d, index, branch);
    }
    make_bed (d, index);
  }
  d->begun = 1;
  d->again = 0;
  d->plan.choices = d->choices.at;
  d->plan.most_events = search->options.most_events;
  return &d->plan;
}

/* The execution ended in the state of a node that others may rely on, because
   the plan could not be followed, or its event was a dead end.  Is somebody
   else to go on there? */
static int goes_on (const dpor *d, const sett_log *log) {
  const uint32_t index = d->nodes.count - 1;
  const node *n = &d->nodes.at[index];
  if (log->ending == SETT_DEPARTED)
    return n->current && n->current->shared;
  if (!sett_order_is_dead_end (&d->order, index))
    return 0;
  const sett_event *event = &log->events[index];
  uint64_t others = event->enabled & ~((uint64_t)1 << event->thread);
  for (uint32_t i = 0; i < n->parked; i++)
    others &= ~((uint64_t)1 << d->parked.at[n->first_parked + i]->event.thread);
  for (const sett_wakeup *r = n->dead; r; r = r->next)
    others &= ~((uint64_t)1 << r->event.thread);
  if (!others || count_of (n->dead, event->thread) + 1 < event->alternatives)
    return 0;
  return index >= d->plan.length || (n->current && n->current->shared);
}

/* Back to the root, as if nothing had been explored. */
static void begin (dpor *d) {
  while (d->nodes.count)
    pop_node (d);
  sett_order_forget (&d->order, 0);
  d->sleepers.count = d->parked.count = d->open.count = 0;
  d->start = 0;
  d->begun = d->again = 0;
  d->choices.count = d->plan.length = d->root;
  d->bed.count = 0;
  for (size_t i = 0; i < d->root_parked.count; i++) {
    const sett_wakeup *r = d->root_parked.at[i];
    SETT_PUSH (d->bed, ((sett_sleeper){&r->event, r->effects}));
  }
  d->plan.sleepers = d->bed.at;
  d->plan.sleep_count = d->bed.count;
  d->plan.sleep_from = d->root;
}

/* The way to the root must be among the choices, whatever was there. */
static void set_root (dpor *d, const sett_stateless_root *root) {
  while (d->root_parked.count)
    sett_wakeup_put (&d->pool, SETT_POP (d->root_parked));
  d->root = root->length;
  d->choices.count = d->elsewhere.count = 0;
  for (uint32_t i = 0; i < root->length; i++) {
    SETT_PUSH (d->choices, root->choices[i]);
    SETT_PUSH (d->elsewhere, root->explored[i]);
  }
  for (uint32_t i = 0; i < root->sleep_count; i++) {
    sett_wakeup *r = sett_wakeup_get (&d->pool, root->sleepers[i].event,
                                      root->sleepers[i].effects);
    r->event.alternatives = 1; /* all of them are explored */
    SETT_PUSH (d->root_parked, r);
  }
}

/* Something unheard of: what was explored so far relied on less. */
static void begin_anew (dpor *d) {
  begin (d);
  d->search.statistics.restarts++;
}

static void learn (sett_stateless *search, const sett_log *log) {
  dpor *d = (dpor *)search;
  d->raw = log;
  if (log->count < d->start) { /* not what it was before: no runner at all */
    search->bounded = 1;
    while (d->nodes.count > log->count + 1)
      pop_node (d);
    forget (d, log->count);
  }
  if (sett_footprints_learn (&d->footprints, log, d->start) &&
      search->statistics.executions > 1) {
    begin_anew (d);
    return;
  }
  log = sett_footprints_extend (&d->footprints, log);
  sett_order_extend (&d->order, log);
  make_nodes (d, log);
  d->choices.count = d->start;
  for (uint32_t i = d->start; i < log->count; i++) {
    const sett_event *event = &log->events[i];
    SETT_PUSH (d->choices, ((sett_choice){event->thread, event->alternative}));
    if (event->alternatives > 1)
      add_alternatives (d, i);
  }
  reconsider (d);
  for (uint32_t i = d->start; i < log->count && !must_stop (d); i++)
    scan_event (d, i);
  d->again = d->nodes.count && goes_on (d, log);
  search->bounded |= must_stop (d);
  if (d->again || log->ending == SETT_DEPARTED)
    return;
  if (search->options.mutant != SETT_STATELESS_MUTANT_PENDING_IGNORED) {
    scan_pending (d, log);
    scan_parked (d, log);
  }
}

static void destroy (sett_stateless *search) {
  dpor *d = (dpor *)search;
  sett_order_release (&d->order);
  sett_sequence_release (&d->sequence);
  sett_wakeup_pool_release (&d->pool);
  sett_footprints_release (&d->footprints);
  SETT_RELEASE (d->choices);
  SETT_RELEASE (d->nodes);
  SETT_RELEASE (d->sleepers);
  SETT_RELEASE (d->parked);
  SETT_RELEASE (d->bed);
  SETT_RELEASE (d->open);
  SETT_RELEASE (d->cursors);
  SETT_RELEASE (d->elsewhere);
  SETT_RELEASE (d->root_parked);
  sett_free (d, sizeof *d);
}

sett_stateless *sett_dpor_create (const sett_stateless_options *options) {
  dpor *d = sett_zalloc (1, sizeof *d);
  d->search = (sett_stateless){next, learn, destroy, *options, {0}, 0, 0};
  d->sequence.mutant = options->mutant;
  d->sequence.most_extras =
      options->mutant == SETT_STATELESS_MUTANT_SHORT_SEQUENCES ? 0
                                                               : MOST_EXTRAS;
  d->plan.policy = SETT_STAY;
  sett_order_init (&d->order);
  if (options->root)
    sett_dpor_move (&d->search, options->root);
  return &d->search;
}

void sett_dpor_move (sett_stateless *search, const sett_stateless_root *root) {
  dpor *d = (dpor *)search;
  set_root (d, root);
  begin (d);
}
