/* Counting for ranks that there are not: see virtual_ranks.h. */

#include "search/virtual_ranks.h"

#include "base/assert.h"
#include "base/memory.h"
#include "search/ranks_batch.h"
#include "search/met_lately.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 256, MOST_KEPT = 1024 };

/* From one rank to another. */
typedef struct wire {
  uint32_t used;  /* bytes of the batch; 0: there is none */
  uint32_t words; /* of the last record */
  unsigned char before[MOST_KEPT];
} wire;

typedef struct rank {
  uint64_t states, level;
  sett_met_lately met_lately;
} rank;

struct sett_virtual_ranks {
  unsigned ranks;
  rank rank[MOST_RANKS];
  wire *wires;
  uint64_t states, steps, away, records, bytes, messages, levels;
  uint64_t busiest; /* the largest shares of all levels, added up */
};

sett_virtual_ranks *sett_virtual_ranks_create (void) {
  const char *wish = getenv ("SETT_VIRTUAL_RANKS");
  const int ranks = wish ? atoi (wish) : 0;
  if (ranks < 1 || ranks > MOST_RANKS)
    return NULL;
  sett_virtual_ranks *v = sett_zalloc (1, sizeof *v);
  v->ranks = (unsigned)ranks;
  v->wires = sett_zalloc ((size_t)v->ranks * v->ranks, sizeof *v->wires);
  return v;
}

void sett_virtual_ranks_destroy (sett_virtual_ranks *v) {
  if (!v)
    return;
  for (unsigned i = 0; i < v->ranks; i++)
    sett_met_lately_release (&v->rank[i].met_lately);
  sett_free (v->wires, (size_t)v->ranks * v->ranks * sizeof *v->wires);
  sett_free (v, sizeof *v);
}

static void send_batch (sett_virtual_ranks *v, wire *w) {
  if (!w->used)
    return;
  v->messages++;
  v->bytes += w->used;
  w->used = w->words = 0;
}

/* Bytes of a record; longer states are as long as if nothing were the same. */
static uint32_t record_bytes (wire *w, const sett_entry *entry) {
  const uint32_t words = entry->size / 8;
  uint32_t differ = 0;
  if (entry->size > sizeof w->before)
    return (uint32_t)sett_batch_most_bytes (words);
  if (w->words != words)
    memset (w->before, 0, entry->size);
  for (uint32_t i = 0; i < words; i++)
    differ += memcmp (w->before + 8 * i, entry->state + 8 * i, 8) != 0;
  memcpy (w->before, entry->state, entry->size);
  w->words = words;
  return (uint32_t)(sett_batch_most_bytes (words) - (words - differ) * 8u);
}

void sett_virtual_ranks_step (sett_virtual_ranks *v, uint64_t parent,
                              const sett_entry *entry, uint64_t hash) {
  const unsigned from = sett_batch_owner (parent, v->ranks);
  const unsigned to = sett_batch_owner (hash, v->ranks);
  SETT_ASSERT (from < v->ranks && to < v->ranks);
  wire *w = &v->wires[from * v->ranks + to];
  const int met = sett_met_lately_meet (&v->rank[from].met_lately, hash,
                                        entry->state, entry->size);
  v->steps++;
  if (from == to)
    return;
  v->away++;
  if (met)
    return;
  v->records++;
  if (!w->used)
    w->used = sizeof (uint64_t);
  w->used += record_bytes (w, entry);
  if (w->used >= SETT_BATCH_BYTES)
    send_batch (v, w);
}

void sett_virtual_ranks_state (sett_virtual_ranks *v, uint64_t hash) {
  rank *r = &v->rank[sett_batch_owner (hash, v->ranks)];
  v->states++;
  r->states++;
  r->level++;
}

void sett_virtual_ranks_level (sett_virtual_ranks *v) {
  uint64_t most = 0;
  for (unsigned i = 0; i < v->ranks; i++) {
    most = v->rank[i].level > most ? v->rank[i].level : most;
    v->rank[i].level = 0;
  }
  v->busiest += most;
  v->levels++;
  for (unsigned i = 0; i < v->ranks * v->ranks; i++)
    send_batch (v, &v->wires[i]);
}

void sett_virtual_ranks_tell (const sett_virtual_ranks *v) {
  uint64_t fewest = UINT64_MAX, most = 0;
  const double states = v->states ? (double)v->states : 1;
  for (unsigned i = 0; i < v->ranks; i++) {
    fewest = v->rank[i].states < fewest ? v->rank[i].states : fewest;
    most = v->rank[i].states > most ? v->rank[i].states : most;
  }
  fprintf (stderr,
           "%u virtual ranks: %llu to %llu of %llu states each; for each state "
           "%.3f steps, %.3f to others, %.3f sent in %.4f messages and %.1f "
           "bytes; %llu levels, their largest shares are %.3f of all states\n",
           v->ranks, (unsigned long long)fewest, (unsigned long long)most,
           (unsigned long long)v->states, (double)v->steps / states,
           (double)v->away / states, (double)v->records / states,
           (double)v->messages / states, (double)v->bytes / states,
           (unsigned long long)v->levels, (double)v->busiest / states);
}
