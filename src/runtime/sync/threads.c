/* Threads: creation, joining, the end: see threads.h. */

#include "runtime/sync/threads.h"

#include "base/assert.h"
#include "runtime/access/buffers.h"
#include "runtime/core/upcalls.h"
#include "runtime/sync/clock.h"
#include "runtime/undo/donors.h"
#include "runtime/sched/crash_budget.h"
#include "runtime/core/narrator.h"
#include "runtime/race/bounds.h"
#include "runtime/race/declaration_file.h"
#include "runtime/core/fiber.h"
#include "runtime/sched/kill.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/lockset.h"
#include "runtime/sync/mutex.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/arrangements.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/core/modules.h"

#include <pthread.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static sett_thread *new_thread (unsigned number) {
  if (!number)
    return NULL;
  if (!engine.donors[number].fs)
    sett_donor_create (number);
  sett_thread *t = &world->threads[number];
  SETT_ASSERT (number < SETT_MOST_THREADS && !world->threads[number].alive);
  t->number = (uint8_t)number;
  t->fs = engine.donors[number].fs;
  t->top = engine.donors[number].top;
  t->low = engine.donors[number].low;
  return t;
}

sett_thread *sett_thread_of (pthread_t handle) {
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (world->threads[i].fs == (uintptr_t)handle)
      return &world->threads[i];
  return NULL;
}

sett_thread *sett_thread_at (pthread_t handle, const char *what,
                             uintptr_t place) {
  sett_thread *t = sett_thread_of (handle);
  if (!t && engine.early_copies)
    sett_give_up ("a thread that was made before main is needed: make it in "
                  "main");
  if (!t || (!t->alive && !t->done))
    sett_fail (SETT_VIOLATION_MISUSE, place, NULL,
               "%s a thread that does not exist", what);
  return t;
}

/*------------------------------------------------------------------------*/
/* The end of a thread. */

void __call_tls_dtors (void) __attribute__ ((weak));

/* Keys that were made before main: never reset. */
static void (*early_destructors[SETT_MOST_KEYS]) (void *);
static uint32_t early_count;

enum { KEY_UNKNOWN, KEY_USED, KEY_DELETED };

static void (*destructor_of (uint32_t key)) (void *) {
  SETT_ASSERT (key < SETT_MOST_KEYS);
  if (world->key_used[key] == KEY_USED)
    return world->key_destructor[key];
  return world->key_used[key] == KEY_DELETED ? NULL : early_destructors[key];
}

static void run_destructors (void) {
  const uint32_t count =
      world->key_count > early_count ? world->key_count : early_count;
  SETT_ASSERT (count <= SETT_MOST_KEYS);
  if (__call_tls_dtors)
    __call_tls_dtors ();
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    int any = 0;
    for (uint32_t k = 0; k < count; k++) {
      void (*destructor) (void *) = destructor_of (k);
      void *value = destructor ? pthread_getspecific (k) : NULL;
      if (!value)
        continue;
      any = 1;
      pthread_setspecific (k, NULL);
      destructor (value);
    }
    if (!any)
      return;
  }
}

/* The end is an event if anybody can see it, or a signal can come before it;
   and when main ends before the program, then the last thread ends the program.
 */
static void tell_of_end (sett_thread *t) {
  if (t->number == engine.shared->members[engine.process].main)
    sett_know_main_leaves ();
  if (!engine.finish_visible && !engine.cancelling && !engine.main_leaves &&
      !engine.signalled)
    return;
  sett_visible (SETT_DO_FINISH, &t->done, SETT_EFFECT_STORE, NULL,
                (uintptr_t)t->start);
  sett_affect (&t->done, SETT_EFFECT_STORE, 0);
  if (!engine.main_leaves)
    return;
  sett_affect (&world->alive, SETT_EFFECT_CHANGE, 0);
  sett_races_release (&world->alive);
  if (!sett_threads_only (world->alive, t->number))
    return;
  sett_races_acquire (&world->alive);
  exit (0);
}

void sett_thread_finish (void *result) {
  sett_thread *t = sett_self ();
  SETT_ASSERT (t->alive && sett_threads_have (world->alive, t->number));
  run_destructors ();
  sett_mutex_owner_dies ();
  if (t->held_count)
    sett_fail (SETT_VIOLATION_MISUSE, sett_held_of (t)->place,
               sett_held_of (t)->lock,
               "a thread ends with a lock that it has not released");
  if (UNLIKELY (sett_crash_possible ()))
    upcalls.crash_try (SETT_DO_FINISH, (uintptr_t)t->start);
  tell_of_end (t);
  t->result = result;
  sett_thread_leave ();
}

void sett_thread_leave (void) {
  sett_thread *t = sett_self ();
  t->done = 1;
  t->alive = 0;
  t->finish = sett_now ();
  sett_threads_drop (&world->alive, t->number);
  SETT_ASSERT (!(sett_threads_have (world->alive, t->number)));
  sett_kill_retell ();
  if (UNLIKELY (engine.narrating) &&
      sett_current_event ()->operation != SETT_DO_FINISH)
    narrator->aside (SETT_DO_FINISH, NULL, -1, 0);
  sett_schedule_away ();
}

void sett_thread_enter (void *argument) {
  sett_thread *t = argument;
  if (errno) /* its page need not become hot */
    errno = 0;
  if (t->returns_int) {
    int (*start) (void *) = (int (*) (void *))t->start;
    sett_thread_finish ((void *)(intptr_t)start (t->argument));
  } else {
    void *(*start) (void *) = (void *(*)(void *))t->start;
    sett_thread_finish (start (t->argument));
  }
}

/*------------------------------------------------------------------------*/
/* The beginning. */

static int is_detached (const pthread_attr_t *attributes) {
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes)
    pthread_attr_getdetachstate (attributes, &detached);
  return detached == PTHREAD_CREATE_DETACHED;
}

/* What a thread has done so far happens before what the other one does from now
   on, and its memory is the other one's (lockset.h). */
static void hand_over (sett_thread *from, sett_thread *to) {
  if (engine.locksets)
    sett_lockset_hand_over (from, to);
  sett_races_pass (from, to);
}

static void start_thread (sett_thread *t) {
  sett_thread *self = sett_self ();
  SETT_ASSERT (!t->alive && t->top > t->low);
  t->alive = 1;
  t->operation = SETT_DO_START;
  t->guard = NULL;
  t->has_object = 0;
  t->place = (uintptr_t)t->start;
  t->cause = sett_now ();
  t->creator = self->number;
  sett_arrangements_add (self->number, t->number);
  t->settled = 1;
  if (LIKELY (!engine.real_threads))
    t->sp = sett_fiber_make (t->top, sett_thread_enter, t);
  t->user_sp = t->sp;
  t->time = self->time;
  memcpy (t->name, self->name, sizeof t->name);
  t->signal_mask = self->signal_mask;
  if (t->number >= conduct->thread_count)
    conduct->thread_count = t->number + 1;
  if (world->thread_count < conduct->thread_count)
    world->thread_count = conduct->thread_count;
  SETT_ASSERT (t->number < world->thread_count);
  sett_threads_add (&world->alive, t->number);
  if (engine.stands_in)
    ; /* its memory is seen elsewhere */
  else if (engine.unseen)
    engine.shared->members[engine.process].unseen = 1;
  else if (conduct->execution == 1)
    sett_modules_note_foreign ();
  *sett_vector_clock_at (&t->clock, t->number) = 1;
  hand_over (self, t);
  sett_bounds_inherit (self, t);
  sett_spin_progress ();
}

sett_thread *sett_thread_spawn (unsigned number, void (*start) (void)) {
  sett_thread *t = new_thread (number);
  if (!t)
    return NULL;
  t->start = start;
  t->detached = 1;
  start_thread (t);
  return t;
}

int sett_thread_create (pthread_t *handle, const pthread_attr_t *attributes,
                        void (*start) (void), int returns_int, void *argument,
                        uintptr_t place) {
  if (UNLIKELY (!engine.has_snapshot))
    sett_schedule_snapshot (place);
  if (UNLIKELY (engine.shared->orders.declared_count))
    sett_declared_create ((uintptr_t)start);
  sett_thread *self = sett_self ();
  sett_thread *t =
      new_thread (sett_know_birth (self->number, self->children++));
  if (!t) {
    sett_note_add (1, place,
                   "more than " SETT_MOST_THREADS_TEXT " threads: "
                   "pthread_create failed with EAGAIN");
    return EAGAIN;
  }
  t->start = start;
  t->returns_int = returns_int != 0;
  t->argument = argument;
  t->detached = is_detached (attributes) != 0;
  t->created = place;
  start_thread (t);
  if (UNLIKELY (engine.narrating)) {
    narrator->birth (t);
    narrator->aside (SETT_DO_CREATE, NULL, t->number, place);
  }
  *handle = (pthread_t)t->fs;
  return 0;
}

EXPORT int pthread_create (pthread_t *handle, const pthread_attr_t *attributes,
                           void *(*start) (void *), void *argument) {
  if (!sett_active ())
    return SETT_REAL (pthread_create) (handle, attributes, start, argument);
  sett_buffer_write (handle, sizeof *handle, sett_buffer_place (SETT_HERE));
  return sett_thread_create (handle, attributes, (void (*) (void))start, 0,
                             argument, SETT_HERE);
}

/*------------------------------------------------------------------------*/
/* Joining. */

static sett_thread *thread_to_join (pthread_t handle, uintptr_t place) {
  sett_thread *t = sett_thread_at (handle, "join of", place);
  if (t->detached)
    sett_fail (SETT_VIOLATION_MISUSE, place, NULL, "join of a detached thread");
  if (t->joined)
    sett_fail (SETT_VIOLATION_MISUSE, place, NULL,
               "a thread is joined a second time");
  return t;
}

static int may_join (const sett_thread *t) {
  return ((const sett_thread *)t->second)->done || sett_cancel_pending (t);
}

/* The event is after the end of the other thread. */
static void joined (sett_thread *t, void **result) {
  sett_current_event ()->cause = t->finish;
  SETT_ASSERT (t->done && t != sett_self ());
  t->joined = 1;
  hand_over (t, sett_self ());
  sett_spin_progress ();
  if (result)
    *result = t->result;
}

/* Who is cancelled has not joined.  Where there is nothing to wait for, the C
   library does not look; others do. */
static void look_while_joining (sett_thread *t) {
  if (engine.cancelling)
    sett_affect (&t->done, SETT_EFFECT_LOAD, t->done);
  if (!sett_cancel_look () || (t->done && sett_alternative (2)))
    return;
  t->joined = 0;
  sett_thread_cancel (!t->done);
}

int sett_thread_join (pthread_t handle, void **result, uintptr_t place) {
  sett_thread *t = thread_to_join (handle, place);
  sett_thread *self = sett_self ();
  if (t == self)
    return EDEADLK;
  t->joined = 1;
  self->second = t;
  sett_visible (SETT_DO_JOIN, NULL, 0, may_join, place);
  look_while_joining (t);
  joined (t, result);
  return 0;
}

EXPORT int pthread_join (pthread_t handle, void **result) {
  if (!sett_active ())
    return SETT_REAL (pthread_join) (handle, result);
  const int wrong = sett_thread_join (handle, result, SETT_HERE);
  if (!wrong)
    sett_buffer_write (result, sizeof *result, sett_buffer_place (SETT_HERE));
  return wrong;
}

static int try_join (pthread_t handle, void **result, int failure,
                     uintptr_t place) {
  sett_thread *t = thread_to_join (handle, place);
  sett_thread *self = sett_self ();
  if (t == self)
    return EDEADLK;
  sett_know_finishes ();
  self->second = t;
  sett_spin_look (place);
  sett_visible (SETT_DO_JOIN, &t->done, SETT_EFFECT_LOAD, NULL, place);
  sett_affect (&t->done, SETT_EFFECT_LOAD, t->done);
  if (!t->done) {
    sett_spin_looked (&t->done, &t->done, sizeof t->done);
    return failure;
  }
  t->joined = 1;
  hand_over (t, self);
  sett_spin_progress ();
  if (result)
    *result = t->result;
  return 0;
}

int pthread_tryjoin_np_looking (pthread_t, void **);
SETT_LOOKING (pthread_tryjoin_np);
SETT_LOOKS int pthread_tryjoin_np_looking (pthread_t handle, void **result) {
  if (!sett_active ())
    return SETT_REAL (pthread_tryjoin_np) (handle, result);
  return try_join (handle, result, EBUSY, SETT_HERE);
}

/* Time limits: to be asked too early. */
int pthread_timedjoin_np_looking (pthread_t, void **, const struct timespec *);
SETT_LOOKING (pthread_timedjoin_np);
SETT_LOOKS int pthread_timedjoin_np_looking (pthread_t handle, void **result,
                                             const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (pthread_timedjoin_np) (handle, result, until);
  return sett_clock_timed (try_join (handle, result, ETIMEDOUT, SETT_HERE),
                           until);
}

int pthread_clockjoin_np_looking (pthread_t, void **, clockid_t,
                                  const struct timespec *);
SETT_LOOKING (pthread_clockjoin_np);
SETT_LOOKS int pthread_clockjoin_np_looking (pthread_t handle, void **result,
                                             clockid_t clock,
                                             const struct timespec *until) {
  if (!sett_active ())
    return SETT_REAL (pthread_clockjoin_np) (handle, result, clock, until);
  return sett_clock_timed (try_join (handle, result, ETIMEDOUT, SETT_HERE),
                           until);
}

int sett_thread_detach (pthread_t handle, uintptr_t place) {
  sett_thread *t = sett_thread_of (handle);
  if (!t || t->detached || t->joined)
    sett_fail (SETT_VIOLATION_MISUSE, place, NULL,
               "detach of a thread that is detached or joined already");
  t->detached = 1;
  return 0;
}

EXPORT int pthread_detach (pthread_t handle) {
  if (!sett_active ())
    return SETT_REAL (pthread_detach) (handle);
  return sett_thread_detach (handle, SETT_HERE);
}

EXPORT void pthread_exit (void *result) {
  if (sett_active ())
    sett_thread_exit (result);
  SETT_REAL (pthread_exit) (result);
  __builtin_unreachable ();
}

/*------------------------------------------------------------------------*/
/* Keys: values are the C library's business, destructors are ours. */

EXPORT int pthread_key_create (pthread_key_t *key,
                               void (*destructor) (void *)) {
  const int result = SETT_REAL (pthread_key_create) (key, destructor);
  if (result || *key >= SETT_MOST_KEYS)
    return result;
  uint32_t *count = sett_active () ? &world->key_count : &early_count;
  if (*key >= *count)
    *count = *key + 1;
  if (sett_active ()) {
    world->key_used[*key] = KEY_USED;
    world->key_destructor[*key] = destructor;
  } else
    early_destructors[*key] = destructor;
  return 0;
}

EXPORT int pthread_key_delete (pthread_key_t key) {
  if (key < SETT_MOST_KEYS && sett_active ())
    world->key_used[key] = KEY_DELETED;
  else if (key < SETT_MOST_KEYS)
    early_destructors[key] = NULL;
  return SETT_REAL (pthread_key_delete) (key);
}
