/* Vector clocks of synchronisation objects, and what the memory model of C says
   that operations on them order (races.h).

   The clocks of this process's own objects are before the world (downwards,
   by number), so that they are reset with it; those of objects that processes
   share are in the OS model.  The time (clock.h) goes the same way.

   What always holds: clocks only grow in an execution; the component of a
   thread in its own clock is greater than in any other clock, since it goes on
   whenever the thread tells somebody (advance). */

#include "base/assert.h"
#include "runtime/race/races.h"

#include "runtime/core/knowledge.h"
#include "runtime/core/os_model.h"
#include "runtime/core/object_table.h"
#include "runtime/race/recent.h"

#include <string.h>

static sett_vector_clock *fenced (void) {
  return &world->fences[world->current].released;
}
static sett_vector_clock *unfenced (void) {
  return &world->fences[world->current].loaded;
}

static sett_object_clock *clock_of (const void *object) {
  if (sett_is_common (object))
    return sett_os_model_clock (object);
  sett_object_clock *const end = (sett_object_clock *)world;
  const size_t most =
      (SETT_WORLD_MIDDLE - SETT_WORLD_ADDRESS - SETT_HELD_SIZE) / sizeof *end;
  const uint32_t number = sett_object_number (object); /* from 1 on */
  if (number > most)
    sett_give_up ("the program has more than %zu synchronisation objects",
                  most);
  return end - number;
}

static void join (sett_vector_clock *to, const sett_vector_clock *from) {
  sett_vector_clock_join (to, from, world->thread_count);
}

static int is_below (const sett_vector_clock *a, const sett_vector_clock *b) {
  return sett_vector_clock_within (a, b, world->thread_count);
}

static void copy (sett_vector_clock *to, const sett_vector_clock *from) {
  sett_vector_clock_copy (to, from, world->thread_count);
}

/* What the thread does from now on is not before what others get from it. */
static void advance (sett_thread *t) {
  SETT_ASSERT_SLOW (sett_vector_clock_of (&t->clock, t->number));
  ++*sett_vector_clock_at (&t->clock, t->number);
  sett_recent_forget ();
}

void sett_races_acquire (const void *object) {
  sett_thread *t = sett_self ();
  const sett_object_clock *clock = clock_of (object);
  join (&t->clock, &clock->at);
  sett_clock_merge (&t->time, clock->time);
}

void sett_races_release (const void *object) {
  sett_thread *t = sett_self ();
  sett_object_clock *clock = clock_of (object);
  join (&clock->at, &t->clock);
  sett_clock_merge (&clock->time, t->time);
  advance (t);
}

void sett_races_release_of (const sett_thread *t, const void *object) {
  join (&clock_of (object)->at, &t->clock);
}

/* Of threads of other processes there is nothing here. */
void sett_races_end_process (void) {
  for (uint32_t i = 0; i < world->thread_count; i++)
    join (&sett_self ()->clock, &world->threads[i].clock);
}

void sett_races_publish (const void *object) {
  sett_thread *t = sett_self ();
  sett_object_clock *clock = clock_of (object);
  copy (&clock->at, &t->clock);
  sett_clock_merge (&clock->time, t->time);
  advance (t);
}

int sett_races_ordered (const void *object) {
  return is_below (&clock_of (object)->at, &sett_self ()->clock);
}

static int all_others_are_joined (void) {
  for (uint32_t i = 0; i < world->thread_count; i++) {
    const sett_thread *t = &world->threads[i];
    if (t != sett_self () && !(t->done && t->joined))
      return 0;
  }
  return 1;
}

static int was_released (const void *object) {
  return !sett_vector_clock_is_empty (&clock_of (object)->at,
                                      world->thread_count);
}

/* Or were when this was found out. */
static int are_composed (void) {
  return engine.composed | engine.later_visible;
}

int sett_races_could_be_later (const void *object) {
  if (!sett_races_ordered (object))
    return 1;
  if (LIKELY (!are_composed ()) || !was_released (object) ||
      all_others_are_joined ())
    return 0;
  if (!engine.later_visible)
    sett_know_later ();
  return 1;
}

void sett_races_relaxed_load (const void *object) {
  join (unfenced (), &clock_of (object)->at);
}

void sett_races_relaxed_store (const void *object) {
  copy (&clock_of (object)->at, fenced ());
}

void sett_races_relaxed_update (const void *object) {
  join (&clock_of (object)->at, fenced ());
}

void sett_races_withhold (const void *object, int releases) {
  const sett_vector_clock *given = releases ? &sett_self ()->clock : fenced ();
  if (!is_below (given, &clock_of (object)->at))
    world->withheld = 1;
}

void sett_races_fence (int acquires, int releases) {
  sett_thread *t = sett_self ();
  if (acquires)
    join (&t->clock, unfenced ());
  if (releases) {
    copy (fenced (), &t->clock);
    advance (t);
  }
}

void sett_races_pass (sett_thread *from, sett_thread *to) {
  join (&to->clock, &from->clock);
  sett_clock_merge (&to->time, from->time);
  advance (from);
}
