/* Walks by chance beside the search: see hunting.h.

   What walks learn about the program is true, and the search begins again with
   it, as with what it learns itself.  What is wrong in one of them is reported.
   Apart from that nothing is left of them: they count apart, and the search
   finds the log of its own last execution again, which it goes on from. */

#include "runtime/drive/hunting.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/counterexample/exits.h"
#include "runtime/counterexample/narrate.h"
#include "runtime/core/engine.h"
#include "runtime/drive/explore.h"
#include "stateless/hunt.h"

#include <string.h>

static sett_hunt *hunt; /* null: none */
static sett_log kept;   /* a copy of the search's log */

void sett_hunting_start (void) {
  const sett_orders *orders = &engine.shared->orders;
  if (orders->hunts && !hunt)
    hunt = sett_hunt_create (&(sett_hunt_options){
        .seed = orders->seed + engine.worker * 0x100000001b3u,
        .after = orders->hunt_after,
        .most_events = orders->most_events});
}

/*------------------------------------------------------------------------*/

static void make_room (const sett_log *log) {
  if (kept.room < log->count + 1) { /* and the one after the last */
    sett_free (kept.events, kept.room * sizeof *kept.events);
    sett_free (kept.far_enabled, kept.room * sizeof *kept.far_enabled);
    kept.room = 2 * (log->count + 1);
    kept.events = sett_alloc (kept.room * sizeof *kept.events);
    if (log->far_enabled)
      kept.far_enabled = sett_alloc (kept.room * sizeof *kept.far_enabled);
  }
  if (kept.effect_room < log->effect_count) {
    sett_free (kept.effects, kept.effect_room * sizeof *kept.effects);
    kept.effect_room = 2 * log->effect_count;
    kept.effects = sett_alloc (kept.effect_room * sizeof *kept.effects);
  }
}

/* Copies all but where it lies. */
static void copy_log (sett_log *to, const sett_log *from) {
  sett_log copy = *from;
  const uint32_t events =
      from->count < from->room ? from->count + 1 : from->room;
  SETT_ASSERT (events <= to->room && from->effect_count <= to->effect_room);
  SETT_ASSERT (!from->far_enabled || to->far_enabled);
  memcpy (to->events, from->events, events * sizeof *to->events);
  memcpy (to->effects, from->effects, from->effect_count * sizeof *to->effects);
  if (from->far_enabled)
    memcpy (to->far_enabled, from->far_enabled,
            events * sizeof *to->far_enabled);
  copy.events = to->events;
  copy.far_enabled = to->far_enabled;
  copy.room = to->room;
  copy.effects = to->effects;
  copy.effect_room = to->effect_room;
  *to = copy;
}

static void walk (void) {
  sett_shared *shared = engine.shared;
  const uint64_t events = shared->events, longest = shared->longest;
  const uint32_t most_threads = shared->most_threads;
  const sett_log *log = sett_engine_run (sett_hunt_next (hunt));
  shared->events = events;
  shared->longest = longest;
  shared->most_threads = most_threads;
  shared->walks++;
  sett_hunt_learn (hunt, log);
  if (!conduct->anew)
    sett_exits_note (log, 0, sett_hunt_kind (hunt));
  if (log->ending == SETT_VIOLATING)
    sett_counterexample_walk (log, sett_hunt_kind (hunt));
}

/* A walk must not come to states that a search relies on to be explored. */
static int is_due (int (*is_enough) (void)) {
  return engine.has_snapshot && !engine.stateful && sett_hunt_is_due (hunt) &&
         !conduct->anew && !is_enough ();
}

void sett_hunting_go (const sett_log *log, int (*is_enough) (void)) {
  if (!hunt)
    return;
  sett_hunt_watch (hunt, log);
  if (!is_due (is_enough))
    return;
  make_room (engine.log);
  copy_log (&kept, engine.log);
  do
    walk ();
  while (is_due (is_enough));
  copy_log (engine.log, &kept);
}

void sett_hunting_save (sett_saved *s) {
  sett_hunt_save (hunt, s);
}

void sett_hunting_load (sett_saved *s) {
  sett_hunt_load (hunt, s);
}
