/* Pools that are shut down, and threads that wait in them for something else:
   see fork_join.h.  What always holds: a pool that has ended stops, and one
   that stops is shut down. */

#include "java/agent/fork_join_model.h"

#include "base/assert.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/object_numbers.h"
#include "java/agent/interrupts.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/reentrant_locks.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

/*------------------------------------------------------------------------*/
/* Shutting down. */

/* What nobody has begun is cancelled, and who runs something interrupted. */
static void cancel_all (JNIEnv *env, sett_jqueue *q) {
  while (q->count && !world.over && !(*env)->ExceptionCheck (env))
    sett_task_cancel (env, sett_queue_remove (q, q->count - 1)->object);
}

static void interrupt_all (JNIEnv *env, const sett_jpool *p) {
  jmethodID interrupt =
      sett_jmethod (env, "java/lang/Thread", "interrupt", "()V", 0);
  for (const sett_jworker *w = p->workers; w; w = w->next)
    if (!w->is_gone && !world.over && !(*env)->ExceptionCheck (env))
      (*env)->CallVoidMethod (env, w->thread->object, interrupt);
}

static void stop_now (JNIEnv *env, sett_jthread *t, sett_jpool *p) {
  sett_queue_touch (&p->outside, SETT_EFFECT_STORE);
  for (const sett_jworker *w = p->workers; w; w = w->next)
    sett_queue_touch (&w->queue, SETT_EFFECT_STORE);
  sett_pool_stop (env, t, p);
  cancel_all (env, &p->outside);
  for (sett_jworker *w = p->workers; w; w = w->next)
    cancel_all (env, &w->queue);
  interrupt_all (env, p);
}

/* Is it so that nobody may have noticed the task yet?  Or whoever submits it is
   still at that. */
static int may_be_missed (const sett_jthread *t, const sett_jtask *task) {
  return task->may_be_missed ||
         (task->pusher != t->number && t->clock[task->pusher] < task->since);
}

/* The JDK looks whether threads are at work, and not whether somebody has
   submitted a task that none of them has noticed (JDK 17, canStop): it is
   cancelled then.  That this can be is learnt, since threads have to say that
   they have nothing to do. */
static int may_miss_tasks (JNIEnv *env, const sett_jthread *t,
                           const sett_jpool *p) {
  if (p->is_shut || !p->outside.count)
    return 0;
  sett_jlearn (SETT_LEARNT_CLOSING);
  if (world.over) {
    sett_junwind (env);
    return 0;
  }
  int misses = sett_pool_has_rest (p);
  for (unsigned i = 0; i < p->outside.count; i++)
    misses &= may_be_missed (t, p->outside.at[i]);
  return misses;
}

/* False: the execution is over. */
static int shut_down (JNIEnv *env, sett_jthread *t, sett_jpool *p, int now) {
  const uintptr_t place = sett_frame_here (env);
  t->spreads = t->whole.alone = 1;
  const int goes_on = sett_jvisible (env, t, SETT_DO_ENTER, p->thing,
                                     sett_pool_mode_number (env, p),
                                     SETT_EFFECT_STORE, NULL, place);
  t->spreads = t->whole.alone = 0;
  if (!goes_on)
    return 0;
  sett_pool_touch_mode (env, p, SETT_EFFECT_STORE);
  sett_pool_touch (p, SETT_POOL_SIZE, SETT_EFFECT_STORE);
  const int misses = !now && may_miss_tasks (env, t, p);
  if (world.over)
    return 0;
  sett_queue_touch (&p->outside, misses ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  if (misses)
    sett_pool_touch (p, SETT_POOL_STOP, SETT_EFFECT_STORE);
  now |= misses && sett_jalternative (2);
  if (world.narrating)
    sett_narrate_words ("shut %s down%s", p->thing->name,
                        !now     ? ""
                        : misses ? ", and cancel what nobody has noticed"
                                 : " now");
  SETT_ASSERT (p->idle <= p->live);
  p->is_shut = 1;
  sett_pool_tell_mode (env, t, p);
  if (now)
    stop_now (env, t, p);
  else if (p->idle == p->live)
    sett_pool_stop (env, t, p);
  return !world.over;
}

jboolean JNICALL sett_fork_stop (JNIEnv *env, jclass c, jobject pool,
                                 jboolean now, jboolean enable) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  if (!t || world.over || !enable)
    return 0;
  sett_jpool *p = sett_pool_of (env, pool);
  return shut_down (env, t, p, now) && p->stops;
}

/* To wait for a while is to look once. */
jboolean JNICALL sett_fork_await_end (JNIEnv *env, jclass c, jobject pool,
                                      jlong time, jobject unit) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  if (!t || world.over)
    return 0;
  const uintptr_t place = sett_frame_here (env);
  sett_jpool *p = sett_pool_of (env, pool);
  if (p == sett_pool_common (env)) { /* which never ends */
    if (!sett_fork_await_quiet (env, c, pool, time, unit) && !world.over &&
        !(*env)->ExceptionCheck (env)) {
      sett_interrupt_touch (t, 0);
      if (t->interrupted && sett_jalternative (2))
        sett_interrupt_take (env, t);
    }
    return 0;
  }
  if (!sett_jvisible (env, t, SETT_DO_ENTER, &p->end,
                      sett_pool_mode_number (env, p), SETT_EFFECT_LOAD, NULL,
                      place))
    return 0;
  sett_pool_touch_mode (env, p, SETT_EFFECT_LOAD);
  if (world.narrating)
    sett_narrate_words ("wait for %s%s", p->end.name,
                        p->has_ended ? "" : ": timed out");
  if (sett_interrupt_take (env, t))
    return 0;
  if (p->has_ended)
    sett_clock_acquire (t, p->clock);
  else
    sett_lock_time_out (env, t, time, unit);
  return (jboolean)p->has_ended;
}

/*------------------------------------------------------------------------*/
/* Blocking. */

static jboolean ask (JNIEnv *env, jobject blocker, const char *method) {
  static const char name[] = SETT_POOL "$ManagedBlocker";
  return (*env)->CallBooleanMethod (env, blocker,
                                    sett_jmethod (env, name, method, "()Z", 0));
}

/* False: the execution is over. */
static int block_event (JNIEnv *env, sett_jworker *w, int begins) {
  sett_jthread *t = w->thread;
  sett_jpool *p = w->pool;
  t->spreads = t->whole.alone = 1;
  const int goes_on = sett_jvisible (
      env, t, SETT_DO_ENTER, p->thing, sett_pool_number (p, SETT_POOL_BLOCKED),
      SETT_EFFECT_STORE, NULL, sett_frame_here (env));
  t->spreads = t->whole.alone = 0;
  if (!goes_on)
    return 0;
  const int spare = begins && sett_worker_wants_spare (p);
  sett_worker_touch_blocked (p, spare);
  if (world.narrating)
    sett_narrate_words ("%s in a task of %s",
                        begins ? "begin to block" : "go on", p->thing->name);
  if (begins)
    sett_worker_block (w);
  else
    sett_worker_unblock (w);
  if (!spare)
    return 1;
  p->live++;
  return sett_worker_start (env, t, p);
}

void sett_fork_begin_wait (JNIEnv *env, sett_jthread *t) {
  sett_jpool *p = t->worker->pool;
  const int spare = sett_worker_wants_spare (p);
  sett_worker_touch_blocked (p, spare);
  sett_worker_block (t->worker);
  if (!spare)
    return;
  p->live++;
  sett_worker_start (env, t, p);
}

static int was_woken (const sett_jthread *t) {
  return t->signalled || t->timed;
}

int sett_fork_end_wait (JNIEnv *env, sett_jthread *t) {
  sett_jpool *p = t->worker->pool;
  t->second = NULL;
  t->whole.alone = 1;
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_WAIT_CHILD, t->queue,
                     sett_pool_number (p, SETT_POOL_BLOCKED), SETT_EFFECT_STORE,
                     was_woken, sett_frame_here (env));
  t->whole.alone = 0;
  if (!goes_on)
    return 0;
  sett_worker_touch_blocked (p, 0);
  sett_worker_unblock (t->worker);
  if (world.narrating)
    sett_narrate_words ("go on in a task of %s", p->thing->name);
  return 1;
}

/* True: it need not be asked again. */
static int block_once (JNIEnv *env, sett_jworker *w, jobject blocker) {
  if (!block_event (env, w, 1))
    return 1;
  const int done = ask (env, blocker, "block");
  jthrowable thrown = (*env)->ExceptionOccurred (env);
  if (world.over)
    return 1;
  (*env)->ExceptionClear (env);
  const int goes_on = block_event (env, w, 0);
  if (thrown && goes_on)
    (*env)->Throw (env, thrown);
  return done || thrown || !goes_on;
}

void JNICALL sett_fork_block (JNIEnv *env, jclass c, jobject pool,
                              jobject blocker) {
  (void)c, (void)pool;
  sett_jthread *t = sett_jself ();
  sett_jworker *w = t ? t->worker : NULL;
  if (!blocker) {
    (*env)->ThrowNew (env, sett_jclass (env, "java/lang/NullPointerException"),
                      NULL);
    return;
  }
  for (;;) {
    if (t && world.over)
      sett_junwind (env);
    if (ask (env, blocker, "isReleasable") || (*env)->ExceptionCheck (env))
      return;
    if (w ? block_once (env, w, blocker) : ask (env, blocker, "block"))
      return;
    if ((*env)->ExceptionCheck (env))
      return;
  }
}
