/* The stack of checkpoints: see checkpoint_stack.h.  They are in the order of
   their events, and all belong to the execution at hand. */

#include "runtime/drive/checkpoint_stack.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/files/descriptors.h"
#include "runtime/ipc/mappings.h"
#include "runtime/files/output.h"
#include "runtime/undo/pages.h"
#include "runtime/race/races.h"

typedef struct checkpoint {
  uint32_t count, effects; /* of the log */
  size_t pages, output;
  sett_races_past races;
} checkpoint;

enum { MOST = 4096 };

static checkpoint stack[MOST];
static uint32_t depth;
static int composed, locally; /* are the events of the stack? */

/* The present execution repeats so many events of the one before; so many more
   come in a typical one (in sixteenths). */
static uint32_t repeated;
static uint32_t typical;

/* There are so many events between checkpoints, at least. */
static uint32_t spacing = 1;
static uint32_t least_spacing = 1; /* more when there was no room */
static int was_full;

/* The present execution began with so many events of older ones; in which one
   there came to be so many, for each number. */
static uint32_t resumed;
static uint64_t *origins;

/*------------------------------------------------------------------------*/
/* How many checkpoints? */

static uint32_t square_root (uint64_t n) {
  uint64_t root = 0;
  for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1)
    if ((root + bit) * (root + bit) <= n)
      root += bit;
  SETT_ASSERT (root * root <= n);
  return (uint32_t)root;
}

/* A checkpoint costs about as much as an event for each hot page, so that an
   execution with n new events pays hot * n / spacing for checkpoints, and
   spacing / 2 for events that it must repeat.  The sum is least here. */
static void set_spacing (void) {
  const uint32_t count = engine.log->count;
  const int new = count > repeated ? (int)(count - repeated) << 4 : 0;
  typical = (uint32_t)((int)typical + (new - (int)typical) / 8);
  uint32_t best = engine.shared->orders.spacing;
  if (!best)
    best = square_root ((uint64_t)sett_pages_hot () * typical >> 3);
  spacing = best > least_spacing ? best : least_spacing;
  SETT_ASSERT (spacing);
}

static void set_next (uint32_t count) {
  engine.checkpoint_from =
      count < UINT32_MAX - spacing ? count + spacing : UINT32_MAX;
}

static int is_used (void) {
  return engine.shared->orders.undo == SETT_UNDO_CHECKPOINT;
}

void sett_checkpoint_begin (void) {
  if (!is_used ())
    return;
  origins = sett_zalloc (engine.log->room + 1, sizeof *origins);
  if (engine.shared->orders.spacing)
    spacing = engine.shared->orders.spacing;
  if (engine.plan->policy == SETT_STAY)
    set_next (engine.base);
}

static int kernel_knows_more (void) {
  return sett_descriptors_changed () || sett_mappings_any ();
}

/* No more of them in this execution. */
static void stop (int full) {
  engine.checkpoint_from = UINT32_MAX;
  was_full |= full;
}

void sett_checkpoint_push (void) {
  checkpoint *c = &stack[depth];
  SETT_ASSERT (depth <= MOST);
  const sett_log *log = engine.log;
  if (kernel_knows_more ()) {
    stop (0);
    return;
  }
  if (depth == MOST || !sett_races_mark (&c->races) ||
      !sett_pages_save (&c->pages)) {
    stop (1);
    return;
  }
  c->count = log->count;
  SETT_ASSERT (!depth || stack[depth - 1].count <= log->count);
  c->effects = log->effect_count;
  c->output = sett_output_mark ();
  composed = engine.composed;
  locally = engine.plan->locally;
  depth++;
  set_next (log->count);
}

/*------------------------------------------------------------------------*/

void sett_checkpoint_forget (void) {
  depth = 0;
  if (origins)
    sett_pages_drop (0);
}

/* How many events of the last execution does the plan repeat? */
static uint32_t common_events (const sett_plan *plan) {
  const sett_log *log = engine.log;
  const uint32_t most = plan->length < log->count ? plan->length : log->count;
  uint32_t i = 0;
  while (i < most && plan->choices[i].thread == log->events[i].thread &&
         plan->choices[i].alternative == log->events[i].alternative)
    i++;
  SETT_ASSERT (i <= plan->length);
  return i;
}

/* Checkpoints do not know who sleeps: nobody may do so there. */
static void drop_deeper (const sett_plan *plan) {
  const uint32_t most = plan->sleep_count && plan->sleep_from < repeated
                            ? plan->sleep_from
                            : repeated;
  while (depth && stack[depth - 1].count > most)
    depth--;
}

/* The last execution is what is common: the rest of it never was. */
static void date_events (uint32_t count) {
  for (uint32_t i = resumed + 1; i <= count; i++)
    origins[i] = conduct->execution - 1;
  resumed = count;
}

static void go_back (void) {
  const checkpoint *c = &stack[depth - 1];
  SETT_ASSERT (depth && stack[depth - 1].count <= engine.log->count);
  date_events (c->count);
  sett_pages_drop (c->pages);
  sett_pages_restore_saved ();
  sett_races_back (&c->races);
  sett_output_back (c->output);
  engine.log->count = c->count;
  engine.log->effect_count = c->effects;
  set_next (c->count);
}

static int is_useless (const sett_plan *plan) {
  return was_full || plan->policy != SETT_STAY || plan->composed != composed ||
         plan->locally != locally || kernel_knows_more ();
}

int sett_checkpoint_resume (const sett_plan *plan) {
  if (!is_used ())
    return 0;
  set_spacing ();
  repeated = common_events (plan);
  if (is_useless (plan))
    depth = 0;
  drop_deeper (plan);
  if (depth) {
    go_back ();
    return 1;
  }
  sett_checkpoint_forget ();
  resumed = 0;
  if (was_full)
    least_spacing = 2 * spacing;
  was_full = 0;
  engine.checkpoint_from = UINT32_MAX;
  if (plan->policy == SETT_STAY)
    set_next (engine.base);
  return 0;
}

int sett_checkpoint_knows (uint64_t execution, uint32_t count) {
  return count <= resumed && origins[count] == execution;
}
