/* What searches in depth over the tree of all executions share: nodes, sleep
   sets, and the way back.

   A search that begins at a root goes there without looking left or right: the
   nodes on the way have nothing to be explored.  One that ends where its ways
   have become many drops the node where that is so (partition.c). */

#include "stateless/execution_tree.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "kernel/sleep_rule.h"

#include <string.h>

static void set_record (sett_record *r, const sett_event *event,
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

static void release_record (sett_record *r) {
  sett_free (r->effects, r->room * sizeof *r->effects);
}

/* Sleep. */

/* For the mutant, of which the runner has to know, too. */
static int both_use (const sett_record *a, const sett_record *b) {
  return (a->event.operation == SETT_DO_SEM_WAIT ||
          a->event.operation == SETT_DO_SEM_POST) &&
         (b->event.operation == SETT_DO_SEM_WAIT ||
          b->event.operation == SETT_DO_SEM_POST) &&
         a->effects[0].object == b->effects[0].object;
}

/* What was executed from a node. */
typedef struct taken_event {
  const sett_tree *tree;
  const sett_tree_node *from;
  sett_wakes wakes;
} taken_event;

static int is_woken (const void *taken, const void *who) {
  const taken_event *e = taken;
  const sett_record *executed = &e->from->current, *r = who;
  const int mutant = SETT_MUTANT (e->tree->search.options.mutant);
  const int same = executed->event.thread == r->event.thread;
  if (mutant == SETT_STATELESS_MUTANT_SLEEP_KEPT)
    return same;
  if (mutant == SETT_STATELESS_MUTANT_ZERO_COMMUTES && !same &&
      both_use (executed, r))
    return 0;
  return e->wakes (&executed->event, executed->effects, &r->event, r->effects);
}

/* A thread sleeps when all its alternatives are explored, as long as none of
   them is woken: they need not touch the same. */
static int has_all (const sett_tree *t, const sett_tree_node *n,
                    const sett_record *r) {
  uint32_t alternatives = 0;
  for (uint32_t i = 0; i < n->done; i++)
    alternatives +=
        t->done.at[n->first_done + i].event.thread == r->event.thread;
  return alternatives >= r->event.alternatives;
}

static int is_complete (const void *taken, const void *explored) {
  const taken_event *e = taken;
  return has_all (e->tree, e->from, explored);
}

static const sett_sleep_rule rule = {is_complete, is_woken};

static void pass_sleeper (sett_tree *t, const taken_event *taken,
                          uint32_t number, int slept, sett_thread_set *woken) {
  const sett_record *r = &t->done.at[number];
  if (sett_sleeps_behind (&rule, taken, r, slept))
    SETT_PUSH (t->sleepers, number);
  else
    sett_threads_add (woken, r->event.thread);
}

/* The alternatives of a thread wake together. */
static void drop_woken (sett_tree *t, size_t first, sett_thread_set woken) {
  size_t kept = first;
  if (SETT_MUTANT (t->search.options.mutant) ==
      SETT_STATELESS_MUTANT_ALTERNATIVES_APART)
    return;
  for (size_t i = first; i < t->sleepers.count; i++)
    if (!sett_threads_have (woken, t->done.at[t->sleepers.at[i]].event.thread))
      t->sleepers.at[kept++] = t->sleepers.at[i];
  t->sleepers.count = kept;
}

/* Those that sleep in a state still do so after what was executed there. */
static void pass_sleepers (sett_tree *t, const sett_tree_node *from,
                           sett_wakes wakes) {
  const taken_event taken = {t, from, wakes};
  const size_t first = t->sleepers.count;
  sett_thread_set woken = SETT_NO_THREADS;
  for (uint32_t i = 0; i < from->sleepers; i++)
    pass_sleeper (t, &taken, t->sleepers.at[from->first_sleeper + i], 1,
                  &woken);
  for (uint32_t i = 0; i < from->done; i++)
    pass_sleeper (t, &taken, from->first_done + i, 0, &woken);
  drop_woken (t, first, woken);
}

static sett_thread_set threads_asleep (const sett_tree *t,
                                       const sett_tree_node *n) {
  sett_thread_set threads = SETT_NO_THREADS;
  for (uint32_t i = 0; i < n->sleepers; i++)
    sett_threads_add (
        &threads,
        t->done.at[t->sleepers.at[n->first_sleeper + i]].event.thread);
  return threads;
}

/* Those that sleep in the state of a node. */
static void collect_sleepers (sett_tree *t, const sett_tree_node *n) {
  t->sleep_set.count = 0;
  for (uint32_t i = 0; i < n->sleepers; i++) {
    const sett_record *r = &t->done.at[t->sleepers.at[n->first_sleeper + i]];
    SETT_PUSH (t->sleep_set, ((sett_sleeper){&r->event, r->effects}));
  }
}

/* The plan's sleepers: of the node, and what is done there. */
static void make_sleep_set (sett_tree *t, const sett_tree_node *n,
                            uint32_t index) {
  t->sleep_set.count = 0;
  if (t->tells_runner) {
    collect_sleepers (t, n);
    for (uint32_t i = 0; i < n->done; i++) {
      const sett_record *r = &t->done.at[n->first_done + i];
      if (has_all (t, n, r))
        SETT_PUSH (t->sleep_set, ((sett_sleeper){&r->event, r->effects}));
    }
  }
  t->plan.sleepers = t->sleep_set.at;
  t->plan.sleep_count = (uint32_t)t->sleep_set.count;
  t->plan.sleep_from = index;
}

/* Persistent sets. */

/* An event that ends the execution says nothing about what others could do. */
static int is_dead_end (const sett_log *log, uint32_t index) {
  return index + 1 == log->count && log->stopped;
}

sett_thread_set sett_tree_persistent_set (sett_tree *t) {
  const sett_thread_set enabled = t->nodes.at[t->at].enabled;
  const unsigned seed = t->log->events[t->at].thread;
  sett_standing standings[SETT_MOST_THREADS];
  if (!t->bounding || is_dead_end (t->log, t->at))
    return enabled;
  if (SETT_MUTANT (t->search.options.mutant) ==
      SETT_STATELESS_MUTANT_RIVALS_FORGOTTEN)
    return sett_threads_of (seed);
  const sett_thread_set alive =
      sett_standings_get (&t->standings, t->at, standings);
  return sett_persistent_set (t->bounds, t->at, enabled, alive, seed,
                              standings);
}

/* Nodes. */

static sett_tree_node *node_at (sett_tree *t, uint32_t index) {
  while (t->nodes.count <= index)
    memset (SETT_PUSH_SLOT (t->nodes), 0, sizeof (sett_tree_node));
  return &t->nodes.at[index];
}

static void add_record (sett_tree *t, const sett_event *event,
                        const sett_effect *effects) {
  while (t->done.count <= t->done_count)
    memset (SETT_PUSH_SLOT (t->done), 0, sizeof (sett_record));
  set_record (&t->done.at[t->done_count++], event, effects);
}

static void push_done (sett_tree *t, sett_tree_node *n) {
  add_record (t, &n->current.event, n->current.effects);
  n->done++;
}

/* If all that are chosen sleep, nobody would ever look whether the choice was
   right: then all that do not go. */
static sett_thread_set choose_among (const sett_tree *t,
                                     sett_thread_set threads) {
  const sett_thread_set chosen = sett_threads_and (
      threads,
      t->choose (t->context, t->nodes.at[t->at].division, t->log, t->at));
  return sett_threads_any (chosen) ? chosen : threads;
}

/* What one refutation asks for at a node. */
static sett_thread_set asked_by (const sett_tree *t, const sett_tree_node *n,
                                 uint32_t number) {
  const sett_refutation *r = &t->extensions[number];
  if (r->path != n->path)
    return SETT_NO_THREADS;
  return sett_threads_and (n->enabled,
                           r->thread == SETT_WHOEVER_CAN
                               ? sett_threads_all ()
                               : sett_threads_of ((unsigned)r->thread));
}

static sett_thread_set asked_by_all (const sett_tree *t,
                                     const sett_tree_node *n) {
  sett_thread_set threads = SETT_NO_THREADS;
  for (uint32_t i = 0; i < t->extension_count; i++)
    threads = sett_threads_or (threads, asked_by (t, n, i));
  return threads;
}

/* When all else is explored from a node: one more that a refutation asks for,
   of the earliest first.  False: there is none. */
static int extend (const sett_tree *t, sett_tree_node *n) {
  for (; n->next_extension < t->extension_count; n->next_extension++) {
    const sett_thread_set more =
        sett_threads_but (asked_by (t, n, n->next_extension), n->explored);
    if (!sett_threads_any (more))
      continue;
    n->todo = sett_threads_of ((unsigned)sett_threads_first (more));
    n->explored = sett_threads_or (n->explored, n->todo);
    n->branch = n->next_extension + 1;
    return 1;
  }
  return 0;
}

/* Where nobody has decided anything all go. */
void sett_tree_plan (sett_tree *t, sett_thread_set threads) {
  sett_tree_node *n = &t->nodes.at[t->at];
  SETT_ASSERT (n->is_new && sett_threads_within (threads, n->enabled));
  n->todo = sett_threads_but (threads, n->asleep);
  if (t->choose && n->extension == n->decided_at)
    n->todo = choose_among (t, n->todo);
  if (SETT_MUTANT (t->search.options.mutant) ==
      SETT_STATELESS_MUTANT_EXTENDED_FIRST)
    n->todo = sett_threads_or (
        n->todo, sett_threads_but (asked_by_all (t, n), n->asleep));
  n->explored = sett_threads_or (n->todo, n->asleep);
}

static uint64_t ways_from (const sett_tree_node *n) {
  const uint32_t alternatives = n->current.event.alternatives;
  return n->ways * (n->width ? n->width : 1) *
         (alternatives ? alternatives : 1);
}

static int is_on_the_way (const sett_tree *t, uint32_t index) {
  return t->search.options.root && index < t->search.options.root->length;
}

static void open_node (sett_tree *t, uint32_t index, sett_thread_set enabled,
                       sett_wakes wakes) {
  const sett_stateless_root *root = t->search.options.root;
  sett_tree_node *n = node_at (t, index);
  SETT_ASSERT (index == t->depth);
  n->enabled = enabled;
  if (SETT_MUTANT (t->search.options.mutant) ==
      SETT_STATELESS_MUTANT_HIGH_FORGOTTEN)
    n->enabled = (sett_thread_set){{enabled.words[0]}};
  n->todo = SETT_NO_THREADS;
  n->done = 0;
  n->first_done = t->done_count;
  n->first_sleeper = (uint32_t)t->sleepers.count;
  n->width = 0;
  n->ways = index ? ways_from (n - 1) : 1;
  n->state = t->log->states ? t->log->states[index] : SETT_NO_STATE;
  n->path = index ? sett_path_behind (n[-1].path, t->choices.at[index - 1]) : 0;
  n->extension = n->branch = index ? n[-1].branch : 0;
  n->next_extension = 0;
  n->division = index ? n[-1].division : 0;
  n->most_ways = index ? n[-1].most_ways : t->most_ways;
  n->decided_at = index ? n[-1].decided_at : 0;
  if (index && wakes)
    pass_sleepers (t, n - 1, wakes);
  if (root && index == root->length)
    for (uint32_t i = 0; i < root->sleep_count; i++)
      SETT_PUSH (t->sleepers, i);
  n->sleepers = (uint32_t)t->sleepers.count - n->first_sleeper;
  n->asleep = threads_asleep (t, n);
  n->is_new = !is_on_the_way (t, index);
  if (!n->is_new && root->explored)
    n->explored = root->explored[index];
  t->depth = index + 1;
}

/* The way to a node, for somebody else. */
static void visit_end (sett_tree *t, uint32_t length) {
  t->explored.count = 0;
  for (uint32_t i = 0; i < length; i++)
    SETT_PUSH (t->explored,
               sett_threads_or (t->nodes.at[i].explored,
                                asked_by_all (t, &t->nodes.at[i])));
  const sett_stateless_root root = {t->choices.at,
                                    t->explored.at,
                                    length,
                                    t->sleep_set.at,
                                    (uint32_t)t->sleep_set.count,
                                    t->nodes.at[length].extension};
  t->visit_end (t->context, &root);
}

/* Somebody else explores the rest from this node on. */
static void end_at (sett_tree *t, uint32_t index) {
  const sett_tree_node *n = &t->nodes.at[index];
  collect_sleepers (t, n);
  visit_end (t, index);
  t->sleepers.count = n->first_sleeper;
  t->depth = index;
}

/* An execution that ended before: there is nothing but itself.  If it ended
   asleep that is nothing, unless it can tell that a choice was wrong. */
static void end_early (sett_tree *t, sett_wakes wakes) {
  const sett_log *log = t->log;
  if (!t->most_ways || (log->ending == SETT_ASLEEP && !t->choose))
    return;
  open_node (t, log->count, log->enabled, wakes);
  end_at (t, log->count);
}

/* Does the search end here?  What was divided anew goes on, from its root. */
static int is_far_enough (const sett_tree *t, sett_tree_node *n) {
  uint32_t ways = 0;
  if (n->ways < n->most_ways)
    return 0;
  const uint32_t division =
      t->deepen ? t->deepen (t->context, n->path, &ways) : 0;
  if (!division)
    return 1;
  n->division = division;
  n->most_ways = ways;
  n->decided_at = n->extension;
  n->ways = 1;
  return 0;
}

/* Who was chosen ends the execution: it is not known what others would do. */
static void let_all_go (sett_tree_node *n) {
  const sett_thread_set more = sett_threads_but (n->enabled, n->explored);
  n->todo = sett_threads_or (n->todo, sett_threads_but (more, n->asleep));
  n->explored = sett_threads_or (n->explored, more);
}

/* The plan could not be followed to its last choice: who cannot go, does not.
 */
static void depart (sett_tree *t) {
  t->is_over = 1;
  if (!t->depth) { /* not even to the root */
    t->search.bounded = 1;
    return;
  }
  sett_tree_node *n = &t->nodes.at[t->start];
  sett_threads_drop (&n->todo, t->choices.at[t->start].thread);
  n->current.event.alternatives = 0;
}

/* The way down. */

void sett_tree_begin (sett_tree *t, const sett_log *log) {
  t->log = log;
  t->at = t->start;
  t->is_over = 0;
  if (log->count < t->plan.length) {
    depart (t);
    return;
  }
  t->bounding = t->bounds && t->bounds->exist (t->bounds->data);
  if (t->bounding)
    sett_standings_begin (&t->standings, log, t->start);
}

sett_tree_node *sett_tree_arrive (sett_tree *t, sett_wakes wakes) {
  if (t->is_over)
    return NULL;
  if (t->at == t->log->count) {
    end_early (t, wakes);
    return NULL;
  }
  t->choices.count = t->at;
  if (t->at < t->depth) {
    t->nodes.at[t->at].is_new = 0;
    return &t->nodes.at[t->at];
  }
  open_node (t, t->at, sett_log_enabled (t->log, t->at), wakes);
  if (t->most_ways && is_far_enough (t, &t->nodes.at[t->at])) {
    end_at (t, t->at);
    return NULL;
  }
  return &t->nodes.at[t->at];
}

void sett_tree_execute (sett_tree *t) {
  const sett_event *event = &t->log->events[t->at];
  const unsigned self = event->thread;
  sett_tree_node *n = &t->nodes.at[t->at];
  SETT_ASSERT (!sett_threads_any (sett_threads_and (n->todo, n->asleep)));
  if (n->is_new)
    n->width = sett_threads_count (n->todo);
  /* Only what the runner does not know to be asleep can get here, or whom it
     has chosen where others are to go. */
  if (t->at > t->start && n->is_new &&
      (sett_threads_have (n->asleep, self) ||
       !sett_threads_have (n->explored, self))) {
    n->current.event.alternatives = 0;
    t->is_over = 1;
    return;
  }
  if (t->bounding)
    sett_standings_pass (&t->standings, t->at);
  sett_threads_drop (&n->todo, self);
  sett_threads_add (&n->explored,
                    self); /* who goes first of all is not asked */
  if (t->choose && is_dead_end (t->log, t->at) && !is_on_the_way (t, t->at))
    let_all_go (n);
  set_record (&n->current, event, t->log->effects + event->first);
  if (is_on_the_way (t, t->at))
    n->current.event.alternatives = 0; /* it is not for us */
  SETT_PUSH (t->choices, ((sett_choice){event->thread, event->alternative}));
  t->at++;
}

/* The way back. */

/* The next thing to do in a state: another alternative of the same thread, or
   another thread.  False: nothing. */
static int advance (sett_tree *t, sett_tree_node *n, sett_choice *choice) {
  sett_event *event = &n->current.event;
  if (event->alternatives) {
    push_done (t, n);
    if (event->alternative + 1 < event->alternatives &&
        SETT_MUTANT (t->search.options.mutant) !=
            SETT_STATELESS_MUTANT_ALTERNATIVES_FORGOTTEN) {
      *choice = (sett_choice){event->thread, event->alternative + 1};
      return 1;
    }
  }
  if (!sett_threads_any (n->todo) && !extend (t, n))
    return 0;
  *choice = (sett_choice){(uint16_t)sett_threads_first (n->todo), 0};
  return 1;
}

/* The way to the root, and who sleeps there. */
static void begin (sett_tree *t) {
  const sett_stateless_root *root = t->search.options.root;
  if (!root)
    return;
  for (uint32_t i = 0; i < root->length; i++)
    SETT_PUSH (t->choices, root->choices[i]);
  for (uint32_t i = 0; i < root->sleep_count; i++) {
    add_record (t, root->sleepers[i].event, root->sleepers[i].effects);
    if (t->tells_runner)
      SETT_PUSH (t->sleep_set, root->sleepers[i]);
  }
  t->plan.sleepers = t->sleep_set.at;
  t->plan.sleep_count = (uint32_t)t->sleep_set.count;
  t->plan.sleep_from = root->length;
}

static const sett_plan *next (sett_stateless *search) {
  sett_tree *t = (sett_tree *)search;
  sett_choice choice;
  while (t->depth && !advance (t, &t->nodes.at[t->depth - 1], &choice))
    t->done_count = t->nodes.at[--t->depth].first_done;
  if (t->begun && !t->depth)
    return NULL;
  if (t->depth) {
    const uint32_t index = t->depth - 1;
    const sett_tree_node *n = &t->nodes.at[index];
    t->sleepers.count = n->first_sleeper + n->sleepers;
    t->start = index;
    t->plan.state = n->state;
    t->choices.count = index;
    SETT_PUSH (t->choices, choice);
    make_sleep_set (t, n, index);
  } else
    begin (t);
  t->begun = 1;
  t->plan.choices = t->choices.at;
  t->plan.length = (uint32_t)t->choices.count;
  t->plan.most_events = search->options.most_events;
  return &t->plan;
}

static void destroy (sett_stateless *search) {
  sett_tree *t = (sett_tree *)search;
  for (size_t i = 0; i < t->nodes.count; i++)
    release_record (&t->nodes.at[i].current);
  for (size_t i = 0; i < t->done.count; i++)
    release_record (&t->done.at[i]);
  SETT_RELEASE (t->choices);
  SETT_RELEASE (t->nodes);
  SETT_RELEASE (t->done);
  SETT_RELEASE (t->sleepers);
  SETT_RELEASE (t->sleep_set);
  SETT_RELEASE (t->explored);
  sett_standings_release (&t->standings);
  sett_free (t, sizeof *t);
}

sett_tree *sett_tree_create (const sett_stateless_options *options,
                             void (*learn) (sett_stateless *,
                                            const sett_log *)) {
  sett_tree *t = sett_zalloc (1, sizeof *t);
  t->search = (sett_stateless){.next = next,
                               .learn = learn,
                               .destroy = destroy,
                               .save = sett_tree_save,
                               .load = sett_tree_load,
                               .options = *options};
  t->plan.policy = SETT_STAY;
  t->plan.state = SETT_NO_STATE;
  t->plan.locally = options->locally;
  return t;
}

void sett_tree_end_at (sett_stateless *search, uint32_t ways,
                       void (*visit) (void *, const sett_stateless_root *),
                       void *context) {
  sett_tree *t = (sett_tree *)search;
  t->most_ways = ways;
  t->visit_end = visit;
  t->context = context;
}

void sett_tree_deepen (sett_stateless *search, sett_deepener *deepen,
                       void *context) {
  sett_tree *t = (sett_tree *)search;
  t->deepen = deepen;
  t->context = context;
}

void sett_tree_restrict (sett_stateless *search, sett_chooser *choose,
                         void *context) {
  sett_tree *t = (sett_tree *)search;
  t->choose = choose;
  t->context = context;
}

void sett_tree_extend (sett_stateless *search,
                       const sett_refutation *extensions, uint32_t count) {
  sett_tree *t = (sett_tree *)search;
  t->extensions = extensions;
  t->extension_count = count;
}

void sett_tree_ignore_states (sett_stateless *search) {
  ((sett_tree *)search)->plan.conditional = 0;
}

void sett_tree_bound (sett_stateless *search, const sett_bounds *bounds) {
  ((sett_tree *)search)->bounds = bounds;
}
