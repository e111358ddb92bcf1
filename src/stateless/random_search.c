/* Searches by chance: random walks, and PCT: threads have random priorities,
   and at a few random points the running one becomes the least important.  They
   never know that all is explored. */

#include "base/hash.h"
#include "base/assert.h"
#include "base/memory.h"
#include "base/vector.h"
#include "stateless/saved.h"
#include "stateless/stateless_search.h"

typedef struct random_search {
  sett_stateless search;
  sett_plan plan;
  uint64_t state;   /* of the random numbers */
  uint32_t longest; /* execution so far */
  uint32_t threads; /* of the one that had the most, or more */
  uint16_t priority[SETT_MOST_THREADS];
  SETT_VECTOR (uint32_t) changes;
} random_search;

static uint64_t draw (random_search *c) {
  c->state += 0x9e3779b97f4a7c15u;
  return sett_mix64 (c->state);
}

/* Few threads: as if there could not be more than USUAL_THREADS. */
enum { USUAL_THREADS = 64 };

static void shuffle (random_search *c) {
  SETT_ASSERT (c->threads <= SETT_MOST_THREADS);
  for (unsigned i = 0; i < SETT_MOST_THREADS; i++)
    c->priority[i] = (uint16_t)(i + 1);
  for (unsigned i = c->threads; i-- > 1;) {
    const unsigned j = (unsigned)sett_scale64 (draw (c), i + 1);
    SETT_ASSERT (j <= i);
    const uint16_t other = c->priority[j];
    c->priority[j] = c->priority[i];
    c->priority[i] = other;
  }
}

static const sett_plan *next (sett_stateless *search) {
  random_search *c = (random_search *)search;
  const sett_stateless_options *options = &search->options;
  if (options->executions &&
      search->statistics.executions >= options->executions)
    return NULL;
  c->plan.seed = draw (c);
  c->plan.most_events = options->most_events;
  if (options->kind == SETT_STATELESS_PCT) {
    shuffle (c);
    c->changes.count = 0;
    for (uint32_t i = 0; c->longest && i < options->pct_changes; i++)
      SETT_PUSH (c->changes, (uint32_t)sett_scale64 (draw (c), c->longest));
    c->plan.priority = c->priority;
    c->plan.changes = c->changes.at;
    c->plan.change_count = (uint32_t)c->changes.count;
    SETT_ASSERT (c->changes.count <= options->pct_changes);
  }
  return &c->plan;
}

static void learn (sett_stateless *search, const sett_log *log) {
  random_search *c = (random_search *)search;
  if (log->count > c->longest)
    c->longest = log->count;
  if (log->thread_count > c->threads)
    c->threads = log->thread_count;
  search->bounded = 1;
}

static void destroy (sett_stateless *search) {
  random_search *c = (random_search *)search;
  SETT_RELEASE (c->changes);
  sett_free (c, sizeof *c);
}

static void save (const sett_stateless *search, sett_saved *s) {
  const random_search *c = (const random_search *)search;
  sett_saved_put_number (s, c->state);
  sett_saved_put_number (s, c->longest);
  sett_saved_put_number (s, c->threads);
}

static void load (sett_stateless *search, sett_saved *s, const sett_log *log) {
  random_search *c = (random_search *)search;
  (void)log;
  c->state = sett_saved_get_number (s);
  c->longest = (uint32_t)sett_saved_get_number (s);
  c->threads = (uint32_t)sett_saved_get_number (s);
  s->failed |= c->threads > SETT_MOST_THREADS;
}

sett_stateless *
sett_random_search_create (const sett_stateless_options *options) {
  SETT_ASSERT (options->kind == SETT_STATELESS_RANDOM ||
               options->kind == SETT_STATELESS_PCT);
  random_search *c = sett_zalloc (1, sizeof *c);
  c->search = (sett_stateless){.next = next,
                               .learn = learn,
                               .destroy = destroy,
                               .save = save,
                               .load = load,
                               .options = *options};
  c->state = options->seed;
  c->threads = USUAL_THREADS;
  c->plan.policy =
      options->kind == SETT_STATELESS_PCT ? SETT_PRIORITY : SETT_ANY;
  c->plan.locally = options->locally;
  return &c->search;
}
