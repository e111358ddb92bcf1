/* Dynamic reduction where executions end in states that were met before.

   Of each state s a set T(s) of threads is executed, in all their alternatives.
   It begins with whoever went first when s was found, and grows:

   (R) For each edge s -a-> s1 that was explored, and each thread q that touches
       something, on an edge that can be reached from s1, with which a
   conflicts: q joins T(s); or everybody who is enabled in s, if q is not. As
   touched counts also what a thread is about to do in a state that can be
   reached, whether it gets there or not. (F) In a state from which an event
   ended the execution (a violation, or an assumption that does not hold; not
   the end of the program) all who are enabled are executed. (P) Every thread
   that is enabled in s is executed in a state that can be reached from s.

   What is touched below a state is its summary (summary.h).  Summaries are the
   least sets for which summary (s) has what the edges from s do, and what the
   summaries of the states have to which they lead: whenever one grows, so do
   those before it, all the way back, round cycles too (settle).  New edges come
   with their summaries; a known state brings its own.  When nothing is left to
   be executed, (P) is looked at.

   Theorem.  Let w be an execution from an explored state s.  If no event of w,
   and none that is explored from s, is a violation, then there is an explored
   path from s that is, up to the order of independent events, w with some more
   events after it.  If there are violations, one is found; where each is looked
   for
   (--all-errors) the same holds for every w that ends with its first violation.

   Independence.  Two events of different threads commute, in all states, if
   what they touch does not conflict.  Their kinds count such as they could have
   turned out, not as they did (kinds_of); what cannot be foreseen at all is
   learnt (footprint.h), and makes the search begin anew.  Plain accesses that
   conflict without being ordered are a race, hence a violation, in either
   order.

   Lemma.  Let w = b1 ... bn be without threads of T(s), and let the theorem
   hold for executions that are shorter than w.  Then no bk conflicts with an a
   of T(s).  Proof: let bk, of q, be the first one that does.  b1 ... b(k-1) can
   be executed after a, and by the theorem some path from s1 begins with them,
   up to order.  On it q comes to the operation of bk next, or stands before it
   at the end: nothing that q did on the path belongs to anything but b1 ...
   b(k-1) before that.  So q touches what bk does, below s1, and by (R) is in
   T(s), or all who are enabled are, b1's thread among them: a contradiction.

     (What q stands before is known by what could block it.  If a conflicts with
     something else that bk touches, bk can be executed after a b1 ... b(k-1),
     too, up to there.  Then it is a b1 ... bk that is looked for below s1: the
     theorem gives it, as k < n or by the second induction below.)

     Two things need not be looked at.  What q touches after a join of a's
     thread, or after being created or woken up by it, it cannot touch in w,
     where that thread does not move.  And while a's thread holds a lock that a
     releases nobody acquires it in w.

   Proof of the theorem, by induction on the length of w, and then on the length
   of the shortest path by which (P) executes the thread of b1.  If a thread of
   T(s) is in w, let bi be its first event.  By the lemma b1 ... b(i-1) do not
   conflict with it, so bi b1 ... b(i-1) b(i+1) ... bn is the same up to order;
   its first step is explored, and the rest is shorter.  If none is in w, then
   whatever is executed from s commutes with all of w, and w is possible
   afterwards: one goes on along the path of (P).

   Therefore.  A deadlock has no more events after it, so it is itself reached.
   A violation is an event; if it is a race it is one in any order.  (An event
   whose thread ends the program is left for the end: what comes after it is
   nothing, and (P) executes it, also if its status is wrong.)  The graph that
   is explored also has the same local deadlocks (graph.h): who can move after
   some state does so in some explored path from there, and where nobody can
   help a thread in any state that can be reached, nobody can in an explored
   one.

   Where a state is taken for one that is worse (clocks.h), w is possible from
   there as well, up to a violation.  Nobody sleeps: a state would have to know
   with whom asleep it was explored.

   After C. Flanagan and P. Godefroid, and Y. Yang, X. Chen, G. Gopalakrishnan
   and R. Kirby, who keep such summaries for graphs without cycles. */

#include "base/vector.h"
#include "base/assert.h"
#include "base/mutant.h"
#include "stateless/footprint.h"
#include "stateless/stateless_search.h"
#include "stateless/summary.h"

#include <string.h>

#define NOWHERE UINT32_MAX

typedef struct state {
  sett_thread_set enabled,
      executed;          /* threads; T(s), or what is going to be it */
  sett_thread_set below; /* threads that are executed from here on */
  uint32_t name;         /* the runner's number for it */
  uint32_t parent;       /* where it was found from, ... */
  sett_choice choice;    /* ...and how */
  uint32_t summary;
  uint32_t first_edge; /* of those that lead here */
  uint8_t left;        /* has somebody gone on from here? */
  uint8_t has_grown;   /* those before it do not know yet */
} state;

typedef struct edge {
  uint32_t from, to, action, next;
} edge;

typedef struct task {
  uint32_t state;
  sett_choice choice;
} task;

typedef struct stateful {
  sett_stateless search;
  sett_plan plan;
  SETT_VECTOR (sett_choice) choices;
  SETT_VECTOR (state) states;
  SETT_VECTOR (edge) edges;
  SETT_VECTOR (uint32_t) known; /* by the runner's numbers */
  SETT_VECTOR (task) tasks;
  SETT_VECTOR (uint32_t) unsure; /* states of which (P) is not known */
  SETT_VECTOR (uint32_t) grown;
  sett_summaries summaries;
  sett_footprints footprints;
  task at_hand;
  int begun;
} stateful;

static sett_thread_set only (unsigned thread) {
  SETT_ASSERT (thread < SETT_MOST_THREADS);
  return sett_threads_of (thread);
}

static int is_mutant (const stateful *t, sett_stateless_mutant mutant) {
  return SETT_MUTANT (t->search.options.mutant) == (int)mutant;
}

/*------------------------------------------------------------------------*/
/* What an event touches. */

/* Is what the operation does to its object the same at any time? */
static int is_steady (uint8_t operation) {
  return sett_operation_has (operation, SETT_TRAIT_STEADY | SETT_TRAIT_LEARNT);
}

static uint32_t kinds_of (const stateful *t, const sett_event *event,
                          const sett_effect *effect) {
  if (is_steady (event->operation) || effect->internal ||
      effect->kind == SETT_EFFECT_LIVE || effect->kind == SETT_EFFECT_ADD ||
      is_mutant (t, SETT_STATELESS_MUTANT_LABELS_KEPT))
    return 1u << effect->kind;
  return SETT_ANY_KIND;
}

static void add_touches (stateful *t, const sett_log *log,
                         const sett_event *event) {
  const sett_effect *effects = log->effects + event->first;
  SETT_ASSERT (event->first + event->effects <= log->effect_count);
  for (uint32_t i = 0; i < event->effects; i++)
    sett_summaries_add (
        &t->summaries,
        (sett_touch){.object = effects[i].object,
                     .thread = event->thread,
                     .kinds = kinds_of (t, event, &effects[i]) & 0xffffff});
}

/* Who joins waits for all that the other thread did. */
static sett_thread_set joined_by (const sett_log *log,
                                  const sett_event *event) {
  if (event->operation != SETT_DO_JOIN || event->cause == SETT_NO_CAUSE)
    return SETT_NO_THREADS;
  return only (log->events[event->cause].thread);
}

static int is_woken (const sett_event *event, uint32_t by) {
  return event->cause == by && (event->operation == SETT_DO_START ||
                                event->operation == SETT_DO_WAKE);
}

/* The threads whose next event needs this one. */
static sett_thread_set woken_by (const sett_log *log, uint32_t index) {
  sett_thread_set threads = SETT_NO_THREADS;
  if (!sett_operation_has (log->events[index].operation, SETT_TRAIT_WAKES))
    return threads;
  for (uint32_t i = index + 1; i < log->count; i++)
    if (is_woken (&log->events[i], index))
      sett_threads_add (&threads, log->events[i].thread);
  for (sett_thread_set rest = log->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_event *e = &log->pending[sett_threads_first (rest)];
    if (is_woken (e, index))
      sett_threads_add (&threads, e->thread);
  }
  return threads;
}

static uint32_t action_of (stateful *t, const sett_log *log, uint32_t index) {
  const sett_event *event = &log->events[index];
  SETT_ASSERT (index < log->count);
  add_touches (t, log, event);
  const sett_action a = {.joined = joined_by (log, event),
                         .woken = woken_by (log, index),
                         .touches = sett_summaries_make (&t->summaries),
                         .thread = event->thread};
  return sett_summaries_action (&t->summaries, &a);
}

/* What the threads are about to do, at the end of an execution. */
static uint32_t pending_touches (stateful *t, const sett_log *log,
                                 sett_thread_set spreading) {
  for (sett_thread_set rest = log->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned thread = sett_threads_first (rest);
    if (sett_threads_have (spreading, thread))
      sett_summaries_add (&t->summaries, (sett_touch){.object = SETT_ANY_OBJECT,
                                                      .thread = (uint8_t)thread,
                                                      .kinds = SETT_ANY_KIND});
    else
      add_touches (t, log, &log->pending[thread]);
  }
  return sett_summaries_make (&t->summaries);
}

/*------------------------------------------------------------------------*/
/* T(s). */

static void execute (stateful *t, uint32_t number, sett_thread_set threads) {
  state *s = &t->states.at[number];
  SETT_ASSERT (number < t->states.count);
  threads =
      sett_threads_and (threads, sett_threads_but (s->enabled, s->executed));
  s->executed = sett_threads_or (s->executed, threads);
  SETT_ASSERT (sett_threads_within (s->executed, s->enabled) || !s->left);
  for (; sett_threads_any (threads); threads = sett_threads_rest (threads)) {
    const sett_choice choice = {(uint16_t)sett_threads_first (threads), 0};
    SETT_PUSH (t->tasks, ((task){number, choice}));
  }
}

/* (R) */
static void add_rivals (stateful *t, const edge *e) {
  const state *from = &t->states.at[e->from];
  SETT_ASSERT (e->from < t->states.count && e->to < t->states.count);
  const sett_thread_set rivals = sett_summaries_rivals (
      &t->summaries, e->action, t->states.at[e->to].summary);
  if (is_mutant (t, SETT_STATELESS_MUTANT_ALL_FREE))
    return;
  execute (t, e->from,
           sett_threads_within (rivals, from->enabled) ? rivals
                                                       : from->enabled);
}

/* (P): the newest states first, those before them see further. */
static void let_nobody_wait (stateful *t) {
  while (t->unsure.count && !t->tasks.count &&
         !is_mutant (t, SETT_STATELESS_MUTANT_PUT_OFF)) {
    const uint32_t number = t->unsure.at[t->unsure.count - 1];
    const state *s = &t->states.at[number];
    const sett_thread_set waiting = sett_threads_but (s->enabled, s->below);
    if (!sett_threads_any (waiting))
      t->unsure.count--;
    execute (t, number, waiting);
  }
}

/*------------------------------------------------------------------------*/
/* Summaries. */

static void note_growth (stateful *t, uint32_t number) {
  state *s = &t->states.at[number];
  if (s->has_grown)
    return;
  SETT_ASSERT (number < t->states.count);
  s->has_grown = 1;
  SETT_PUSH (t->grown, number);
}

static void look_beyond (stateful *t, const edge *e) {
  state *from = &t->states.at[e->from];
  const state *to = &t->states.at[e->to];
  const uint32_t more =
      sett_summaries_before (&t->summaries, e->action, to->summary);
  const uint32_t summary =
      sett_summaries_union (&t->summaries, from->summary, more);
  sett_thread_set below = sett_threads_or (from->below, to->below);
  sett_threads_add (&below, t->summaries.actions.at[e->action].thread);
  SETT_ASSERT (sett_threads_within (from->below, below));
  if (summary != from->summary || !sett_threads_same (below, from->below))
    note_growth (t, e->from);
  from->summary = summary;
  from->below = below;
  add_rivals (t, e);
}

static int is_forgotten (const stateful *t, const edge *e) {
  return is_mutant (t, SETT_STATELESS_MUTANT_GROWTH_FORGOTTEN) &&
         t->states.at[e->to].parent != e->from;
}

/* From the new edges, the last one first, back to where nothing changes. */
static void settle (stateful *t, size_t first_new) {
  for (size_t i = t->edges.count; i-- > first_new;)
    look_beyond (t, &t->edges.at[i]);
  while (t->grown.count) {
    const uint32_t number = SETT_POP (t->grown);
    SETT_ASSERT (t->states.at[number].has_grown);
    t->states.at[number].has_grown = 0;
    for (uint32_t i = t->states.at[number].first_edge; i != NOWHERE;
         i = t->edges.at[i].next)
      if (!is_forgotten (t, &t->edges.at[i]))
        look_beyond (t, &t->edges.at[i]);
  }
}

/*------------------------------------------------------------------------*/
/* The graph. */

static uint32_t add_state (stateful *t, uint32_t name, uint32_t parent,
                           sett_choice choice) {
  const uint32_t number = (uint32_t)t->states.count;
  SETT_ASSERT (parent == NOWHERE || parent < number);
  SETT_PUSH (t->states, ((state){.name = name,
                                 .parent = parent,
                                 .choice = choice,
                                 .summary = SETT_NOTHING_BELOW,
                                 .first_edge = NOWHERE}));
  SETT_PUSH (t->unsure, number);
  SETT_ASSERT (t->unsure.count <= t->states.count);
  return number;
}

/* The state before the event of that index, which was come to in this way.  One
   that the runner does not know is like no other. */
static uint32_t arrive (stateful *t, const sett_log *log, uint32_t index,
                        uint32_t parent, sett_choice choice) {
  const uint32_t name = log->states ? log->states[index] : SETT_NO_STATE;
  SETT_ASSERT (index <= log->count);
  if (name == SETT_NO_STATE)
    return add_state (t, name, parent, choice);
  while (t->known.count <= name)
    SETT_PUSH (t->known, NOWHERE);
  if (t->known.at[name] == NOWHERE)
    t->known.at[name] = add_state (t, name, parent, choice);
  return t->known.at[name];
}

static void leave (stateful *t, uint32_t number, const sett_log *log,
                   uint32_t index) {
  const sett_event *event = &log->events[index];
  state *s = &t->states.at[number];
  if (!s->left)
    s->enabled = sett_log_enabled (log, index);
  s->left = 1;
  sett_threads_add (&s->executed, event->thread);
  SETT_ASSERT (sett_threads_have (s->enabled, event->thread));
  if (event->alternative + 1 < event->alternatives &&
      !is_mutant (t, SETT_STATELESS_MUTANT_ALTERNATIVES_FORGOTTEN)) {
    const sett_choice next = {event->thread, event->alternative + 1};
    SETT_PUSH (t->tasks, ((task){number, next}));
  }
}

static void add_edge (stateful *t, uint32_t from, uint32_t to,
                      uint32_t action) {
  state *s = &t->states.at[to];
  SETT_ASSERT (from < t->states.count);
  SETT_PUSH (t->edges, ((edge){from, to, action, s->first_edge}));
  s->first_edge = (uint32_t)t->edges.count - 1;
}

/* (F) */
static int is_dead_end (const sett_log *log) {
  return log->stopped && log->count &&
         log->events[log->count - 1].operation != SETT_DO_END;
}

/* Takes up what is new in an execution: events from `index` on. */
static void add_execution (stateful *t, const sett_log *log,
                           const sett_log *raw, uint32_t index) {
  uint32_t at = t->at_hand.state, from = NOWHERE;
  if (at == NOWHERE)
    at = arrive (t, raw, index, NOWHERE, (sett_choice){0, 0});
  for (uint32_t i = index; i < log->count; i++) {
    const sett_event *event = &log->events[i];
    from = at;
    leave (t, at, log, i);
    at = arrive (t, raw, i + 1, from,
                 (sett_choice){event->thread, event->alternative});
    add_edge (t, from, at, action_of (t, log, i));
  }
  state *last = &t->states.at[at];
  if (!is_mutant (t, SETT_STATELESS_MUTANT_PENDING_IGNORED))
    last->summary = sett_summaries_union (
        &t->summaries, last->summary, pending_touches (t, log, raw->spreading));
  note_growth (t, at);
  if (from != NOWHERE && is_dead_end (raw))
    execute (t, from, t->states.at[from].enabled);
}

/*------------------------------------------------------------------------*/
/* The search. */

static void forget (stateful *t) {
  const int mutant = t->search.options.mutant;
  t->states.count = t->edges.count = t->known.count = 0;
  t->tasks.count = t->unsure.count = t->grown.count = 0;
  sett_summaries_release (&t->summaries);
  t->summaries.mutant = mutant;
  t->begun = 0;
  SETT_ASSERT (!t->states.count);
}

/* Tasks are done the last one first: the deepest of new ones. */
static void turn_round (stateful *t, size_t first) {
  for (size_t last = t->tasks.count; first + 1 < last; first++) {
    SETT_ASSERT (first <= t->tasks.count);
    const task swapped = t->tasks.at[--last];
    t->tasks.at[last] = t->tasks.at[first];
    t->tasks.at[first] = swapped;
  }
}

static void learn (sett_stateless *search, const sett_log *raw) {
  stateful *t = (stateful *)search;
  const uint32_t start = t->plan.length ? t->plan.length - 1 : 0;
  const size_t edges = t->edges.count, tasks = t->tasks.count;
  if (raw->count < t->plan.length) { /* departed */
    search->bounded = 1;
    return;
  }
  if (sett_footprints_learn (&t->footprints, raw, start) &&
      search->statistics.executions > 1) {
    forget (t);
    search->statistics.restarts++;
    return;
  }
  const sett_log *log = sett_footprints_extend (&t->footprints, raw);
  add_execution (t, log, raw, start);
  settle (t, edges);
  turn_round (t, tasks);
}

/* The way to a state, by which it was found. */
static void plan_way (stateful *t, const task *next) {
  size_t length = 0;
  for (uint32_t s = next->state; s != NOWHERE; s = t->states.at[s].parent)
    length++;
  while (t->choices.count < length)
    (void)SETT_PUSH_SLOT (t->choices);
  t->choices.count = length;
  t->choices.at[length - 1] = next->choice;
  SETT_ASSERT (length);
  for (uint32_t s = next->state; --length; s = t->states.at[s].parent)
    t->choices.at[length - 1] = t->states.at[s].choice;
}

static const sett_plan *next (sett_stateless *search) {
  stateful *t = (stateful *)search;
  t->choices.count = 0;
  t->at_hand = (task){NOWHERE, {0, 0}};
  t->plan.state = SETT_NO_STATE;
  if (t->begun) {
    let_nobody_wait (t);
    if (!t->tasks.count)
      return NULL;
    t->at_hand = SETT_POP (t->tasks);
    t->plan.state = t->states.at[t->at_hand.state].name;
    SETT_ASSERT (t->at_hand.state < t->states.count);
    plan_way (t, &t->at_hand);
  }
  t->begun = 1;
  t->plan.choices = t->choices.at;
  t->plan.length = (uint32_t)t->choices.count;
  t->plan.most_events = search->options.most_events;
  return &t->plan;
}

/*------------------------------------------------------------------------*/
/* As bytes, between two executions (saved.h).  What has grown was settled. */

static void save (const sett_stateless *search, sett_saved *s) {
  const stateful *t = (const stateful *)search;
  SETT_ASSERT (!t->grown.count);
  sett_saved_put_number (s, (uint64_t)t->begun);
  SETT_SAVE_VECTOR (s, t->states);
  SETT_SAVE_VECTOR (s, t->edges);
  SETT_SAVE_VECTOR (s, t->known);
  SETT_SAVE_VECTOR (s, t->tasks);
  SETT_SAVE_VECTOR (s, t->unsure);
  SETT_SAVE_VECTOR (s, t->footprints.all);
  SETT_SAVE_VECTOR (s, t->footprints.uses);
  sett_saved_put_number (s, t->footprints.mixed != 0);
  sett_summaries_save (&t->summaries, s);
}

static int is_number (uint32_t number, size_t count) {
  return number == NOWHERE || number < count;
}

static int are_sound_edges (const stateful *t) {
  for (size_t i = 0; i < t->edges.count; i++) {
    const edge *e = &t->edges.at[i];
    if (e->from >= t->states.count || e->to >= t->states.count ||
        e->action >= t->summaries.actions.count || !is_number (e->next, i))
      return 0;
  }
  return 1;
}

/* All that is named is there, and parents come first. */
static int is_sound (const stateful *t) {
  for (size_t i = 0; i < t->states.count; i++) {
    const state *s = &t->states.at[i];
    if (!is_number (s->parent, i) ||
        (s->summary && s->summary >= t->summaries.sets.count) ||
        !is_number (s->first_edge, t->edges.count))
      return 0;
  }
  for (size_t i = 0; i < t->known.count; i++)
    if (!is_number (t->known.at[i], t->states.count))
      return 0;
  for (size_t i = 0; i < t->tasks.count; i++)
    if (t->tasks.at[i].state >= t->states.count)
      return 0;
  for (size_t i = 0; i < t->unsure.count; i++)
    if (t->unsure.at[i] >= t->states.count)
      return 0;
  return are_sound_edges (t);
}

/* Deliberate errors. */
static void spoil (stateful *t) {
  if (is_mutant (t, SETT_STATELESS_MUTANT_SAVED_WITHOUT_TREES))
    t->tasks.count = 0;
  for (size_t i = 0; i < t->states.count; i++)
    if (is_mutant (t, SETT_STATELESS_MUTANT_SAVED_WITHOUT_RACES))
      t->states.at[i].first_edge = NOWHERE;
}

static void load (sett_stateless *search, sett_saved *s, const sett_log *log) {
  stateful *t = (stateful *)search;
  (void)log;
  SETT_ASSERT (!t->states.count && !t->edges.count);
  t->begun = (int)sett_saved_get_number (s);
  SETT_LOAD_VECTOR (s, t->states);
  SETT_LOAD_VECTOR (s, t->edges);
  SETT_LOAD_VECTOR (s, t->known);
  SETT_LOAD_VECTOR (s, t->tasks);
  SETT_LOAD_VECTOR (s, t->unsure);
  SETT_LOAD_VECTOR (s, t->footprints.all);
  SETT_LOAD_VECTOR (s, t->footprints.uses);
  t->footprints.mixed = (int)sett_saved_get_number (s);
  sett_summaries_load (&t->summaries, s);
  s->failed |= !is_sound (t);
  spoil (t);
}

/*------------------------------------------------------------------------*/

static void destroy (sett_stateless *search) {
  stateful *t = (stateful *)search;
  sett_summaries_release (&t->summaries);
  sett_footprints_release (&t->footprints);
  SETT_RELEASE (t->choices);
  SETT_RELEASE (t->states);
  SETT_RELEASE (t->edges);
  SETT_RELEASE (t->known);
  SETT_RELEASE (t->tasks);
  SETT_RELEASE (t->unsure);
  SETT_RELEASE (t->grown);
  sett_free (t, sizeof *t);
}

sett_stateless *sett_stateful_create (const sett_stateless_options *options) {
  stateful *t = sett_zalloc (1, sizeof *t);
  t->search = (sett_stateless){.next = next,
                               .learn = learn,
                               .destroy = destroy,
                               .save = save,
                               .load = load,
                               .options = *options};
  t->plan.policy = SETT_STAY;
  t->plan.sleep_from = UINT32_MAX;
  t->summaries.mutant = options->mutant;
  return &t->search;
}
