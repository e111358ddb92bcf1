/* Monitors.

   The virtual machine's own monitors are entered and left as the program says;
   what is here decides who may, so that nobody ever has to wait there.  To
   enter is an event; to leave is none, as nobody can ask whether a monitor is
   free. To wait is two events, as for conditions in C: giving the monitor away
   and queueing up, then coming back.  Which waiter is notified is a choice.  A
   wait with a time limit may end at any time, and so may some of the others if
   that is asked for (--spurious).  An interrupt ends a wait; one that comes
   after a notification stays pending. */

#include "java/agent/monitors.h"

#include "base/assert.h"
#include "java/agent/births.h"
#include "java/agent/stack_frames.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_names.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/jvm_upcalls.h"
#include "java/agent/lock_gates.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/scheduler.h"
#include "java/agent/sites.h"
#include "java/agent/statics.h"
#include "java/agent/interrupts.h"
#include "java/agent/things.h"
#include "java/agent/passing_time.h"

#include <string.h>

static int is_free (const sett_jthread *t) {
  return sett_monitor_is_free (t->thing);
}

static int may_return (const sett_jthread *t) {
  return t->signalled && is_free (t);
}

/*------------------------------------------------------------------------*/

void sett_monitor_hold (JNIEnv *env, sett_jthread *t, sett_thing *m,
                        uintptr_t place, int shared) {
  if (t->held_count == SETT_MOST_JHELD) {
    if (world.locking)
      sett_jnote (1, place,
                  "a thread has more than %d locks: some of them do "
                  "not count",
                  SETT_MOST_JHELD);
    return; /* else for reports only */
  }
  sett_jheld *h = &t->held[t->held_count++];
  *h = (sett_jheld){.lock = m, .place = place, .shared = shared};
  if (world.narrating)
    sett_narrate_stack (env, &h->stack);
}

void sett_monitor_let_go (sett_jthread *t, const sett_thing *m) {
  for (uint32_t i = t->held_count; i--;)
    if (t->held[i].lock == m) {
      for (t->held_count--; i < t->held_count; i++)
        t->held[i] = t->held[i + 1];
      return;
    }
}

void sett_monitor_acquired (JNIEnv *env, sett_jthread *t, sett_thing *m,
                            int depth, uintptr_t place) {
  SETT_ASSERT (sett_monitor_is_free (m) && depth > 0);
  sett_jaffect (sett_thing_monitor (m), SETT_EFFECT_ACQUIRE, 0);
  m->owner = (int)t->number;
  m->depth = depth;
  sett_clock_acquire (t, m->clock);
  if (m->reading)
    sett_clock_acquire (t, m->reading->clock);
  sett_monitor_hold (env, t, m, place, 0);
}

void sett_monitor_released (sett_jthread *t, sett_thing *m, int visible) {
  SETT_ASSERT (m->owner == (int)t->number);
  (visible ? sett_jaffect : sett_jaffect_inside) (
      sett_thing_monitor (m), SETT_EFFECT_RELEASE, (uint64_t)m->owner + 1);
  m->owner = -1;
  m->depth = 0;
  sett_clock_release (t, &m->clock);
  sett_monitor_let_go (t, m);
}

/* What System.out is made of has locks of its own: who uses it has that of
   System.out. */
static int is_inside_stream (JNIEnv *env, jobject object, int site) {
  const sett_place *p = sett_place_at (site);
  const char *name = p->is_foreign ? sett_jname_text (p->class_name) : "";
  return (!strncmp (name, "java/io/", 8) || !strncmp (name, "sun/nio/", 8)) &&
         sett_statics_is_inside_stream (env, object);
}

/* The monitor that the present thread is about to have, if that is of interest;
   else null. */
static sett_thing *meet (JNIEnv *env, jobject object, jint site) {
  const sett_jthread *t = sett_jself ();
  if (!t || !object)
    return NULL;
  if (world.over) {
    sett_junwind (env);
    return NULL;
  }
  if (is_inside_stream (env, object, site))
    return NULL;
  sett_thing *m = sett_thing_of (env, object);
  if (m->selector)
    sett_jnote (1, sett_place_address (site),
                "a selector, or a set of its keys, is locked by the program: "
                "not explored");
  SETT_ASSERT ((m->owner < 0) == !m->depth);
  return sett_is_unpublished (t, m) ? NULL : m;
}

/* False: the execution is over. */
static int take (JNIEnv *env, sett_jthread *t, sett_thing *m, uintptr_t place) {
  if (!sett_jvisible (env, t, SETT_DO_LOCK, m, sett_thing_monitor (m),
                      SETT_EFFECT_ACQUIRE, is_free, place))
    return 0;
  sett_monitor_acquired (env, t, m, 1, place);
  return 1;
}

void JNICALL sett_hook_enter (JNIEnv *env, jclass c, jobject object,
                              jint site) {
  (void)c;
  sett_thing *m = meet (env, object, site);
  sett_jthread *t = sett_jself ();
  if (!m)
    return;
  if (m->owner == (int)t->number)
    m->depth++;
  else
    take (env, t, m, sett_place_address (site));
}

void JNICALL sett_hook_exit (JNIEnv *env, jclass c, jobject object, jint site) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (!t || !object || world.over || is_inside_stream (env, object, site))
    return;
  sett_thing *m = sett_thing_of (env, object);
  if (m->owner != (int)t->number || --m->depth)
    return;
  if (world.narrating)
    sett_narrate_aside (env, SETT_DO_UNLOCK, m, -1, sett_place_address (site));
  sett_monitor_released (t, m, 0);
}

/*------------------------------------------------------------------------*/
/* Waiting. */

static sett_thread_set waiters_of (const sett_thing *m) {
  sett_thread_set mask = SETT_NO_THREADS;
  for (sett_thread_set rest = world.alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_jthread *t = &world.threads[sett_threads_first (rest)];
    if (t->waiting && !t->signalled && t->queue == m)
      sett_threads_add (&mask, t->number);
  }
  return mask;
}

static uint64_t count_waiters (const sett_thing *m) {
  return sett_threads_count (waiters_of (m));
}

/* The real monitor, as often as it was entered. */
static void leave_really (JNIEnv *env, jobject object, int times) {
  while (times--)
    (*env)->MonitorExit (env, object);
}

static void enter_really (JNIEnv *env, jobject object, int times) {
  jthrowable pending = (*env)->ExceptionOccurred (env);
  (*env)->ExceptionClear (env);
  while (times--)
    (*env)->MonitorEnter (env, object);
  if (pending)
    (*env)->Throw (env, pending);
}

/* Will this wait end without a reason, if nothing else ends it before? */
static int is_spurious (sett_jthread *t) {
  if (t->spurious >= world.shared->orders.spurious)
    return 0;
  const int spurious = (int)sett_jalternative_rarely (2);
  t->spurious += (uint32_t)spurious;
  return spurious;
}

/* One with a time limit, or one that wakes up for no reason, stops to wait,
   notified or not: an event of its own, since the monitor may still be in use.
 */
static int stop_waiting (JNIEnv *env, sett_jthread *t, sett_thing *q,
                         int by_chance, uintptr_t place) {
  const uint32_t queue = sett_thing_queue (q);
  if (!sett_jvisible (env, t, SETT_DO_LEAVE, q, queue, SETT_EFFECT_LEAVE, NULL,
                      place))
    return 0;
  sett_jaffect_wanting (queue, SETT_EFFECT_LEAVE, count_waiters (q),
                        !t->signalled);
  if (world.narrating && !t->signalled)
    (by_chance ? sett_narrate_spurious : sett_narrate_failed) ();
  t->waiting = 0;
  return 1;
}

int sett_monitor_begin_wait (JNIEnv *env, sett_jthread *t, sett_thing *q,
                             int deaf, uintptr_t place) {
  t->spreads = 1; /* to the monitor */
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_WAIT, q, sett_thing_queue (q),
                     SETT_EFFECT_ENQUEUE, NULL, place);
  t->spreads = 0;
  return goes_on && (deaf || !sett_interrupt_take (env, t));
}

int sett_monitor_wait (JNIEnv *env, sett_jthread *t, sett_thing *m,
                       sett_thing *q, int64_t nanos, int deaf,
                       uintptr_t place) {
  const int depth = m->depth;
  const int is_counted = t->worker && m != q && nanos <= 0;
  SETT_ASSERT (depth > 0 && !t->waiting);
  if (is_counted) /* conditions of locks let pools know */
    sett_jup->pool_block (env, t);
  sett_jaffect (sett_thing_queue (q), SETT_EFFECT_ENQUEUE, count_waiters (q));
  sett_monitor_released (t, m, 1);
  const int by_chance = nanos <= 0 && is_spurious (t);
  t->waiting = 1;
  t->signalled = 0;
  t->timed = nanos > 0 || by_chance;
  t->deaf = deaf;
  t->waits_since = sett_jnow ();
  t->queue = q;
  if (t->timed && !stop_waiting (env, t, q, by_chance, place))
    return 0;
  if (is_counted && !sett_jup->pool_unblock (env, t))
    return 0;
  if (!sett_jvisible (env, t, SETT_DO_WAKE, m, sett_thing_monitor (m),
                      SETT_EFFECT_ACQUIRE, t->timed ? is_free : may_return,
                      place))
    return 0;
  t->waiting = 0;
  if (!t->signalled)
    sett_time_pass (t, nanos);
  sett_monitor_acquired (env, t, m, depth, place);
  return 1;
}

static void controlled_wait (JNIEnv *env, sett_jthread *t, jobject object,
                             jlong millis) {
  sett_thing *m = sett_thing_of (env, object);
  const uintptr_t place = sett_frame_here (env);
  const int depth = m->depth;
  if (!sett_monitor_begin_wait (env, t, m, 0, place))
    return;
  leave_really (env, object, depth);
  sett_monitor_wait (env, t, m, m, sett_nanos_of_millis (millis), 0, place);
  enter_really (env, object, depth);
  if (!world.over && t->signalled == SETT_WOKEN_BY_INTERRUPT)
    sett_interrupt_take (env, t);
}

/* IllegalArgumentException, and IllegalMonitorStateException of somebody who
   does not have the monitor, are for the virtual machine to throw. */
static int is_wrong (JNIEnv *env, const sett_jthread *t, jobject object) {
  return sett_thing_of (env, object)->owner != (int)t->number;
}

void JNICALL sett_object_wait (JNIEnv *env, jobject object, jlong millis) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  else if (!t || millis < 0 || is_wrong (env, t, object))
    jdk.real_wait (env, object, millis);
  else
    controlled_wait (env, t, object, millis);
}

/*------------------------------------------------------------------------*/
/* Synchronized methods of classes that were loaded before the agent could
   change their flags: a thread has the real monitor when it is asked, and gives
   it back until it may have it.  If another thread has that, which stands
   somewhere else, it is asked before (on_contended of agent.c). */

void JNICALL sett_hook_entered (JNIEnv *env, jclass c, jobject object,
                                jint site) {
  (void)c;
  sett_thing *m = meet (env, object, site);
  sett_jthread *t = sett_jself ();
  if (!m)
    return;
  const int has_come = t->entering == m;
  t->entering = NULL;
  if (has_come)
    return;
  if (m->owner == (int)t->number) {
    m->depth++;
    return;
  }
  leave_really (env, object, 1);
  take (env, t, m, sett_place_address (site));
  enter_really (env, object, 1);
}

int sett_monitor_come (JNIEnv *env, jobject object) {
  sett_jthread *t = sett_jself ();
  sett_thing *m = t ? sett_thing_of (env, object) : NULL;
  if (!m || m->owner < 0 || m->owner == (int)t->number)
    return 0;
  if (take (env, t, m, sett_frame_here (env)))
    t->entering = m;
  (*env)->ExceptionClear (env); /* it is unwound when it is inside */
  return 1;
}

/*------------------------------------------------------------------------*/
/* Notifying. */

static void wake (sett_jthread *t, int how) {
  SETT_ASSERT (t->waiting && !t->signalled);
  t->signalled = how;
  if (!t->timed)
    t->cause = sett_jnow ();
}

static unsigned any_of (sett_thread_set mask) {
  const unsigned choice = sett_jalternative (sett_threads_count (mask));
  return sett_threads_first (sett_threads_after (mask, choice));
}

/* Who waits with a lock has had it then: the order of waiting is that of the
   lock, which searches vary. */
static unsigned first_of (sett_thread_set mask) {
  unsigned first = sett_threads_first (mask);
  for (sett_thread_set rest = mask; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned i = sett_threads_first (rest);
    if (world.threads[i].waits_since < world.threads[first].waits_since)
      first = i;
  }
  return first;
}

static void notify_one (JNIEnv *env, sett_jthread *t, sett_thing *m,
                        unsigned (*choose) (sett_thread_set mask)) {
  const uint32_t queue = sett_thing_queue (m);
  if (!sett_jvisible (env, t, SETT_DO_SIGNAL, m, queue, SETT_EFFECT_SIGNAL,
                      NULL, sett_frame_here (env)))
    return;
  const sett_thread_set mask = waiters_of (m);
  if (!sett_threads_any (mask)) {
    sett_jaffect (queue, SETT_EFFECT_LOST, 0);
    return;
  }
  sett_jaffect_wanting (queue, SETT_EFFECT_SIGNAL, count_waiters (m), 1);
  const unsigned chosen = choose (mask);
  if (world.narrating)
    sett_narrate_partner ((int)chosen);
  wake (&world.threads[chosen], SETT_WOKEN);
}

void sett_monitor_notify_first (JNIEnv *env, sett_jthread *t, sett_thing *m) {
  notify_one (env, t, m, first_of);
}

void sett_monitor_notify_all (JNIEnv *env, sett_jthread *t, sett_thing *m) {
  const uint32_t queue = sett_thing_queue (m);
  if (!sett_jvisible (env, t, SETT_DO_BROADCAST, m, queue, SETT_EFFECT_SIGNAL,
                      NULL, sett_frame_here (env)))
    return;
  const uint64_t count = count_waiters (m);
  sett_jaffect_wanting (queue, count ? SETT_EFFECT_SIGNAL : SETT_EFFECT_LOST,
                        count, count);
  for (sett_thread_set rest = waiters_of (m); sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    if (world.narrating)
      sett_narrate_partner ((int)sett_threads_first (rest));
    wake (&world.threads[sett_threads_first (rest)], SETT_WOKEN);
  }
}

void JNICALL sett_object_notify (JNIEnv *env, jobject object) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  else if (!t || is_wrong (env, t, object))
    jdk.real_notify (env, object);
  else
    notify_one (env, t, sett_thing_of (env, object), any_of);
}

void JNICALL sett_object_notify_all (JNIEnv *env, jobject object) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  else if (!t || is_wrong (env, t, object))
    jdk.real_notify_all (env, object);
  else
    sett_monitor_notify_all (env, t, sett_thing_of (env, object));
}

void sett_monitor_interrupt (sett_jthread *t) {
  if (!t->waiting || t->signalled || t->deaf || !t->queue)
    return;
  sett_jaffect_wanting (sett_thing_queue (t->queue), SETT_EFFECT_SIGNAL,
                        count_waiters (t->queue), 1);
  wake (t, SETT_WOKEN_BY_INTERRUPT);
}
