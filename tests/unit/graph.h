/* The stable states of a small Promela model, naively, for tests. */

#ifndef TESTS_UNIT_GRAPH_H
#define TESTS_UNIT_GRAPH_H

#include "base/memory.h"
#include "base/text.h"
#include "kernel/claim.h"
#include "kernel/expand.h"
#include "kernel/violation.h"
#include "kernel/control.h"
#include "promela/promela.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
  unsigned char *at;
  uint32_t size;
  SETT_VECTOR (uint32_t) next;
  unsigned violation; /* of some step out of it */
} node;

enum { GRAPH_BUCKETS = 4096 };

typedef struct graph {
  SETT_VECTOR (node) nodes;
  SETT_VECTOR (uint32_t) buckets[GRAPH_BUCKETS];
} graph;

static inline uint32_t graph_bucket (const unsigned char *at, uint32_t size) {
  uint32_t hash = 0;
  while (size--)
    hash = (hash ^ *at++) * 16777619;
  return (hash ^ hash >> 16) % GRAPH_BUCKETS;
}

static inline uint32_t graph_add (graph *g, const unsigned char *at,
                                  uint32_t size) {
  const uint32_t b = graph_bucket (at, size);
  for (size_t i = 0; i < g->buckets[b].count; i++) {
    const node *n = &g->nodes.at[g->buckets[b].at[i]];
    if (n->size == size && !memcmp (n->at, at, size))
      return g->buckets[b].at[i];
  }
  node n = {.at = sett_alloc (size), .size = size};
  const uint32_t number = (uint32_t)g->nodes.count;
  memcpy (n.at, at, size);
  SETT_PUSH (g->nodes, n);
  SETT_PUSH (g->buckets[b], number);
  return number;
}

static inline void graph_build (graph *g, sett_model *m) {
  sett_sink sink;
  sett_sink_init (&sink);
  m->initial (m, &sink);
  memset (g, 0, sizeof *g);
  if (!sink.steps[0].violation)
    graph_add (g, sink.bytes + sink.steps[0].offset, sink.steps[0].size);
  sett_sink_release (&sink);
  sett_expander *x = sett_expander_create (m);
  for (size_t i = 0; i < g->nodes.count; i++) {
    const sett_sink *out =
        sett_expand (x, g->nodes.at[i].at, g->nodes.at[i].size);
    for (uint32_t k = 0; k < out->count; k++) {
      const sett_step *s = &out->steps[k];
      if (s->violation)
        g->nodes.at[i].violation = s->violation;
      if (!s->size)
        continue;
      const uint32_t to = graph_add (g, out->bytes + s->offset, s->size);
      SETT_PUSH (g->nodes.at[i].next, to);
    }
  }
  sett_expander_destroy (x);
}

static inline void graph_release (graph *g) {
  for (size_t i = 0; i < g->nodes.count; i++) {
    sett_free (g->nodes.at[i].at, g->nodes.at[i].size);
    SETT_RELEASE (g->nodes.at[i].next);
  }
  SETT_RELEASE (g->nodes);
  for (size_t i = 0; i < GRAPH_BUCKETS; i++)
    SETT_RELEASE (g->buckets[i]);
}

/* Is there a run that the claim accepts?  Pairs, reachability in pairs. */
typedef struct product {
  const graph *graph;
  const sett_claim *claim;
  uint64_t *bits;
  size_t claim_states;
} product;

static inline void product_visit (const product *p, size_t pair,
                                  unsigned char *seen) {
  const size_t s = pair / p->claim_states, q = pair % p->claim_states;
  const node *n = &p->graph->nodes.at[s];
  const sett_claim_state *c = &p->claim->states.at[q];
  for (size_t i = 0; i < c->edges.count; i++) {
    if (!sett_claim_edge_holds (&c->edges.at[i], p->bits[s]))
      continue;
    const int stays = !n->next.count && !p->claim->endless;
    for (size_t k = 0; k < n->next.count + (size_t)stays; k++) {
      const size_t to = stays ? s : n->next.at[k];
      const size_t next = to * p->claim_states + c->edges.at[i].target;
      if (!seen[next]) {
        seen[next] = 1;
        product_visit (p, next, seen);
      }
    }
  }
}

/* SETT_VIOLATION_NONE if no run is accepted. */
static inline unsigned graph_check (const graph *g, sett_model *m,
                                    const sett_claim *claim) {
  product p = {g, claim, NULL, claim->states.count};
  const size_t pairs = g->nodes.count * p.claim_states;
  p.bits = calloc (g->nodes.count, sizeof *p.bits);
  unsigned char *seen = calloc (pairs, 1), *again = calloc (pairs, 1);
  unsigned result = SETT_VIOLATION_NONE;
  for (size_t i = 0; i < g->nodes.count; i++)
    p.bits[i] = m->propositions (m, g->nodes.at[i].at, g->nodes.at[i].size);
  seen[0] = 1;
  product_visit (&p, 0, seen);
  for (size_t i = 0; i < pairs && !result; i++) {
    const sett_claim_state *c = &claim->states.at[i % p.claim_states];
    if (!seen[i])
      continue;
    if (c->final)
      result = claim->end_violation ? claim->end_violation : claim->violation;
    else if (c->accepting || (p.bits[i / p.claim_states] & claim->accepting)) {
      memset (again, 0, pairs);
      product_visit (&p, i, again);
      if (again[i])
        result = claim->violation;
    }
  }
  free (p.bits);
  free (seen);
  free (again);
  return result;
}

#endif
