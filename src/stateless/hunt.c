/* Walks by chance beside an exhaustive search: see hunt.h.

   When.  Work is measured in executions and events.  The first executions of
   the search are its own: most programs have no more.  Then search and hunt
   work alternately for a while; from then on it gets a small share, and soon a
   very small one, so that searches that come to an end hardly take longer.  One
   that has gone on for some seconds may never do so: then the share is larger.
   A walk is no more expensive than an execution of the search.

   How.  Kinds of walks take turns: each finds in a few attempts what others
   hardly ever find.  Random walks change threads all the time.  With
   priorities a thread runs as far as it can, and is interrupted at a few points
   only (PCT: a mistake that needs d of them is found with a probability that is
   exponential in d alone).

   A walk that runs in circles is given up when it is much longer than the
   executions of the search. */

#include "stateless/hunt.h"

#include "base/assert.h"
#include "base/memory.h"
#include "stateless/saved.h"
#include "stateless/stateless_search.h"

enum {
  EXECUTION = 64, /* an execution costs as much as so many events, at least */
  MUCH_LONGER = 8,
  LONG = 2000 /* events: not too long, in any case */
};

/* For so much work of the search, one part in so many for the hunt. */
static const struct {
  uint64_t until;
  uint32_t parts;
} shares[] = {{25000, 1}, {250000, 8}, {20000000, 40}, {UINT64_MAX, 8}};

static const struct {
  const char *name;
  sett_stateless_kind kind;
  uint32_t changes;
} kinds[] = {
    {"random walk", SETT_STATELESS_RANDOM, 0},
    {"pct with 1 change", SETT_STATELESS_PCT, 1},
    {"pct with 2 changes", SETT_STATELESS_PCT, 2},
    {"pct with 4 changes", SETT_STATELESS_PCT, 4},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

struct sett_hunt {
  sett_stateless *walks[KINDS];
  unsigned turn;                         /* the kind that comes next */
  unsigned last;                         /* ...and came last */
  uint64_t executions, searched, hunted; /* executions; work */
  uint32_t longest;                      /* execution of the search */
  sett_hunt_options options;
  sett_plan plan;
};

sett_hunt *sett_hunt_create (const sett_hunt_options *o) {
  sett_hunt *h = sett_zalloc (1, sizeof *h);
  for (unsigned i = 0; i < KINDS; i++) {
    const sett_stateless_options options = {.kind = kinds[i].kind,
                                            .preemptions = -1,
                                            .seed = o->seed + i,
                                            .pct_changes = kinds[i].changes,
                                            .most_events = o->most_events};
    h->walks[i] = sett_stateless_create (&options);
  }
  h->options = *o;
  return h;
}

void sett_hunt_destroy (sett_hunt *h) {
  for (unsigned i = 0; i < KINDS; i++)
    sett_stateless_destroy (h->walks[i]);
  sett_free (h, sizeof *h);
}

static uint64_t work_of (const sett_log *log) {
  return EXECUTION + log->count;
}

void sett_hunt_watch (sett_hunt *h, const sett_log *log) {
  h->executions++;
  h->searched += work_of (log);
  SETT_ASSERT (h->executions);
  if (h->longest < log->count)
    h->longest = log->count;
}

static uint64_t share_of (uint64_t searched) {
  uint64_t sum = 0, from = 0;
  for (size_t i = 0; from < searched; from = shares[i++].until) {
    const uint64_t until =
        searched < shares[i].until ? searched : shares[i].until;
    sum += (until - from) / shares[i].parts;
  }
  SETT_ASSERT (sum <= searched);
  return sum;
}

int sett_hunt_is_due (const sett_hunt *h) {
  return h->executions >= h->options.after &&
         h->hunted < share_of (h->searched);
}

static uint32_t most_events (const sett_hunt *h) {
  const uint64_t most = (uint64_t)MUCH_LONGER * h->longest + LONG;
  const uint32_t limit = h->options.most_events;
  return most < limit ? (uint32_t)most : limit;
}

const sett_plan *sett_hunt_next (sett_hunt *h) {
  h->plan = *sett_stateless_next (h->walks[h->turn]);
  SETT_ASSERT (h->turn < KINDS);
  h->plan.most_events = most_events (h);
  h->last = h->turn;
  h->turn = (h->turn + 1) % KINDS;
  return &h->plan;
}

void sett_hunt_learn (sett_hunt *h, const sett_log *log) {
  h->hunted += work_of (log);
  sett_stateless_learn (h->walks[h->last], log);
  SETT_ASSERT (h->last < KINDS);
}

unsigned sett_hunt_kind (const sett_hunt *h) {
  return 1 + h->last;
}

const char *sett_hunt_kind_name (unsigned kind) {
  return kind && kind <= KINDS ? kinds[kind - 1].name : NULL;
}

void sett_hunt_save (const sett_hunt *h, sett_saved *s) {
  sett_saved_put_number (s, h != NULL);
  if (!h)
    return;
  const uint64_t numbers[] = {h->turn,     h->last,   h->executions,
                              h->searched, h->hunted, h->longest};
  sett_saved_put (s, numbers, sizeof numbers);
  for (unsigned i = 0; i < KINDS; i++)
    sett_stateless_save (h->walks[i], s);
}

void sett_hunt_load (sett_hunt *h, sett_saved *s) {
  uint64_t numbers[6];
  s->failed |= (sett_saved_get_number (s) != 0) != (h != NULL);
  if (!h || s->failed)
    return;
  sett_saved_get (s, numbers, sizeof numbers);
  h->turn = (unsigned)numbers[0] % KINDS;
  h->last = (unsigned)numbers[1] % KINDS;
  h->executions = numbers[2];
  h->searched = numbers[3];
  h->hunted = numbers[4];
  h->longest = (uint32_t)numbers[5];
  for (unsigned i = 0; i < KINDS; i++)
    sett_stateless_load (h->walks[i], s, NULL);
}
