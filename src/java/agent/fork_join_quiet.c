/* Waiting until a pool has nothing to do: see fork_join.h.  Who waits from
   outside runs what is there.  What always holds: it is quiet when no task is
   in a queue and all threads have said that they have nothing to do. */

#include "java/agent/fork_join_model.h"

#include "base/assert.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/reentrant_locks.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

typedef enum finding { QUIET, BUSY, HAS_RUN, IS_OVER } finding;

static void touch_queue (const sett_jqueue *q) {
  sett_queue_touch (q, q->count ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
}

/* The k-th of the tasks that could be next; null: there are fewer. */
static sett_jqueue *queue_at (sett_jpool *p, unsigned k, unsigned *index) {
  const unsigned outside =
      sett_pool_is_in_order (p) ? p->outside.count > 0 : p->outside.count;
  *index = k < outside ? k : 0;
  if (k < outside)
    return &p->outside;
  k -= outside;
  for (sett_jworker *w = p->workers; w; w = w->next)
    if (w->queue.count && !k--)
      return &w->queue;
  return NULL;
}

static unsigned count_tasks (sett_jpool *p) {
  unsigned count = 0, index;
  while (queue_at (p, count, &index))
    count++;
  return count;
}

static finding run_one (JNIEnv *env, sett_jthread *t, sett_jpool *p,
                        unsigned count) {
  unsigned index;
  sett_jqueue *q =
      queue_at (p, count > 1 ? sett_jalternative (count) : 0, &index);
  if (world.over) {
    sett_junwind (env);
    return IS_OVER;
  }
  SETT_ASSERT (q); /* there are so many */
  const sett_jtask *task = sett_queue_remove (q, index);
  if (world.narrating)
    sett_narrate_words ("take %s", task->thing->name);
  sett_clock_acquire (t, task->clock);
  return sett_task_run (env, task) ? HAS_RUN : IS_OVER;
}

static finding look (JNIEnv *env, sett_jthread *t, sett_jpool *p) {
  t->spreads = 1;
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_ENTER, p->thing, p->outside.number,
                     SETT_EFFECT_STORE, NULL, sett_frame_here (env));
  t->spreads = 0;
  if (!goes_on)
    return IS_OVER;
  touch_queue (&p->outside);
  for (const sett_jworker *w = p->workers; w; w = w->next)
    touch_queue (&w->queue);
  const int rests = sett_pool_has_rest (p);
  const unsigned count = count_tasks (p);
  if (count)
    return run_one (env, t, p, count);
  if (world.narrating)
    sett_narrate_words ("wait until %s has nothing to do%s", p->thing->name,
                        rests ? "" : ": timed out");
  if (rests)
    sett_clock_acquire (t, p->clock);
  return rests ? QUIET : BUSY;
}

/* One of the pool's own threads looks at what others are in the middle of. */
static void give_up (JNIEnv *env) {
  sett_jnote (1, sett_frame_here (env),
              "a thread of a ForkJoinPool waits until that has nothing to do: "
              "the execution ends there");
  sett_jend (SETT_CUT);
  sett_junwind (env);
}

/* To wait for a while is to look, as long as there is something to run. */
jboolean JNICALL sett_fork_await_quiet (JNIEnv *env, jclass c, jobject pool,
                                        jlong time, jobject unit) {
  (void)c;
  sett_jthread *t = sett_jself ();
  finding found = HAS_RUN;
  if (t && !world.over)
    sett_jlearn (SETT_LEARNT_CLOSING);
  if (t && world.over)
    sett_junwind (env);
  if (!t || world.over)
    return 0;
  sett_jpool *p = sett_pool_of (env, pool);
  if (t->worker && t->worker->pool == p) {
    give_up (env);
    return 0;
  }
  while (found == HAS_RUN)
    found = look (env, t, p);
  if (found == BUSY)
    sett_lock_time_out (env, t, time, unit);
  return found == QUIET;
}
