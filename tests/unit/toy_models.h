/* Small models written in C, with known state spaces, for the unit tests of
   the kernel and of the searches.

     counters (n, m)     n processes, each counts modulo m: m^n states, n
                         steps out of each
     philosophers (n)    n philosophers take the left fork first: one deadlock
     graph (seed, n)     a random graph with n nodes, dead ends and faults
     run (kind, k)       one process with a run of holders, see toy_run_kind

   All states are words of bytes.  Counters and philosophers declare what they
   touch (`does`, `needs`): byte i is the record of process i, each process is a
   type of its own, and each byte after the records is an object. */

#ifndef SETT_TESTS_TOY_MODELS_H
#define SETT_TESTS_TOY_MODELS_H

#include "base/hash.h"
#include "base/text.h"
#include "kernel/violation.h"
#include "kernel/control.h"

#include <string.h>

#define TOY_MOST 64 /* bytes of a state, transitions */
/* The first object of a type. */
#define TOY_TYPES (SETT_OBJECT_HANDSHAKES + 1)
#define TOY_OBJECTS (TOY_TYPES + TOY_MOST)

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
  int lie; /* counters: process 0 secretly 1: reads, 2: writes, byte 1 */
  sett_transition transitions[TOY_MOST];
  sett_control control;
  sett_flow flows[TOY_MOST];
  sett_location locations[TOY_MOST]; /* by transition, which is alone there */
  uint32_t numbers[TOY_MOST];
  sett_process_type types[TOY_MOST];
  unsigned places; /* locations of a process */
  uint8_t does[TOY_MOST][TOY_OBJECTS], needs[TOY_MOST][TOY_OBJECTS];
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
                      .partner = SETT_NO_PROCESS,
                      .holder = SETT_NO_PROCESS,
                      .size = size,
                      .offset = sink->bytes_used};
  unsigned char *next = sink->bytes + sink->bytes_used;
  memcpy (next, from, size);
  sink->bytes_used += size;
  return next;
}

static void toy_violation (sett_sink *sink, sett_violation_kind violation) {
  sett_step *step = &sink->steps[sink->count - 1];
  step->violation = (uint16_t)violation;
  if (violation == SETT_VIOLATION_ASSERTION)
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

/* The object of a type, or that of a byte after the records. */
static uint32_t toy_object (unsigned byte) {
  return TOY_TYPES + byte;
}

static unsigned toy_standings (sett_model *model, const unsigned char *state,
                               uint32_t size,
                               sett_standing standings[SETT_MOST_PROCESSES]) {
  const toy *t = toy_of (model);
  (void)size;
  for (unsigned i = 0; i < t->n; i++)
    standings[i] =
        (sett_standing){t->places * i + (t->places > 1 ? state[i] : 0), i};
  return t->n;
}

static void toy_touches (sett_model *model, const unsigned char *record,
                         unsigned process, uint32_t transition, uint8_t *does,
                         uint8_t *needs) {
  const toy *t = toy_of (model);
  (void)record, (void)process;
  for (unsigned i = 0; i < TOY_OBJECTS; i++) {
    does[i] |= t->does[transition][i];
    needs[i] |= t->needs[transition][i];
  }
}

static void toy_place_objects (sett_model *model, const unsigned char *state,
                               uint32_t size, uint32_t *objects) {
  (void)state;
  for (uint32_t i = 0; i < size; i++)
    objects[i] = i < toy_of (model)->n ? SETT_OBJECT_SELF : toy_object (i);
}

static const char *toy_name_object (sett_model *model, uint32_t object) {
  (void)model, (void)object;
  return "a byte";
}

/* A process goes through so many places, by one transition from each. */
static void toy_declare (toy *t, unsigned places) {
  t->places = places;
  for (unsigned i = 0; i < t->n * places; i++) {
    const unsigned process = i / places;
    t->numbers[i] = i;
    t->flows[i].target = process * places + (i + 1) % places;
    t->locations[i] = (sett_location){
        .transitions = &t->numbers[i], .count = 1, .type = process};
    t->types[process] = (sett_process_type){.entry = process * places,
                                            .object = toy_object (process)};
  }
  t->control = (sett_control){.flows = t->flows,
                              .locations = t->locations,
                              .locations_count = t->n * places,
                              .types = t->types,
                              .types_count = t->n,
                              .objects = TOY_OBJECTS,
                              .standings = toy_standings,
                              .touches = toy_touches,
                              .place_objects = toy_place_objects,
                              .name_object = toy_name_object};
  t->model.control = &t->control;
}

static void toy_declare_use (toy *t, unsigned transition, unsigned byte,
                             int waits) {
  t->does[transition][toy_object (byte)] = SETT_ACCESS_READ | SETT_ACCESS_WRITE;
  if (waits)
    t->needs[transition][toy_object (byte)] = SETT_ACCESS_READ;
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
  t->model.name_process = toy_name_process;
  t->model.processes = toy_processes;
  t->model.transitions = TOY_MOST;
  for (unsigned i = 0; i < TOY_MOST; i++)
    t->transitions[i] = (sett_transition){
        .file = "toy", .line = i, .text = "step", .process = "P"};
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
  toy_declare (t, 1);
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
  toy_declare (t, 3);
  for (unsigned i = 0; i < n; i++) {
    const unsigned left = n + i, right = n + (i + 1) % n;
    toy_declare_use (t, 3 * i, left, 1);
    toy_declare_use (t, 3 * i + 1, right, 1);
    toy_declare_use (t, 3 * i + 2, left, 0);
    toy_declare_use (t, 3 * i + 2, right, 0);
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
      toy_violation (sink, SETT_VIOLATION_ASSERTION);
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
    toy_violation (sink, SETT_VIOLATION_ASSERTION);
  if (t->kind == TOY_DIVIDE && done == t->n / 2)
    toy_violation (sink, SETT_VIOLATION_DIVISION);
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
  if (holder != SETT_NO_PROCESS) {
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
