/* Small models written in C, with known state spaces, for the unit tests of
   the kernel and of the searches.

     counters (n, m)     n processes, each counts modulo m: m^n states, n
                         steps out of each
     philosophers (n)    n philosophers take the left fork first: one deadlock
     graph (seed, n)     a random graph with n nodes, dead ends and faults
     run (kind, k)       one process with a run of holders, see toy_run_kind

   All states are words of bytes; `facts` holds the declared reads and
   writes. */

#ifndef SETT_TESTS_TOY_MODELS_H
#define SETT_TESTS_TOY_MODELS_H

#include "base/hash.h"
#include "base/text.h"
#include "kernel/fault.h"
#include "kernel/model.h"

#include <string.h>

#define TOY_MOST 64 /* bytes of a state, transitions, slots */

typedef enum toy_run_kind {
  TOY_CHOICES, /* k times a choice of a bit: 2^k successors */
  TOY_LOOP,    /* an endless loop of length k that can be left at its end */
  TOY_ENDLESS, /* one that cannot be left */
  TOY_YIELD,   /* the holder must wait for process 1 after k steps */
  TOY_ASSERT,  /* an assertion fails at step k / 2 of k */
  TOY_DIVIDE   /* a division by zero at step k / 2 of k */
} toy_run_kind;

typedef struct toy {
  sett_model model;
  unsigned n, m; /* parameters */
  uint32_t size; /* of a state */
  uint64_t seed; /* graph */
  toy_run_kind kind;
  int own_slots; /* slot 0 is the mover's own byte, else slot i is byte i */
  int lie;       /* counters: process 0 secretly 1: reads, 2: writes, byte 1 */
  sett_transition transitions[TOY_MOST];
  uint64_t facts[TOY_MOST][2];
} toy;

static toy *toy_of (sett_model *model) {
  return (toy *)model;
}

static unsigned char *toy_step (sett_sink *sink, const unsigned char *from,
                                uint32_t size, uint32_t transition,
                                unsigned process) {
  sink->room (sink, size);
  sett_step *step = &sink->steps[sink->count++];
  *step = (sett_step){.transition = transition,
                      .process = (uint16_t)process,
                      .partner = SETT_NOBODY,
                      .holder = SETT_NOBODY,
                      .size = size,
                      .offset = sink->bytes_used};
  unsigned char *next = sink->bytes + sink->bytes_used;
  memcpy (next, from, size);
  sink->bytes_used += size;
  return next;
}

static void toy_fault (sett_sink *sink, sett_fault fault) {
  sett_step *step = &sink->steps[sink->count - 1];
  step->fault = (uint16_t)fault;
  if (fault == SETT_FAULT_ASSERTION)
    return;
  sink->bytes_used -= step->size;
  step->size = 0;
}

static void toy_hold (sett_sink *sink, unsigned holder) {
  sink->steps[sink->count - 1].holder = (uint16_t)holder;
}

static void toy_initial (sett_model *model, sett_sink *sink) {
  const unsigned char zero[TOY_MOST] = {0};
  toy_step (sink, zero, toy_of (model)->size, SETT_YIELD, 0);
}

static int toy_is_end (sett_model *model, const unsigned char *state,
                       uint32_t size) {
  (void)model;
  return state[size - 1] != 0;
}

static const sett_transition *toy_transition (sett_model *model,
                                              uint32_t transition) {
  return &toy_of (model)->transitions[transition];
}

static void toy_slot (sett_model *model, const unsigned char *state,
                      uint32_t size, uint32_t slot, unsigned process,
                      uint32_t *from, uint32_t *to) {
  (void)state;
  const uint32_t place = toy_of (model)->own_slots ? process : slot;
  *from = place;
  *to = place < size ? place + 1 : place;
}

static void toy_name_process (sett_model *model, const unsigned char *state,
                              uint32_t size, unsigned process,
                              struct sett_text *text) {
  (void)model, (void)state, (void)size;
  sett_text_addf (text, "P (%u)", process);
}

static unsigned toy_processes (sett_model *model, const unsigned char *state,
                               uint32_t size) {
  (void)state, (void)size;
  return toy_of (model)->n;
}

static void toy_init (toy *t, const char *name, uint32_t bytes) {
  memset (t, 0, sizeof *t);
  t->size = (bytes + 7) & ~7u;
  t->model.name = name;
  t->model.initial = toy_initial;
  t->model.is_end = toy_is_end;
  t->model.transition = toy_transition;
  t->model.slot = toy_slot;
  t->model.name_process = toy_name_process;
  t->model.processes = toy_processes;
  t->model.transitions = t->model.slots = TOY_MOST;
  for (unsigned i = 0; i < TOY_MOST; i++) {
    t->facts[i][0] = t->facts[i][1] = ~(uint64_t)0;
    t->transitions[i] = (sett_transition){.file = "toy",
                                          .line = i,
                                          .text = "step",
                                          .process = "P",
                                          .reads = &t->facts[i][0],
                                          .writes = &t->facts[i][1]};
  }
}

/* Counters. */

static void toy_counters_steps (sett_model *model, const unsigned char *state,
                                uint32_t size, unsigned holder,
                                sett_sink *sink) {
  const toy *t = toy_of (model);
  (void)holder;
  for (unsigned i = 0; i < t->n; i++) {
    unsigned char *next = toy_step (sink, state, size, i, i);
    next[i] = (unsigned char)((state[i] + 1) % t->m);
    if (t->lie == 1 && i == 0 && state[1] == 2)
      next[0] = state[0];
    if (t->lie == 2 && i == 0 && state[0] == 2)
      next[1] = 0;
  }
}

static inline void toy_counters (toy *t, unsigned n, unsigned m) {
  toy_init (t, "counters", n);
  t->model.steps = toy_counters_steps;
  t->n = n;
  t->m = m;
  for (unsigned i = 0; i < n; i++)
    t->facts[i][0] = t->facts[i][1] = (uint64_t)1 << i;
}

/* Philosophers: byte i is 0 thinking, 1 has the left fork, 2 eats; byte n + i
   is the fork between i - 1 and i. */

static void toy_philosophers_steps (sett_model *model,
                                    const unsigned char *state, uint32_t size,
                                    unsigned holder, sett_sink *sink) {
  const unsigned n = toy_of (model)->n;
  (void)holder;
  for (unsigned i = 0; i < n; i++) {
    const unsigned left = n + i;
    const unsigned right = n + (i + 1) % n;
    if (state[i] < 2 && state[state[i] ? right : left])
      continue;
    unsigned char *next = toy_step (sink, state, size, 3 * i + state[i], i);
    next[i] = (unsigned char)((state[i] + 1) % 3);
    if (state[i] == 2)
      next[left] = next[right] = 0;
    else
      next[state[i] ? right : left] = 1;
  }
}

static inline void toy_philosophers (toy *t, unsigned n) {
  toy_init (t, "philosophers", 2 * n + 1);
  t->model.steps = toy_philosophers_steps;
  t->n = n;
  for (unsigned i = 0; i < n; i++)
    for (unsigned at = 0; at < 3; at++) {
      const uint64_t left = (uint64_t)1 << (n + i);
      const uint64_t right = (uint64_t)1 << (n + (i + 1) % n);
      const uint64_t used[] = {left, right, left | right};
      const uint64_t own = (uint64_t)1 << i;
      t->facts[3 * i + at][0] = t->facts[3 * i + at][1] = own | used[at];
    }
}

/* Graphs.  The state is the number of a node. */

static uint64_t toy_graph_hash (const toy *t, uint64_t node, unsigned i) {
  return sett_mix64 (t->seed + node * 1000 + i);
}

/* How many edges leave a node: none for one node in 64. */
static unsigned toy_graph_degree (const toy *t, uint64_t node) {
  const uint64_t hash = toy_graph_hash (t, node, 999);
  return node && hash % 64 == 0 ? 0 : 1 + (hash >> 8) % 5;
}

static uint64_t toy_graph_edge (const toy *t, uint64_t node, unsigned i) {
  const uint64_t hash = toy_graph_hash (t, node, i);
  return i == 0 ? (node + 1) % t->n : hash % t->n;
}

/* One edge in 256 is a failed assertion. */
static int toy_graph_asserts (const toy *t, uint64_t node, unsigned i) {
  return t->m && (toy_graph_hash (t, node, i) >> 40) % 256 == 0;
}

static void toy_graph_steps (sett_model *model, const unsigned char *state,
                             uint32_t size, unsigned holder, sett_sink *sink) {
  const toy *t = toy_of (model);
  uint64_t node;
  (void)holder;
  memcpy (&node, state, 8);
  for (unsigned i = 0; i < toy_graph_degree (t, node); i++) {
    const uint64_t next = toy_graph_edge (t, node, i);
    memcpy (toy_step (sink, state, size, i, 0), &next, 8);
    if (toy_graph_asserts (t, node, i))
      toy_fault (sink, SETT_FAULT_ASSERTION);
  }
}

static inline void toy_graph (toy *t, uint64_t seed, unsigned nodes,
                              int asserts) {
  toy_init (t, "graph", 16);
  t->model.steps = toy_graph_steps;
  t->seed = sett_mix64 (seed);
  t->n = nodes;
  t->m = (unsigned)asserts;
}

/* Runs.  Byte 0: 0 before the run, 1 in it, 2 after it; byte 1: steps done;
   byte 2: bits chosen; byte 3: the other process has moved; the last byte is
   set in the end, so that it is a proper one. */

enum { TOY_AT, TOY_DONE, TOY_BITS, TOY_FREE };

static void toy_run_end (const toy *t, unsigned char *next) {
  next[TOY_AT] = 2;
  next[t->size - 1] = 1;
}

static void toy_run_loop (const toy *t, const unsigned char *state,
                          sett_sink *sink) {
  const unsigned done = state[TOY_DONE];
  unsigned char *next = toy_step (sink, state, t->size, 1, 0);
  next[TOY_DONE] = (unsigned char)((done + 1) % t->n);
  toy_hold (sink, 0);
  if (t->kind == TOY_LOOP && done + 1 == t->n)
    toy_run_end (t, toy_step (sink, state, t->size, 2, 0));
}

static void toy_run_choices (const toy *t, const unsigned char *state,
                             sett_sink *sink) {
  for (unsigned bit = 0; bit < 2; bit++) {
    unsigned char *next = toy_step (sink, state, t->size, 1 + bit, 0);
    next[TOY_BITS] = (unsigned char)(2 * state[TOY_BITS] + bit);
    if (++next[TOY_DONE] == t->n)
      toy_run_end (t, next);
    else
      toy_hold (sink, 0);
  }
}

/* A run without choices; the other kinds differ in one of its steps. */
static void toy_run_line (const toy *t, const unsigned char *state,
                          sett_sink *sink) {
  const unsigned done = state[TOY_DONE];
  if (t->kind == TOY_YIELD && done == t->n && !state[TOY_FREE]) {
    toy_step (sink, state, t->size, SETT_YIELD, 0);
    return;
  }
  unsigned char *next = toy_step (sink, state, t->size, 1, 0);
  if (done == t->n) {
    toy_run_end (t, next);
    return;
  }
  next[TOY_DONE]++;
  toy_hold (sink, 0);
  if (t->kind == TOY_ASSERT && done == t->n / 2)
    toy_fault (sink, SETT_FAULT_ASSERTION);
  if (t->kind == TOY_DIVIDE && done == t->n / 2)
    toy_fault (sink, SETT_FAULT_DIVISION);
}

static void toy_run_go_on (const toy *t, const unsigned char *state,
                           sett_sink *sink) {
  if (t->kind == TOY_LOOP || t->kind == TOY_ENDLESS)
    toy_run_loop (t, state, sink);
  else if (t->kind == TOY_CHOICES)
    toy_run_choices (t, state, sink);
  else
    toy_run_line (t, state, sink);
}

static void toy_run_steps (sett_model *model, const unsigned char *state,
                           uint32_t size, unsigned holder, sett_sink *sink) {
  const toy *t = toy_of (model);
  if (holder != SETT_NOBODY) {
    toy_run_go_on (t, state, sink);
    return;
  }
  if (state[TOY_AT] == 0) {
    toy_step (sink, state, size, 0, 0)[TOY_AT] = 1;
    toy_hold (sink, 0);
  }
  if (state[TOY_AT] == 1 && state[TOY_FREE]) /* waits after SETT_YIELD */
    toy_run_end (t, toy_step (sink, state, size, 1, 0));
  if (t->kind == TOY_YIELD && !state[TOY_FREE])
    toy_step (sink, state, size, 3, 1)[TOY_FREE] = 1;
}

static inline void toy_run (toy *t, toy_run_kind kind, unsigned k) {
  toy_init (t, "run", 8);
  t->model.steps = toy_run_steps;
  t->kind = kind;
  t->n = k;
}

#endif
