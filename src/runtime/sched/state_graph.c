/* The graph of states, and local deadlocks: see state_graph.h, which has the
   argument. */

#include "runtime/sched/state_graph.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/vector.h"
#include "runtime/core/upcalls.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/processes.h"

#include <stdio.h>
#include <string.h>

typedef struct state {
  uint32_t parent;         /* where it was found from, ... */
  sett_choice choice;      /* ...and how */
  uint8_t left;            /* something else than another state may come next */
  sett_thread_set enabled; /* threads that can move */
  sett_thread_set waiting; /* those that cannot, and should */
  uint32_t first_edge, edges;
  uint32_t index, low, component; /* of the search for components */
} state;

typedef struct edge {
  uint32_t from, to;
} edge;

typedef struct sett_graph {
  SETT_VECTOR (state) states;
  SETT_VECTOR (edge) edges;
} sett_graph;

static sett_graph *graph (void) {
  sett_shared *shared = engine.shared;
  if (!shared->graph)
    shared->graph = sett_zalloc (1, sizeof *shared->graph);
  return shared->graph;
}

void sett_state_graph_arrive (uint32_t number, int is_new,
                              sett_thread_set enabled) {
  sett_graph *g = graph ();
  SETT_ASSERT (number < g->states.count ||
               (is_new && number == g->states.count));
  if (conduct->state != SETT_GRAPH_NOWHERE)
    SETT_PUSH (g->edges, ((edge){conduct->state, number}));
  if (is_new) {
    const sett_event *e = sett_current_event ();
    const state s = {
        .parent = conduct->state,
        .choice = {e->thread, e->alternative},
        .enabled = enabled,
        .waiting = sett_threads_but (sett_processes_waiting (), enabled),
    };
    SETT_PUSH (g->states, s);
  }
  SETT_ASSERT (number < g->states.count);
  conduct->state = number;
}

void sett_state_graph_leave (void) {
  sett_graph *g = engine.shared->graph;
  if (g && conduct->state < g->states.count)
    g->states.at[conduct->state].left = 1;
}

void sett_state_graph_forget (void) {
  sett_graph *g = engine.shared->graph;
  if (g)
    g->states.count = g->edges.count = 0;
}

/*------------------------------------------------------------------------*/
/* Checkpoints. */

void sett_state_graph_save (sett_saved *s) {
  const sett_graph *g = graph ();
  SETT_SAVE_VECTOR (s, g->states);
  SETT_SAVE_VECTOR (s, g->edges);
}

void sett_state_graph_load (sett_saved *s) {
  sett_graph *g = graph ();
  SETT_ASSERT (!g->states.count && !g->edges.count);
  SETT_LOAD_VECTOR (s, g->states);
  SETT_LOAD_VECTOR (s, g->edges);
}

/*------------------------------------------------------------------------*/
/* Strongly connected components (Tarjan), without recursion. */

typedef struct walk {
  sett_graph *graph;
  uint32_t *targets; /* of edges, by source */
  uint32_t *stack;   /* of states whose component is not known */
  uint32_t *path;    /* of states that are being looked at */
  uint32_t *next;    /* which edge comes next, for each state */
  uint32_t stack_count, path_count, numbered;
} walk;

static void sort_edges (walk *w) {
  sett_graph *g = w->graph;
  uint32_t first = 0;
  for (size_t i = 0; i < g->edges.count; i++)
    g->states.at[g->edges.at[i].from].edges++;
  for (size_t i = 0; i < g->states.count; i++) {
    g->states.at[i].first_edge = w->next[i] = first;
    first += g->states.at[i].edges;
  }
  SETT_ASSERT (first == g->edges.count);
  for (size_t i = 0; i < g->edges.count; i++)
    w->targets[w->next[g->edges.at[i].from]++] = g->edges.at[i].to;
  for (size_t i = 0; i < g->states.count; i++)
    w->next[i] = g->states.at[i].first_edge;
}

static void enter (walk *w, uint32_t number) {
  state *s = &w->graph->states.at[number];
  SETT_ASSERT (!s->index);
  s->index = s->low = ++w->numbered;
  w->stack[w->stack_count++] = number;
  w->path[w->path_count++] = number;
  SETT_ASSERT (w->stack_count <= w->graph->states.count &&
               w->path_count <= w->stack_count);
}

/* Can everything that is about to be one component not be left? */
static int is_terminal (const walk *w, uint32_t from) {
  const state *states = w->graph->states.at;
  for (uint32_t i = from; i < w->stack_count; i++) {
    const state *s = &states[w->stack[i]];
    if (s->left)
      return 0;
    for (uint32_t k = 0; k < s->edges; k++) {
      const state *to = &states[w->targets[s->first_edge + k]];
      if (to->component)
        return 0;
    }
  }
  return 1;
}

static void tell (uint32_t number, sett_thread_set threads);

/* Does a way lead from it back to itself? */
static int is_cycle (const walk *w, uint32_t from) {
  const uint32_t number = w->stack[from];
  const state *s = &w->graph->states.at[number];
  int returns = w->stack_count - from > 1;
  for (uint32_t k = 0; k < s->edges && !returns; k++)
    returns = w->targets[s->first_edge + k] == number;
  return returns;
}

/* Those of others are found by another search (process-local reduction). */
static int seeks_local_deadlocks (void) {
  const sett_orders *orders = &engine.shared->orders;
  return orders->deadlocks && !orders->local;
}

/* Threads that wait in all states of it, and can go on in none. */
static void judge_component (walk *w, uint32_t from) {
  const state *states = w->graph->states.at;
  sett_thread_set moving = SETT_NO_THREADS, waiting = sett_threads_all ();
  SETT_ASSERT (from < w->stack_count);
  for (uint32_t i = from; i < w->stack_count; i++) {
    moving = sett_threads_or (moving, states[w->stack[i]].enabled);
    waiting = sett_threads_and (waiting, states[w->stack[i]].waiting);
  }
  waiting = sett_threads_but (waiting, moving);
  if (seeks_local_deadlocks () && sett_threads_any (moving) &&
      sett_threads_any (waiting) && is_terminal (w, from))
    tell (w->stack[from], waiting);
}

static void close_component (walk *w, uint32_t number) {
  uint32_t from = w->stack_count;
  while (w->stack[--from] != number)
    ;
  judge_component (w, from);
  engine.shared->endless |= is_cycle (w, from);
  for (uint32_t i = from; i < w->stack_count; i++)
    w->graph->states.at[w->stack[i]].component = number + 1;
  w->stack_count = from;
}

static void leave (walk *w) {
  state *states = w->graph->states.at;
  const uint32_t number = w->path[--w->path_count];
  state *s = &states[number];
  if (s->low == s->index)
    close_component (w, number);
  if (!w->path_count)
    return;
  state *before = &states[w->path[w->path_count - 1]];
  if (!s->component && s->low < before->low)
    before->low = s->low;
}

static void visit (walk *w, uint32_t root) {
  state *states = w->graph->states.at;
  enter (w, root);
  while (w->path_count) {
    const uint32_t number = w->path[w->path_count - 1];
    state *s = &states[number];
    SETT_ASSERT (w->next[number] <= s->first_edge + s->edges);
    if (w->next[number] == s->first_edge + s->edges) {
      leave (w);
      continue;
    }
    const uint32_t to = w->targets[w->next[number]++];
    SETT_ASSERT (to < w->graph->states.count);
    if (!states[to].index)
      enter (w, to);
    else if (!states[to].component && states[to].index < s->low)
      s->low = states[to].index;
  }
}

void sett_state_graph_judge (void) {
  sett_graph *g = engine.shared->graph;
  if (!g || !g->states.count)
    return;
  const size_t count = g->states.count, edges = g->edges.count + 1;
  walk w = {.graph = g,
            .targets = sett_alloc (edges * sizeof *w.targets),
            .stack = sett_alloc (count * sizeof *w.stack),
            .path = sett_alloc (count * sizeof *w.path),
            .next = sett_alloc (count * sizeof *w.next)};
  sort_edges (&w);
  for (uint32_t i = 0; i < count; i++)
    if (!g->states.at[i].index)
      visit (&w, i);
  sett_free (w.targets, edges * sizeof *w.targets);
  SETT_ASSERT (!w.path_count && !w.stack_count);
  sett_free (w.stack, count * sizeof *w.stack);
  sett_free (w.path, count * sizeof *w.path);
  sett_free (w.next, count * sizeof *w.next);
}

/*------------------------------------------------------------------------*/
/* Counterexamples. */

static uint32_t path_length (const sett_graph *g, uint32_t number) {
  uint32_t length = 0;
  for (; number != SETT_GRAPH_NOWHERE; number = g->states.at[number].parent)
    length++;
  return length;
}

/* " of server", " of 2 processes": whose threads they are, in a system. */
static void name_processes (sett_thread_set threads, char *text, size_t size) {
  uint64_t mask = 0;
  *text = 0;
  if (!engine.multi || engine.shared->orders.alone)
    return;
  for (; sett_threads_any (threads); threads = sett_threads_rest (threads))
    mask |= (uint64_t)1
            << engine.shared->stations[sett_threads_first (threads)].process;
  if (mask & (mask - 1))
    snprintf (text, size, " of %d processes", __builtin_popcountll (mask));
  else
    snprintf (text, size, " of %s",
              engine.shared->members[__builtin_ctzll (mask)].name);
}

static void add_message (char *text, size_t size, sett_thread_set threads) {
  char whose[48];
  const int active = engine.active;
  engine.active = 0; /* formatting is not the program's doing */
  name_processes (threads, whose, sizeof whose);
  if (sett_threads_many (threads))
    snprintf (text, size, "%d threads%s will never go on, whatever others do",
              (int)sett_threads_count (threads), whose);
  else
    snprintf (text, size, "a thread%s will never go on, whatever others do",
              whose);
  engine.active = active;
}

/* The first state is that before the first choice: the events before it are
   those of the log. */
static void tell (uint32_t number, sett_thread_set threads) {
  const sett_graph *g = engine.shared->graph;
  SETT_ASSERT (sett_threads_any (threads));
  if (engine.shared->counterexample_count && !engine.shared->orders.all_errors)
    return;
  SETT_ASSERT (g && number < g->states.count);
  const uint32_t steps = path_length (g, number) - 1;
  const uint32_t count = engine.base + steps;
  sett_choice *choices = sett_alloc ((count + 1) * sizeof *choices);
  for (uint32_t i = 0; i < engine.base; i++)
    choices[i] = (sett_choice){engine.log->events[i].thread,
                               engine.log->events[i].alternative};
  for (uint32_t i = count; i-- > engine.base;
       number = g->states.at[number].parent)
    choices[i] = g->states.at[number].choice;
  conduct->violation = SETT_VIOLATION_LOCAL_DEADLOCK;
  conduct->violation_thread = (int)sett_threads_first (threads);
  conduct->violation_place = 0;
  add_message (conduct->message, sizeof conduct->message, threads);
  engine.shared->stuck = threads;
  upcalls.counterexample_path (choices, count);
  engine.shared->stuck = SETT_NO_THREADS;
}

void sett_state_graph_confirm (sett_thread_set enabled) {
  char message[SETT_MOST_MESSAGE];
  const sett_thread_set stuck = engine.shared->stuck;
  if (!sett_threads_within (
          stuck, sett_threads_but (sett_processes_waiting (), enabled)))
    sett_end (SETT_DEPARTED);
  add_message (message, sizeof message, stuck);
  sett_fail (SETT_VIOLATION_LOCAL_DEADLOCK, 0, NULL, "%s", message);
}
