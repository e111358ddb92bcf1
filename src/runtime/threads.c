#include "runtime/threads.h"

#include "runtime/account.h"
#include "runtime/fiber.h"
#include "runtime/knowledge.h"
#include "runtime/races.h"
#include "runtime/real.h"
#include "runtime/schedule.h"
#include "runtime/spin.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static sett_thread *new_thread (sett_thread *creator) {
  const unsigned number =
      sett_know_birth (creator->number, creator->children++);
  return number ? &world->threads[number] : NULL;
}

static sett_thread *thread_of (pthread_t handle) {
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (world->threads[i].fs == (uintptr_t)handle)
      return &world->threads[i];
  return NULL;
}

/*------------------------------------------------------------------------*/
/* The end of a thread. */

void __call_tls_dtors (void) __attribute__ ((weak));

static void run_destructors (void) {
  if (__call_tls_dtors)
    __call_tls_dtors ();
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    int any = 0;
    for (uint32_t k = 0; k < world->key_count; k++) {
      if (!world->key_used[k] || !world->key_destructor[k])
        continue;
      void *value = pthread_getspecific (k);
      if (!value)
        continue;
      any = 1;
      pthread_setspecific (k, NULL);
      world->key_destructor[k](value);
    }
    if (!any)
      return;
  }
}

__attribute__ ((noreturn)) static void finish_thread (void *result) {
  sett_thread *t = sett_self ();
  run_destructors ();
  if (t->held_count)
    sett_fail (SETT_FAULT_MISUSE, t->held[0].place, t->held[0].lock,
               "a thread ends with a lock that it has not released");
  t->result = result;
  t->done = 1;
  t->alive = 0;
  t->finish = sett_now ();
  world->alive &= ~((uint64_t)1 << t->number);
  if (UNLIKELY (engine.narrating))
    sett_tell_aside (SETT_DO_FINISH, NULL, -1, 0);
  sett_schedule_away ();
}

static void enter_thread (void *argument) {
  sett_thread *t = argument;
  errno = 0;
  finish_thread (t->start (t->argument));
}

/*------------------------------------------------------------------------*/

static int is_done (const sett_thread *t) {
  return ((const sett_thread *)t->second)->done;
}

EXPORT int pthread_create (pthread_t *handle, const pthread_attr_t *attributes,
                           void *(*start) (void *), void *argument) {
  if (!sett_active ())
    return SETT_REAL (pthread_create) (handle, attributes, start, argument);
  if (UNLIKELY (!engine.has_snapshot))
    sett_engine_snapshot ();
  sett_thread *self = sett_self ();
  sett_thread *t = new_thread (self);
  if (!t) {
    sett_note_add (1, SETT_HERE,
                   "more than 63 threads: pthread_create failed with EAGAIN");
    return EAGAIN;
  }
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes)
    pthread_attr_getdetachstate (attributes, &detached);
  t->start = start;
  t->argument = argument;
  t->alive = 1;
  t->detached = detached == PTHREAD_CREATE_DETACHED;
  t->operation = SETT_DO_START;
  t->gate = NULL;
  t->has_object = 0;
  t->place = (uintptr_t)start;
  t->cause = sett_now ();
  t->creator = self->number;
  t->created = SETT_HERE;
  t->sp = sett_fiber_make (t->top, enter_thread, t);
  t->user_sp = t->sp;
  t->time = self->time;
  if (t->number >= world->thread_count)
    world->thread_count = t->number + 1;
  world->alive |= (uint64_t)1 << t->number;
  t->clock[t->number] = 1;
  sett_races_pass (self, t);
  sett_spin_progress ();
  if (UNLIKELY (engine.narrating)) {
    sett_tell_birth (t);
    sett_tell_aside (SETT_DO_CREATE, NULL, t->number, SETT_HERE);
  }
  *handle = (pthread_t)t->fs;
  return 0;
}

EXPORT int pthread_join (pthread_t handle, void **result) {
  if (!sett_active ())
    return SETT_REAL (pthread_join) (handle, result);
  sett_thread *self = sett_self ();
  sett_thread *t = thread_of (handle);
  if (!t || (!t->alive && !t->done))
    sett_fail (SETT_FAULT_MISUSE, SETT_HERE, NULL,
               "join of a thread that does not exist");
  if (t == self)
    return EDEADLK;
  if (t->detached)
    sett_fail (SETT_FAULT_MISUSE, SETT_HERE, NULL, "join of a detached thread");
  if (t->joined)
    sett_fail (SETT_FAULT_MISUSE, SETT_HERE, NULL,
               "a thread is joined a second time");
  t->joined = 1;
  self->second = t;
  sett_cancellation_point (SETT_HERE);
  sett_visible (SETT_DO_JOIN, NULL, 0, is_done, SETT_HERE);
  sett_current_event ()->cause = t->finish;
  sett_races_pass (t, self);
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
  sett_thread *t = thread_of (handle);
  sett_note_add (1, SETT_HERE, "called pthread_tryjoin_np: not controlled");
  if (!t || !t->done)
    return EBUSY;
  return pthread_join (handle, result);
}

EXPORT int pthread_detach (pthread_t handle) {
  if (!sett_active ())
    return SETT_REAL (pthread_detach) (handle);
  sett_thread *t = thread_of (handle);
  if (!t || t->detached || t->joined)
    sett_fail (SETT_FAULT_MISUSE, SETT_HERE, NULL,
               "detach of a thread that is detached or joined already");
  t->detached = 1;
  return 0;
}

EXPORT void pthread_exit (void *result) {
  if (sett_active ())
    finish_thread (result);
  SETT_REAL (pthread_exit) (result);
  __builtin_unreachable ();
}

/*------------------------------------------------------------------------*/
/* Keys: values are the C library's business, destructors are ours. */

EXPORT int pthread_key_create (pthread_key_t *key,
                               void (*destructor) (void *)) {
  const int result = SETT_REAL (pthread_key_create) (key, destructor);
  if (!result && sett_active () && *key < SETT_MOST_KEYS) {
    world->key_used[*key] = 1;
    world->key_destructor[*key] = destructor;
    if (*key >= world->key_count)
      world->key_count = *key + 1;
  }
  return result;
}

EXPORT int pthread_key_delete (pthread_key_t key) {
  if (sett_active () && key < SETT_MOST_KEYS)
    world->key_used[key] = 0;
  return SETT_REAL (pthread_key_delete) (key);
}

/*------------------------------------------------------------------------*/
/* Cancellation, at the points where the C library cancels. */

void sett_cancellation_point (uintptr_t place) {
  (void)place;
}
