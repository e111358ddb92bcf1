/* Walks that tell how much was seen: see probing.h.

   They go the ways of the reduced search, as far as a reduction chooses by
   states alone.  To look a state up is to store it; so those that were new are
   remembered, lest a second walk takes them for seen. */

#include "search/probing.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/watch.h"
#include "search/disk_breadth.h"

#include <string.h>

enum { WALKS = 500, LONGEST = 300, LEAST = 100 };
#define SECONDS 1.0

typedef struct sample {
  sett_worker *worker;
  uint64_t counter;             /* of random numbers */
  SETT_VECTOR (sett_ref) fresh; /* that no search has stored */
} sample;

static uint32_t choose (sample *s, uint32_t count) {
  s->counter += 0x9e3779b97f4a7c15u;
  return (uint32_t)sett_scale64 (sett_mix64 (s->counter), count);
}

static void enter (sample *s, const sett_sink *sink, const sett_step *step) {
  memcpy (s->worker->state, sink->bytes + step->offset, step->size);
  s->worker->size = step->size;
}

/* False where a walk ends. */
static int step_on (sample *s) {
  sett_worker *w = s->worker;
  const sett_sink *sink =
      sett_explore (w->explorers[0], w->state, w->size, SETT_EXTENT_REDUCED);
  uint32_t whole = 0;
  for (uint32_t i = 0; i < sink->count; i++)
    whole += sink->steps[i].size != 0;
  if (!whole)
    return 0;
  uint32_t chosen = choose (s, whole);
  SETT_ASSERT (chosen < whole);
  for (uint32_t i = 0;; i++)
    if (sink->steps[i].size && !chosen--) {
      enter (s, sink, &sink->steps[i]);
      return 1;
    }
}

static int is_fresh (const sample *s, const sett_entry *e) {
  if (e->found != SETT_SEEN)
    return 1;
  for (size_t i = 0; i < s->fresh.count; i++)
    if (s->fresh.at[i] == e->ref)
      return 1;
  return 0;
}

static int was_seen (sample *s) {
  sett_worker *w = s->worker;
  sett_entry e = {.state = w->state, .size = w->size};
  sett_store_add (w->run->store, w->index, NULL, 0, 0, &e, 1);
  if (e.found == SETT_NEW)
    SETT_PUSH (s->fresh, e.ref);
  return !is_fresh (s, &e);
}

/* False: there is no initial state. */
static int walk (sample *s) {
  sett_sink sink;
  sett_sink_init (&sink);
  sett_explore_initial (s->worker->explorers[0], &sink);
  const int begins = sink.count == 1 && sink.steps[0].size;
  if (begins)
    enter (s, &sink, &sink.steps[0]);
  sett_sink_release (&sink);
  for (uint32_t left = 1 + choose (s, LONGEST); begins && left; left--)
    if (!step_on (s))
      break;
  return begins;
}

static int can_tell (const sett_run *run, unsigned limits) {
  const sett_search_options *o = run->options;
  return (limits & (SETT_LIMIT_TIME | SETT_LIMIT_MEMORY)) &&
         !(limits & SETT_LIMIT_INTERRUPT) && sett_store_is_exact (o->store) &&
         !run->ranks && !o->stateless && !run->failed &&
         !sett_disk_breadth_bytes (run->disk);
}

void sett_estimate (sett_run *run, sett_statistics *statistics) {
  sample s = {.worker = run->workers[0], .counter = 1};
  if (!can_tell (run, atomic_load (&run->limits_hit)))
    return;
  const double until = sett_watch_now () + SECONDS;
  uint64_t count = 0, seen = 0;
  while (count < WALKS && sett_watch_now () < until && walk (&s)) {
    count++;
    seen += (uint64_t)was_seen (&s);
  }
  SETT_RELEASE (s.fresh);
  if (count < LEAST)
    return;
  statistics->sampled = count;
  statistics->sampled_seen = seen;
}
