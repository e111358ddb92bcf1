/* Threads that wait until somebody wakes them: see waiters.h. */

#include "runtime/sched/waiters.h"

#include "base/assert.h"
#include "kernel/object.h"

#include "runtime/core/os_model.h"
#include "runtime/race/races.h"
#include "runtime/race/recent.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/processes.h"

#include <string.h>

static sett_station *station (unsigned thread) {
  return &engine.shared->stations[thread];
}

static int is_foreign (const sett_station *s) {
  return s->alive && (s->process != engine.process || engine.is_resting);
}

/*------------------------------------------------------------------------*/

sett_thread_set sett_waiters_at (const void *queue, uint32_t bits) {
  sett_thread_set mask = SETT_NO_THREADS;
  SETT_EACH_THREAD (i, world->alive) {
    const sett_thread *t = &world->threads[i];
    if (t->waiting && !t->signalled && t->queue == queue &&
        (t->futex_bits & bits))
      sett_threads_add (&mask, t->number);
  }
  if (LIKELY (!sett_is_shared (queue)))
    return mask;
  for (unsigned i = 0; i < conduct->thread_count; i++) {
    const sett_station *s = station (i);
    if (is_foreign (s) && !s->lost && s->waiting && !s->signalled &&
        s->queue == queue && (s->futex_bits & bits))
      sett_threads_add (&mask, i);
  }
  return mask;
}

/* It has hope now, and is about to do what it was: see processes.c. */
static void wake_foreign (sett_station *s) {
  s->signalled = SETT_WOKEN;
  if (s->timed)
    return;
  s->event.cause = sett_now ();
  SETT_ASSERT (s->event.effects < sizeof s->effects / sizeof *s->effects);
  s->effects[s->event.effects++] = (sett_effect){
      .object = sett_object_number (s->object), .kind = s->intent};
}

void sett_waiters_wake (unsigned thread) {
  if (!sett_processes_is_own (thread)) {
    wake_foreign (station (thread));
    return;
  }
  sett_thread *t = &world->threads[thread];
  t->signalled = SETT_WOKEN;
  if (!t->timed) /* the others can do without it */
    t->cause = sett_now ();
}

void sett_waiters_pass (unsigned thread) {
  sett_thread *self = sett_self ();
  if (sett_processes_is_own (thread)) {
    sett_races_pass (self, &world->threads[thread]);
    return;
  }
  sett_station *s = station (thread);
  sett_vector_clock_write (s->given_clock, &self->clock, engine.most_threads);
  s->given_time = self->time;
  ++*sett_vector_clock_at (&self->clock, self->number);
  sett_recent_forget ();
}

void sett_waiters_move (unsigned thread, const void *queue) {
  if (sett_processes_is_own (thread))
    world->threads[thread].queue = queue;
  else
    station (thread)->queue = queue;
}

int sett_waiters_before (sett_operation operation, const void *object) {
  SETT_EACH_THREAD (i, world->alive) {
    const sett_thread *t = &world->threads[i];
    if (t->operation == operation && t->object == object)
      return 1;
  }
  for (unsigned i = 0; sett_is_shared (object) && i < conduct->thread_count;
       i++) {
    const sett_station *s = station (i);
    if (is_foreign (s) && !s->lost && s->event.operation == operation &&
        s->object == object)
      return 1;
  }
  return 0;
}

static void take_back (sett_thread *t, sett_station *s) {
  t->queue = s->queue;
  if (!s->signalled || t->signalled)
    return;
  t->signalled = s->signalled;
  t->cause = s->event.cause;
  for (unsigned i = 0; i < conduct->thread_count; i++) {
    uint32_t *known = sett_vector_clock_at (&t->clock, i);
    if (s->given_clock[i] > *known)
      *known = s->given_clock[i];
  }
  sett_clock_merge (&t->time, s->given_time);
}

void sett_waiters_return (void) {
  SETT_EACH_THREAD (i, world->alive) {
    sett_thread *t = &world->threads[i];
    if (t->waiting && sett_is_shared (t->queue))
      take_back (t, station (t->number));
  }
}
