/* Schedules put in order: see untangle.h.

   A schedule is a row of blocks, each of them steps of one thread.  Three
   things are tried with each block, one at a time (after Jalbert and Sen, "A
   trace simplification technique for effective debugging of concurrent
   programs"): it is left out, with it all that the thread does later; the
   next block of the thread is pulled up to it; it is pushed back to that one.
   What the program does then is found out by running it.  If the same goes
   wrong with fewer preemptions, or as many and fewer steps, that is the
   schedule from now on.  So every schedule that is kept is one of an execution,
   and the row of them ends. */

#include "runtime/drive/untangle.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/counterexample/narrate.h"
#include "runtime/core/engine.h"

#include <string.h>

enum { MOST_RUNS = 3000 };

/* Where a schedule is changed. */
typedef struct tangle {
  sett_counterexample *counterexample;
  const sett_untangler *with;
  sett_choice *fresh; /* the changed schedule... */
  uint32_t count;     /* ...and its length */
  uint32_t room, runs;
} tangle;

static uint32_t end_of_block (const sett_counterexample *a, uint32_t at) {
  const uint16_t thread = a->choices[at].thread;
  SETT_ASSERT (at < a->choice_count);
  while (at < a->choice_count && a->choices[at].thread == thread)
    at++;
  return at;
}

/* Where the thread that has the block goes on; the end, if it does not. */
static uint32_t next_of (const sett_counterexample *a, uint32_t block) {
  const uint16_t thread = a->choices[block].thread;
  uint32_t at = end_of_block (a, block);
  while (at < a->choice_count && a->choices[at].thread != thread)
    at++;
  return at;
}

static void take (tangle *t, uint32_t from, uint32_t to) {
  SETT_ASSERT (from <= to && to <= t->counterexample->choice_count &&
               t->count + (to - from) <= t->room);
  memcpy (t->fresh + t->count, t->counterexample->choices + from,
          (to - from) * sizeof *t->fresh);
  t->count += to - from;
}

/* Is the changed schedule better? */
static int is_better (tangle *t) {
  const sett_plan plan = {.choices = t->fresh,
                          .length = t->count,
                          .sleep_from = UINT32_MAX,
                          .most_events = t->with->most_events};
  t->runs++;
  const sett_log *log = t->with->run (&plan);
  return !conduct->anew && log->ending == SETT_VIOLATING &&
         sett_counterexample_simplify (t->counterexample, log);
}

static int leave_out (tangle *t, uint32_t block) {
  const sett_counterexample *a = t->counterexample;
  const uint16_t thread = a->choices[block].thread;
  t->count = 0;
  take (t, 0, block);
  for (uint32_t i = block; i < a->choice_count; i++)
    if (a->choices[i].thread != thread)
      t->fresh[t->count++] = a->choices[i];
  return is_better (t);
}

static int pull (tangle *t, uint32_t block) {
  const sett_counterexample *a = t->counterexample;
  const uint32_t end = end_of_block (a, block), next = next_of (a, block);
  if (next == a->choice_count)
    return 0;
  const uint32_t after = end_of_block (a, next);
  t->count = 0;
  take (t, 0, end);
  take (t, next, after);
  take (t, end, next);
  take (t, after, a->choice_count);
  SETT_ASSERT (t->count == a->choice_count);
  return is_better (t);
}

static int push (tangle *t, uint32_t block) {
  const sett_counterexample *a = t->counterexample;
  const uint32_t end = end_of_block (a, block), next = next_of (a, block);
  if (next == a->choice_count)
    return 0;
  t->count = 0;
  take (t, 0, block);
  take (t, end, next);
  take (t, block, end);
  take (t, next, a->choice_count);
  SETT_ASSERT (t->count == a->choice_count);
  return is_better (t);
}

static int is_over (const tangle *t) {
  return conduct->anew || t->runs > MOST_RUNS || t->with->is_over ();
}

/* Tries all blocks once; was it of any use? */
static int improve (tangle *t) {
  int improved = 0;
  for (uint32_t at = 0; at < t->counterexample->choice_count && !is_over (t);) {
    if (leave_out (t, at) || pull (t, at) || push (t, at))
      improved = 1; /* there is another block now */
    else
      at = end_of_block (t->counterexample, at);
  }
  return improved;
}

void sett_untangle (sett_counterexample *a, const sett_untangler *with) {
  tangle t = {.counterexample = a, .with = with, .room = with->most_events + 1};
  t.fresh = sett_alloc (t.room * sizeof *t.fresh);
  while (!is_over (&t) && improve (&t))
    ;
  conduct->anew = 0;
  sett_free (t.fresh, t.room * sizeof *t.fresh);
}
