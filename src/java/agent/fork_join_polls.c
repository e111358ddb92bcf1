/* Tasks that a thread takes out of queues by itself, to do with them what it
   likes: see fork_join.h.  What always holds: who looks at a queue in which
   there is something counts as who changes it, whatever is chosen. */

#include "java/agent/fork_join_model.h"

#include "base/assert.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

/* The thread, if it is one of a pool. */
static sett_jthread *begin (JNIEnv *env) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  return t && !world.over && t->worker ? t : NULL;
}

static int event (JNIEnv *env, sett_jthread *t, const sett_jqueue *q) {
  t->spreads = t->whole.alone = 1;
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_ENTER, NULL, q->number, SETT_EFFECT_STORE,
                     NULL, sett_frame_here (env));
  t->spreads = t->whole.alone = 0;
  return goes_on;
}

static void touch (const sett_jqueue *q) {
  sett_queue_touch (q, q->count ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
}

/* The k-th of those outside, or of all others; null: there are fewer. */
static sett_jqueue *queue_at (sett_jpool *p, const sett_jworker *self,
                              unsigned k, unsigned *index) {
  const unsigned outside =
      sett_pool_is_in_order (p) ? p->outside.count > 0 : p->outside.count;
  *index = k < outside ? k : 0;
  if (k < outside)
    return &p->outside;
  k -= outside;
  for (sett_jworker *w = p->workers; w && self; w = w->next)
    if (w != self && w->queue.count && !k--)
      return &w->queue;
  return NULL;
}

static jobject take (JNIEnv *env, sett_jthread *t, sett_jqueue *q,
                     unsigned index) {
  const sett_jtask *task = q ? sett_queue_remove (q, index) : NULL;
  if (world.narrating)
    sett_narrate_words (task ? "take %s, by itself" : "find no task",
                        task ? task->thing->name : "");
  if (!task)
    return NULL;
  sett_clock_acquire (t, task->clock);
  return (*env)->NewLocalRef (env, task->object);
}

static unsigned own_index (const sett_jworker *w) {
  SETT_ASSERT (w->queue.count);
  return w->pool->is_fifo ? 0 : w->queue.count - 1;
}

jobject JNICALL sett_fork_poll_own (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = begin (env);
  sett_jworker *w = t ? t->worker : NULL;
  if (!t || !event (env, t, &w->queue))
    return NULL;
  touch (&w->queue);
  return w->queue.count ? take (env, t, &w->queue, own_index (w))
                        : take (env, t, NULL, 0);
}

/* Of those outside; and of others, unless `self' is null. */
static jobject take_any (JNIEnv *env, sett_jthread *t, sett_jpool *p,
                         const sett_jworker *self) {
  unsigned count = 0, index;
  touch (&p->outside);
  for (const sett_jworker *w = p->workers; w && self; w = w->next)
    if (w != self)
      touch (&w->queue);
  while (queue_at (p, self, count, &index))
    count++;
  const unsigned chosen = count > 1 ? sett_jalternative (count) : 0;
  if (world.over) {
    sett_junwind (env);
    return NULL;
  }
  sett_jqueue *q = queue_at (p, self, chosen, &index);
  return take (env, t, q, index);
}

jobject JNICALL sett_fork_poll (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = begin (env);
  sett_jworker *w = t ? t->worker : NULL;
  if (!t || !event (env, t, &w->queue))
    return NULL;
  touch (&w->queue);
  return w->queue.count ? take (env, t, &w->queue, own_index (w))
                        : take_any (env, t, w->pool, w);
}

jobject JNICALL sett_fork_poll_outside (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = begin (env);
  if (!t || !event (env, t, &t->worker->pool->outside))
    return NULL;
  return take_any (env, t, t->worker->pool, NULL);
}

/* Others look into the common pool's queue. */
jobject JNICALL sett_fork_peek_own (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  if (!t || world.over)
    return NULL;
  const sett_jqueue *q = sett_fork_own_queue (env, t);
  if (!event (env, t, q))
    return NULL;
  sett_queue_touch (q, SETT_EFFECT_LOAD);
  if (world.narrating)
    sett_narrate_words ("look at the own tasks");
  if (!t->worker && !sett_fork_is_certain (env, t))
    sett_jnote (1, sett_frame_here (env),
                "several threads use the tasks of the common ForkJoinPool: "
                "which one is found by looking there is not varied");
  if (!q->count)
    return NULL;
  const unsigned index = t->worker ? own_index (t->worker) : q->count - 1;
  return (*env)->NewLocalRef (env, q->at[index]->object);
}

/*------------------------------------------------------------------------*/
/* Helping. */

/* The last one of the queue, if it is a part; who is not certain to find it may
   miss it.  Null: it does not go on. */
static sett_jtask *next_part (JNIEnv *env, sett_jthread *t, sett_jqueue *q,
                              jobject whole) {
  sett_thing *thing = sett_thing_of (env, whole);
  if (!event (env, t, q))
    return NULL;
  touch (q);
  sett_task_touch (env, thing, SETT_EFFECT_LOAD);
  const int has = !thing->has_ended && q->count &&
                  sett_task_is_part (env, q->at[q->count - 1], whole);
  const int misses =
      has && !sett_fork_is_certain (env, t) && sett_jalternative (2);
  if (world.over) {
    sett_junwind (env);
    return NULL;
  }
  if (has)
    sett_fork_use_own (env, t);
  if (world.narrating)
    sett_narrate_words ("help %s%s", thing->name,
                        has && !misses ? "" : ": there is nothing to do");
  if (!has || misses)
    return NULL;
  sett_jtask *task = sett_queue_remove (q, q->count - 1);
  sett_clock_acquire (t, task->clock);
  return task;
}

void JNICALL sett_fork_help (JNIEnv *env, jclass c, jobject whole, jint most) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  sett_jqueue *q = t && !world.over ? sett_fork_own_queue (env, t) : NULL;
  for (jint i = 0; q && i < most; i++) {
    const sett_jtask *task = next_part (env, t, q, whole);
    if (!task || !sett_task_run (env, task))
      return;
  }
}
