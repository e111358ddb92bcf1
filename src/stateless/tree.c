/* Searches in depth over the tree of all executions, with sleep sets or
   without: ifsss, sss, exitblock, exitblockrw, and the search with a bound on
   preemptions.

   In each state of the execution at hand it is known which threads are to go
   first there, which did, and which sleep.  Events sleep after they were
   explored until something is executed that they are dependent on.  What
   "dependent" means is all that the first four differ in; persistent sets
   (persistent.h) further restrict who is to go.

   A search that begins at a root goes there without looking left or right: the
   nodes on the way have nothing to be explored.  One that ends where its ways
   have become many drops the node where that is so (divided.c).

   Where executions end in states that were met before, nobody sleeps (a state
   would have to know with whom asleep it was explored), and everybody goes.

   Events of exitblockrw sleep by a relation that the runner does not know.  So
   it is not told of them: when an execution comes to a sleeper, the rest of it
   does not count. */

#include "base/memory.h"
#include "base/vector.h"
#include "stateless/search.h"
#include "stateless/standing.h"

#include <string.h>

typedef enum sleeping {
  NEVER,
  BY_EVENTS,      /* sett_event_wakes */
  BY_TRANSITIONS, /* sett_transition_wakes */
  BY_READING      /* all but reading conflicts */
} sleeping;

/* An event with a copy of its effects, used again and again. */
typedef struct record {
  sett_event event;
  sett_effect *effects;
  uint32_t room;
} record;

/* A state: the one before the event of that index. */
typedef struct node {
  uint64_t todo;                    /* threads that are still to go from here */
  uint64_t enabled;                 /* that could */
  record current;                   /* what is being explored */
  uint32_t first_sleeper, sleepers; /* inherited ones */
  uint32_t first_done, done;        /* records of this state */
  int preemptions;                  /* before this state */
  uint64_t explored;                /* threads that go from here, or sleep */
  uint32_t width;                   /* how many were to go */
  uint64_t ways;                    /* product of the widths before */
} node;

typedef struct tree {
  sett_stateless search;
  sleeping sleeping;
  const sett_bounds *bounds;
  int bounding; /* in this execution */
  sett_plan plan;
  SETT_VECTOR (sett_choice) choices;
  SETT_VECTOR (node) nodes; /* `depth` of them count */
  uint32_t depth;
  SETT_VECTOR (record) done; /* `done_count` count: by nodes */
  uint32_t done_count;
  SETT_VECTOR (uint32_t) sleepers; /* numbers of records */
  SETT_VECTOR (sett_sleeper) bed;
  sett_standings standings;
  uint32_t start;
  int begun;
  uint32_t most_ways; /* the search ends there; 0: nowhere */
  void (*visit_end) (void *, const sett_stateless_root *);
  uint64_t (*choose) (void *, const sett_log *, uint32_t); /* null: all go */
  void *context;
  SETT_VECTOR (uint64_t) explored; /* of the nodes before an end */
} tree;

static void set_record (record *r, const sett_event *event,
                        const sett_effect *effects) {
  r->event = *event;
  if (r->room < event->effects) {
    const uint32_t room = 2 * event->effects;
    r->effects = sett_resize (r->effects, r->room * sizeof *effects,
                              room * sizeof *effects);
    r->room = room;
  }
  if (event->effects)
    memcpy (r->effects, effects, event->effects * sizeof *effects);
}

static void release_record (record *r) {
  sett_free (r->effects, r->room * sizeof *r->effects);
}

/* Sleep. */

static int is_reading (const sett_effect *e) {
  return e->kind == SETT_EFFECT_LOAD || e->kind == SETT_EFFECT_AWAIT;
}

static int wakes_by_reading (const record *a, const record *b) {
  if (a->event.thread == b->event.thread || a->event.operation == SETT_DO_END ||
      b->event.operation == SETT_DO_END)
    return 1;
  for (uint32_t i = 0; i < a->event.effects; i++)
    for (uint32_t j = 0; j < b->event.effects; j++)
      if (a->effects[i].object == b->effects[j].object &&
          !(is_reading (&a->effects[i]) && is_reading (&b->effects[j])))
        return 1;
  return 0;
}

static int wakes (const tree *t, const record *executed, const record *r) {
  if (t->search.options.mutant == SETT_STATELESS_MUTANT_SLEEP_KEPT)
    return executed->event.thread == r->event.thread;
  switch (t->sleeping) {
  case BY_EVENTS:
    return sett_event_wakes (&executed->event, executed->effects, &r->event,
                             r->effects);
  case BY_TRANSITIONS:
    return sett_transition_wakes (&executed->event, executed->effects,
                                  &r->event, r->effects);
  case BY_READING:
    return wakes_by_reading (executed, r);
  default:
    return 1;
  }
}

/* A thread sleeps when all its alternatives are explored. */
static int is_complete (const tree *t, const node *n, const record *r) {
  uint32_t alternatives = 0;
  for (uint32_t i = 0; i < n->done; i++)
    alternatives +=
        t->done.at[n->first_done + i].event.thread == r->event.thread;
  return alternatives >= r->event.alternatives;
}

static void pass_sleepers (tree *t, const node *from) {
  for (uint32_t i = 0; i < from->sleepers; i++) {
    const uint32_t number = t->sleepers.at[from->first_sleeper + i];
    if (!wakes (t, &from->current, &t->done.at[number]))
      SETT_PUSH (t->sleepers, number);
  }
  for (uint32_t i = 0; i < from->done; i++) {
    const uint32_t number = from->first_done + i;
    const record *r = &t->done.at[number];
    if (r->event.alternative == 0 && is_complete (t, from, r) &&
        !wakes (t, &from->current, r))
      SETT_PUSH (t->sleepers, number);
  }
}

static uint64_t asleep (const tree *t, const node *n) {
  uint64_t threads = 0;
  for (uint32_t i = 0; i < n->sleepers; i++)
    threads |= (uint64_t)1
               << t->done.at[t->sleepers.at[n->first_sleeper + i]].event.thread;
  return threads;
}

/* Those that sleep in the state of a node. */
static void collect_sleepers (tree *t, const node *n) {
  t->bed.count = 0;
  for (uint32_t i = 0; i < n->sleepers; i++) {
    const record *r = &t->done.at[t->sleepers.at[n->first_sleeper + i]];
    SETT_PUSH (t->bed, ((sett_sleeper){&r->event, r->effects}));
  }
}

static int runner_knows (const tree *t) {
  return t->sleeping == BY_EVENTS || t->sleeping == BY_TRANSITIONS;
}

/* The plan's sleepers: of the node, and what is done there. */
static void make_bed (tree *t, const node *n, uint32_t index) {
  t->bed.count = 0;
  if (runner_knows (t)) {
    collect_sleepers (t, n);
    for (uint32_t i = 0; i < n->done; i++) {
      const record *r = &t->done.at[n->first_done + i];
      if (r->event.alternative == 0 && is_complete (t, n, r))
        SETT_PUSH (t->bed, ((sett_sleeper){&r->event, r->effects}));
    }
  }
  t->plan.sleepers = t->bed.at;
  t->plan.sleep_count = t->bed.count;
  t->plan.sleep_from = index;
}

/* Persistent sets. */

/* An event that ends the execution says nothing about what others could do. */
static int is_dead_end (const sett_log *log, uint32_t index) {
  return index + 1 == log->count && log->stopped;
}

static uint64_t persistent (tree *t, const sett_log *log, uint32_t index,
                            unsigned seed, uint64_t enabled) {
  sett_standing standings[SETT_MOST_THREADS];
  if (!t->bounding || is_dead_end (log, index))
    return enabled;
  if (t->search.options.mutant == SETT_STATELESS_MUTANT_RIVALS_FORGOTTEN)
    return (uint64_t)1 << seed;
  const uint64_t alive = sett_standings_get (&t->standings, index, standings);
  return sett_persistent_set (t->bounds, index, enabled, alive, seed,
                              standings);
}

/* Nodes. */

static node *node_at (tree *t, uint32_t index) {
  while (t->nodes.count <= index)
    memset (SETT_PUSH_SLOT (t->nodes), 0, sizeof (node));
  return &t->nodes.at[index];
}

static void add_record (tree *t, const sett_event *event,
                        const sett_effect *effects) {
  while (t->done.count <= t->done_count)
    memset (SETT_PUSH_SLOT (t->done), 0, sizeof (record));
  set_record (&t->done.at[t->done_count++], event, effects);
}

static void push_done (tree *t, node *n) {
  add_record (t, &n->current.event, n->current.effects);
  n->done++;
}

/* Would it be a preemption to go to this thread? */
static int preempts (const tree *t, uint32_t index, unsigned thread) {
  if (!index)
    return 0;
  const unsigned last = t->nodes.at[index - 1].current.event.thread;
  return thread != last && (t->nodes.at[index].enabled >> last & 1);
}

/* If all that are chosen sleep, nobody would ever look whether the choice was
   right: then all that do not go. */
static uint64_t choose_among (const tree *t, const sett_log *log,
                              uint32_t index, uint64_t threads) {
  const uint64_t chosen = threads & t->choose (t->context, log, index);
  return chosen ? chosen : threads;
}

/* Who is to go from a new state? */
static uint64_t plan_threads (tree *t, const sett_log *log, uint32_t index,
                              unsigned seed) {
  node *n = &t->nodes.at[index];
  const int most = t->search.options.preemptions;
  uint64_t threads =
      persistent (t, log, index, seed, n->enabled) & ~asleep (t, n);
  if (t->choose)
    threads = choose_among (t, log, index, threads);
  n->explored = threads | asleep (t, n);
  if (most < 0)
    return threads;
  for (uint64_t rest = threads; rest; rest &= rest - 1) {
    const unsigned thread = __builtin_ctzll (rest);
    if (n->preemptions + preempts (t, index, thread) > most) {
      threads &= ~((uint64_t)1 << thread);
      t->search.bounded = 1;
    }
  }
  return threads;
}

static uint64_t ways_from (const node *n) {
  const uint32_t alternatives = n->current.event.alternatives;
  return n->ways * (n->width ? n->width : 1) *
         (alternatives ? alternatives : 1);
}

static int is_on_the_way (const tree *t, uint32_t index) {
  return t->search.options.root && index < t->search.options.root->length;
}

static void open_node (tree *t, uint32_t index, uint64_t enabled) {
  const sett_stateless_root *root = t->search.options.root;
  node *n = node_at (t, index);
  n->enabled = enabled;
  n->todo = 0;
  n->done = 0;
  n->first_done = t->done_count;
  n->first_sleeper = t->sleepers.count;
  n->preemptions = 0;
  n->width = 0;
  n->ways = 1;
  if (index) {
    const node *before = &t->nodes.at[index - 1];
    pass_sleepers (t, before);
    n->preemptions = before->preemptions +
                     preempts (t, index - 1, before->current.event.thread);
    n->ways = ways_from (before);
  }
  if (root && index == root->length)
    for (uint32_t i = 0; i < root->sleep_count; i++)
      SETT_PUSH (t->sleepers, i);
  n->sleepers = t->sleepers.count - n->first_sleeper;
  t->depth = index + 1;
}

/* The way to a node, for somebody else. */
static void visit_end (tree *t, uint32_t length) {
  t->explored.count = 0;
  for (uint32_t i = 0; i < length; i++)
    SETT_PUSH (t->explored, t->nodes.at[i].explored);
  const sett_stateless_root root = {t->choices.at, t->explored.at, length,
                                    t->bed.at, t->bed.count};
  t->visit_end (t->context, &root);
}

/* Somebody else explores the rest from this node on. */
static void end_at (tree *t, uint32_t index) {
  const node *n = &t->nodes.at[index];
  collect_sleepers (t, n);
  visit_end (t, index);
  t->sleepers.count = n->first_sleeper;
  t->depth = index;
}

/* An execution that ended before: there is nothing but itself.  If it ended
   asleep that is nothing, unless it can tell that a choice was wrong. */
static void end_early (tree *t, const sett_log *log) {
  if (!t->most_ways || (log->ending == SETT_ASLEEP && !t->choose))
    return;
  open_node (t, log->count, log->enabled);
  end_at (t, log->count);
}

/* Who was chosen ends the execution: it is not known what others would do. */
static void let_all_go (const tree *t, node *n) {
  const uint64_t more = n->enabled & ~n->explored;
  n->todo |= more & ~asleep (t, n);
  n->explored |= more;
}

static void learn (sett_stateless *search, const sett_log *log) {
  tree *t = (tree *)search;
  if (log->count < t->plan.length && !t->depth) { /* not even to the root */
    search->bounded = 1;
    return;
  }
  if (log->count < t->plan.length) { /* departed */
    node *n = &t->nodes.at[t->start];
    n->todo &= ~((uint64_t)1 << t->choices.at[t->start].thread);
    n->current.event.alternatives = 0;
    return;
  }
  t->bounding = t->bounds && t->bounds->exist (t->bounds->data);
  if (t->bounding)
    sett_standings_begin (&t->standings, log, t->start);
  for (uint32_t i = t->start; i < log->count; i++) {
    const sett_event *event = &log->events[i];
    const uint64_t self = (uint64_t)1 << event->thread;
    t->choices.count = i;
    if (i >= t->depth) {
      open_node (t, i, event->enabled);
      if (t->most_ways && t->nodes.at[i].ways >= t->most_ways) {
        end_at (t, i);
        return;
      }
      if (!is_on_the_way (t, i))
        t->nodes.at[i].todo = plan_threads (t, log, i, event->thread);
      t->nodes.at[i].width = __builtin_popcountll (t->nodes.at[i].todo);
    }
    node *n = &t->nodes.at[i];
    /* Only what the runner does not know to be asleep can get here, or whom it
       has chosen where others are to go. */
    if (i > t->start && ((asleep (t, n) | ~n->explored) & self) &&
        !is_on_the_way (t, i)) {
      n->current.event.alternatives = 0;
      return;
    }
    if (t->bounding)
      sett_standings_pass (&t->standings, i);
    n->todo &= ~self;
    if (t->choose && is_dead_end (log, i))
      let_all_go (t, n);
    set_record (&n->current, event, log->effects + event->first);
    if (is_on_the_way (t, i))
      n->current.event.alternatives = 0; /* it is not for us */
    SETT_PUSH (t->choices, ((sett_choice){event->thread, event->alternative}));
  }
  end_early (t, log);
}

/* The next thing to do in a state: another alternative of the same thread, or
   another thread.  False: nothing. */
static int advance (tree *t, node *n, sett_choice *choice) {
  sett_event *event = &n->current.event;
  if (event->alternatives) {
    push_done (t, n);
    if (event->alternative + 1 < event->alternatives &&
        t->search.options.mutant !=
            SETT_STATELESS_MUTANT_ALTERNATIVES_FORGOTTEN) {
      *choice = (sett_choice){event->thread, event->alternative + 1};
      return 1;
    }
  }
  if (!n->todo)
    return 0;
  *choice = (sett_choice){__builtin_ctzll (n->todo), 0};
  return 1;
}

/* The way to the root, and who sleeps there. */
static void begin (tree *t) {
  const sett_stateless_root *root = t->search.options.root;
  if (!root)
    return;
  for (uint32_t i = 0; i < root->length; i++)
    SETT_PUSH (t->choices, root->choices[i]);
  for (uint32_t i = 0; i < root->sleep_count; i++) {
    add_record (t, root->sleepers[i].event, root->sleepers[i].effects);
    if (runner_knows (t))
      SETT_PUSH (t->bed, root->sleepers[i]);
  }
  t->plan.sleepers = t->bed.at;
  t->plan.sleep_count = t->bed.count;
  t->plan.sleep_from = root->length;
}

static const sett_plan *next (sett_stateless *search) {
  tree *t = (tree *)search;
  sett_choice choice;
  while (t->depth && !advance (t, &t->nodes.at[t->depth - 1], &choice))
    t->done_count = t->nodes.at[--t->depth].first_done;
  if (t->begun && !t->depth)
    return NULL;
  if (t->depth) {
    const uint32_t index = t->depth - 1;
    const node *n = &t->nodes.at[index];
    t->sleepers.count = n->first_sleeper + n->sleepers;
    t->start = index;
    t->choices.count = index;
    SETT_PUSH (t->choices, choice);
    make_bed (t, n, index);
  } else
    begin (t);
  t->begun = 1;
  t->plan.choices = t->choices.at;
  t->plan.length = t->choices.count;
  t->plan.most_events = search->options.most_events;
  return &t->plan;
}

static void destroy (sett_stateless *search) {
  tree *t = (tree *)search;
  for (size_t i = 0; i < t->nodes.count; i++)
    release_record (&t->nodes.at[i].current);
  for (size_t i = 0; i < t->done.count; i++)
    release_record (&t->done.at[i]);
  SETT_RELEASE (t->choices);
  SETT_RELEASE (t->nodes);
  SETT_RELEASE (t->done);
  SETT_RELEASE (t->sleepers);
  SETT_RELEASE (t->bed);
  SETT_RELEASE (t->explored);
  sett_standings_release (&t->standings);
  sett_free (t, sizeof *t);
}

static sleeping sleeping_of (const sett_stateless_options *options) {
  if (options->preemptions >= 0)
    return NEVER;
  switch (options->kind) {
  case SETT_STATELESS_IFSSS:
    return BY_EVENTS;
  case SETT_STATELESS_SSS:
    return BY_TRANSITIONS;
  case SETT_STATELESS_EXITBLOCKRW:
    return BY_READING;
  default:
    return NEVER;
  }
}

sett_stateless *sett_tree_create (const sett_stateless_options *options) {
  tree *t = sett_zalloc (1, sizeof *t);
  t->search = (sett_stateless){next, learn, destroy, *options, {0}, 0, 0};
  t->sleeping = sleeping_of (options);
  t->plan.policy = SETT_STAY;
  t->plan.state = SETT_NO_STATE;
  t->plan.composed =
      options->kind == SETT_STATELESS_SSS && options->preemptions < 0;
  return &t->search;
}

void sett_tree_end_at (sett_stateless *search, uint32_t ways,
                       void (*visit) (void *, const sett_stateless_root *),
                       void *context) {
  tree *t = (tree *)search;
  t->most_ways = ways;
  t->visit_end = visit;
  t->context = context;
}

void sett_tree_restrict (sett_stateless *search,
                         uint64_t (*choose) (void *, const sett_log *,
                                             uint32_t),
                         void *context) {
  tree *t = (tree *)search;
  t->choose = choose;
  t->context = context;
}

void sett_tree_bound (sett_stateless *search, const sett_bounds *bounds) {
  ((tree *)search)->bounds = bounds;
}
