#include "runtime/checkpoint.h"

#include "base/memory.h"
#include "runtime/descriptors.h"
#include "runtime/mappings.h"
#include "runtime/output.h"
#include "runtime/pages.h"
#include "runtime/races.h"

typedef struct checkpoint {
  uint32_t count, effects; /* of the log */
  size_t pages, output;
  sett_races_past races;
} checkpoint;

enum { MOST = 4096 };

static checkpoint stack[MOST];
static uint32_t depth;
static int composed; /* are the events of the stack? */

/* There are so many events between checkpoints, at least: more when there was
   no room. */
static uint32_t spacing = 1;
static int was_full;

/* The present execution began with so many events of older ones; in which one
   there came to be so many, for each number. */
static uint32_t resumed;
static uint64_t *origins;

/*------------------------------------------------------------------------*/

static void set_next (uint32_t count) {
  engine.checkpoint_from =
      count < UINT32_MAX - spacing ? count + spacing : UINT32_MAX;
}

static int is_used (void) {
  return engine.board->orders.undo == SETT_UNDO_CHECKPOINT;
}

void sett_checkpoint_begin (void) {
  if (!is_used ())
    return;
  origins = sett_zalloc (engine.log->room + 1, sizeof *origins);
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
  c->effects = log->effect_count;
  c->output = sett_output_mark ();
  composed = engine.composed;
  depth++;
  set_next (log->count);
}

/*------------------------------------------------------------------------*/

void sett_checkpoint_forget (void) {
  depth = 0;
  if (origins)
    sett_pages_drop (0);
}

/* How many events of the last execution, up to the top of the stack, does the
   plan repeat?  Sleepers are not looked at before they fall asleep. */
static uint32_t common_events (const sett_plan *plan) {
  const sett_log *log = engine.log;
  uint32_t most = stack[depth - 1].count;
  if (plan->length < most)
    most = plan->length;
  if (plan->sleep_count && plan->sleep_from < most)
    most = plan->sleep_from;
  uint32_t i = 0;
  while (i < most && plan->choices[i].thread == log->events[i].thread &&
         plan->choices[i].alternative == log->events[i].alternative)
    i++;
  return i;
}

static void drop_deeper (const sett_plan *plan) {
  const uint32_t common = depth ? common_events (plan) : 0;
  while (depth && stack[depth - 1].count > common)
    depth--;
}

/* The last execution is what is common: the rest of it never was. */
static void date_events (uint32_t count) {
  for (uint32_t i = resumed + 1; i <= count; i++)
    origins[i] = engine.execution - 1;
  resumed = count;
}

static void go_back (void) {
  const checkpoint *c = &stack[depth - 1];
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
         kernel_knows_more ();
}

int sett_checkpoint_resume (const sett_plan *plan) {
  if (!is_used ())
    return 0;
  if (is_useless (plan))
    depth = 0;
  drop_deeper (plan);
  if (depth) {
    go_back ();
    return 1;
  }
  sett_checkpoint_forget ();
  resumed = 0;
  spacing <<= was_full && spacing < 1u << 30;
  was_full = 0;
  engine.checkpoint_from = UINT32_MAX;
  if (plan->policy == SETT_STAY)
    set_next (engine.base);
  return 0;
}

int sett_checkpoint_knows (uint64_t execution, uint32_t count) {
  return count <= resumed && origins[count] == execution;
}
