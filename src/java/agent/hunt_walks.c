/* What is wrong in a walk is reported.  Apart from that nothing is left of it:
   walks count apart, have a log of their own, and the search finds the log of
   its own last execution again, which it goes on from. */

#include "java/agent/hunt_walks.h"

#include "base/memory.h"
#include "java/agent/jvm_execution.h"
#include "stateless/hunt.h"

static sett_hunt *hunt; /* null: none */
static sett_log own;    /* where walks are logged */

void sett_jhunting_start (unsigned worker) {
  const sett_orders *orders = &world.shared->orders;
  if (!orders->hunts || hunt)
    return;
  hunt = sett_hunt_create (
      &(sett_hunt_options){.seed = orders->seed + worker * 0x100000001b3u,
                           .after = orders->hunt_after,
                           .most_events = orders->most_events});
  own = *world.log;
  own.events = sett_alloc (own.room * sizeof *own.events);
  own.far_enabled = sett_alloc (own.room * sizeof *own.far_enabled);
  own.effects = sett_alloc (own.effect_room * sizeof *own.effects);
}

static void walk (JNIEnv *env, void (*note) (const sett_log *, unsigned kind)) {
  sett_shared *shared = world.shared;
  sett_log *const kept = world.log;
  const uint64_t events = shared->events, longest = shared->longest;
  const uint32_t most_threads = shared->most_threads;
  world.log = &own;
  const sett_log *log = sett_execution_run (env, sett_hunt_next (hunt));
  shared->events = events;
  shared->longest = longest;
  shared->most_threads = most_threads;
  shared->walks++;
  sett_hunt_learn (hunt, log);
  note (log, sett_hunt_kind (hunt));
  world.log = kept;
}

void sett_jhunting_go (JNIEnv *env, const sett_log *log,
                       int (*is_enough) (void),
                       void (*note) (const sett_log *, unsigned kind)) {
  if (!hunt)
    return;
  sett_hunt_watch (hunt, log);
  while (sett_hunt_is_due (hunt) && !is_enough () && !world.anew)
    walk (env, note);
}

void sett_jhunting_save (struct sett_saved *s) {
  sett_hunt_save (hunt, s);
}

void sett_jhunting_load (struct sett_saved *s) {
  sett_hunt_load (hunt, s);
}
