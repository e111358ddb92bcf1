/* How threads end before their time: pthread_exit and cancellation.

   All functions that the thread is in are left one after the other, as for an
   exception, so that destructors and handlers run.  C code that was compiled
   without exceptions keeps a list of handlers instead, each with a place to
   jump to (glibc's macros pthread_cleanup_push and _pop): who comes past the
   frame in which a handler lies goes there first, and then on from there.

   A thread that is cancelled notices at cancellation points.  These are visible
   if anybody cancels, which is found out when it happens for the first time. */

#include "runtime/core/narrator.h"
#include "base/assert.h"
#include "runtime/sync/condition.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <unwind.h>

/*------------------------------------------------------------------------*/
/* Leaving all functions. */

__attribute__ ((noreturn)) static void go_to_handler (sett_thread *t) {
  __pthread_unwind_buf_t *handler = t->cleanup;
  SETT_ASSERT (t->cleanup);
  jmp_buf there;
  memset (there, 0, sizeof there);
  memcpy (there[0].__jmpbuf, handler->__cancel_jmp_buf[0].__cancel_jmp_buf,
          sizeof there[0].__jmpbuf);
  t->cleanup = handler->__pad[0];
  longjmp (there, 1);
}

/* Called for each frame; its functions are called from at or above `sp'. */
static _Unwind_Reason_Code leave (int version, _Unwind_Action actions,
                                  _Unwind_Exception_Class kind,
                                  struct _Unwind_Exception *exception,
                                  struct _Unwind_Context *context,
                                  void *unused) {
  (void)version, (void)kind, (void)exception, (void)unused;
  sett_thread *t = sett_self ();
  const uintptr_t sp = _Unwind_GetCFA (context);
  const int is_last = (actions & _UA_END_OF_STACK) || sp >= (uintptr_t)t->top;
  if (t->cleanup && (is_last || sp > (uintptr_t)t->cleanup))
    go_to_handler (t);
  if (is_last)
    sett_thread_finish (t->result);
  return _URC_NO_REASON;
}

static void was_caught (_Unwind_Reason_Code reason,
                        struct _Unwind_Exception *exception) {
  (void)reason, (void)exception;
  sett_fail (SETT_VIOLATION_ABORT, 0, NULL,
             "the end of a thread is caught as an exception, and kept");
}

__attribute__ ((noreturn)) static void unwind (void) {
  sett_thread *t = sett_self ();
  struct _Unwind_Exception *exception = (void *)t->unwinding;
  SETT_ASSERT (t->uncancellable);
  _Static_assert(sizeof *exception <= sizeof t->unwinding, "room");
  memset (exception, 0, sizeof *exception);
  exception->exception_cleanup = was_caught;
  _Unwind_ForcedUnwind (exception, leave, NULL);
  /* There is nothing that could be left. */
  if (t->cleanup)
    go_to_handler (t);
  sett_thread_finish (t->result);
}

void sett_thread_exit (void *result) {
  sett_thread *t = sett_self ();
  t->result = result;
  t->uncancellable = 1;
  unwind ();
}

/*------------------------------------------------------------------------*/
/* Handlers. */

void __pthread_register_cancel_defer (__pthread_unwind_buf_t *);
void __pthread_unregister_cancel_restore (__pthread_unwind_buf_t *);

static void push (__pthread_unwind_buf_t *handler) {
  sett_thread *t = sett_self ();
  handler->__pad[0] = t->cleanup;
  t->cleanup = handler;
}

EXPORT void __pthread_register_cancel (__pthread_unwind_buf_t *handler) {
  if (sett_active ())
    push (handler);
  else
    SETT_REAL (__pthread_register_cancel) (handler);
}

EXPORT void __pthread_unregister_cancel (__pthread_unwind_buf_t *handler) {
  if (sett_active ())
    sett_self ()->cleanup = handler->__pad[0];
  else
    SETT_REAL (__pthread_unregister_cancel) (handler);
}

EXPORT void __pthread_register_cancel_defer (__pthread_unwind_buf_t *handler) {
  if (!sett_active ()) {
    SETT_REAL (__pthread_register_cancel_defer) (handler);
    return;
  }
  push (handler);
  sett_thread *t = sett_self ();
  handler->__pad[1] = (void *)(uintptr_t)t->cancel_asynchronous;
  t->cancel_asynchronous = 0;
}

EXPORT void
__pthread_unregister_cancel_restore (__pthread_unwind_buf_t *handler) {
  if (!sett_active ()) {
    SETT_REAL (__pthread_unregister_cancel_restore) (handler);
    return;
  }
  sett_thread *t = sett_self ();
  t->cleanup = handler->__pad[0];
  t->cancel_asynchronous = (uint8_t)(uintptr_t)handler->__pad[1];
}

/* A handler has done its work. */
EXPORT void __pthread_unwind_next (__pthread_unwind_buf_t *handler) {
  if (!sett_active ())
    SETT_REAL (__pthread_unwind_next) (handler);
  sett_self ()->cleanup = handler->__pad[0];
  unwind ();
}

/*------------------------------------------------------------------------*/
/* Being cancelled. */

int sett_cancel_look (void) {
  const sett_thread *t = sett_self ();
  if (engine.cancelling)
    sett_affect (&t->cancelled, SETT_EFFECT_LOAD, t->cancelled);
  return sett_cancel_pending (t);
}

void sett_cancel_looked (void) {
  const sett_thread *t = sett_self ();
  if (engine.cancelling && !t->uncancellable)
    sett_spin_looked (&t->cancelled, &t->cancelled, sizeof t->cancelled);
}

void sett_cancel_heed (void (*let_go) (void *), void *what) {
  if (!sett_cancel_look ())
    return;
  if (let_go)
    let_go (what);
  sett_thread_cancel (0);
}

/* Whether it was cancelled meanwhile is among what it has waited for. */
int sett_cancel_wait (void (*let_go) (void *), void *what, uintptr_t place) {
  sett_cancel_heed (let_go, what);
  sett_cancel_looked ();
  const int interrupted = sett_spin_wait (place);
  if (sett_cancel_pending (sett_self ())) {
    if (let_go)
      let_go (what);
    sett_thread_cancel (0);
  }
  return interrupted;
}

void sett_thread_cancel (int otherwise_blocked) {
  const sett_thread *t = sett_self ();
  SETT_ASSERT (sett_cancel_pending (t) || t->signalled == SETT_WOKEN_BY_CANCEL);
  if (otherwise_blocked)
    sett_current_event ()->cause = t->canceller;
  sett_races_acquire (&t->cancelled);
  sett_spin_progress ();
  sett_thread_exit (PTHREAD_CANCELED);
}

static void test (uintptr_t place) {
  const sett_thread *t = sett_self ();
  sett_visible (SETT_DO_TESTCANCEL, &t->cancelled, SETT_EFFECT_LOAD, NULL,
                place);
  if (sett_cancel_look ())
    sett_thread_cancel (0);
  sett_spin_looked (&t->cancelled, &t->cancelled, sizeof t->cancelled);
}

void sett_cancellation_point (uintptr_t place) {
  if (engine.cancelling && !sett_self ()->uncancellable)
    test (place);
}

void pthread_testcancel_looking (void);
SETT_LOOKING (pthread_testcancel);
SETT_LOOKS void pthread_testcancel_looking (void) {
  if (!sett_active ()) {
    SETT_REAL (pthread_testcancel) ();
    return;
  }
  if (sett_self ()->uncancellable)
    return;
  sett_spin_look (SETT_HERE);
  if (engine.cancelling)
    test (SETT_HERE);
}

/*------------------------------------------------------------------------*/
/* Cancelling. */

/* A thread that waits for a condition stops waiting: nobody can signal it any
   more, unless that was done already. */
static void leave_queue (sett_thread *t) {
  const int waits =
      t->operation == SETT_DO_WAKE || t->operation == SETT_DO_LEAVE;
  if (!t->waiting || !waits)
    return;
  const int leaves = !t->signalled && !t->uncancellable;
  sett_affect_wanting (t->queue, SETT_EFFECT_LEAVE,
                       sett_condition_waiters (t->queue), (uint64_t)leaves);
  if (!leaves)
    return;
  t->signalled = SETT_WOKEN_BY_CANCEL;
  if (!t->timed)
    t->cause = sett_now ();
}

static int cancel (pthread_t handle, uintptr_t place) {
  sett_thread *t = sett_thread_at (handle, "cancelling", place);
  sett_know_cancelling ();
  sett_visible (SETT_DO_CANCEL, &t->cancelled, SETT_EFFECT_STORE, NULL, place);
  sett_affect (&t->cancelled, SETT_EFFECT_STORE, t->cancelled);
  sett_affect (&t->done, SETT_EFFECT_LOAD, t->done);
  if (UNLIKELY (engine.narrating))
    narrator->partner (t->number);
  sett_spin_progress ();
  if (t->done && (t->joined || t->detached))
    sett_fail (SETT_VIOLATION_MISUSE, place, NULL,
               "cancelling a thread that does not exist any more");
  if (t->done || t->cancelled)
    return 0;
  sett_races_release (&t->cancelled);
  t->cancelled = 1;
  t->canceller = sett_now ();
  leave_queue (t);
  return 0;
}

EXPORT int pthread_cancel (pthread_t handle) {
  if (!sett_active ())
    return SETT_REAL (pthread_cancel) (handle);
  return cancel (handle, SETT_HERE);
}

EXPORT int pthread_setcancelstate (int state, int *old) {
  if (!sett_active ())
    return SETT_REAL (pthread_setcancelstate) (state, old);
  sett_thread *t = sett_self ();
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  if (old)
    *old = t->uncancellable ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  t->uncancellable = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}

EXPORT int pthread_setcanceltype (int type, int *old) {
  if (!sett_active ())
    return SETT_REAL (pthread_setcanceltype) (type, old);
  sett_thread *t = sett_self ();
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return EINVAL;
  if (old)
    *old = t->cancel_asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS
                                  : PTHREAD_CANCEL_DEFERRED;
  t->cancel_asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (t->cancel_asynchronous) {
    sett_note_add (1, SETT_HERE,
                   "asynchronous cancellation: at cancellation points only");
    sett_cancellation_point (SETT_HERE);
  }
  return 0;
}
