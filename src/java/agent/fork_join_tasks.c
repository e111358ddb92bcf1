/* Tasks of pools: they are put into a queue, run, and come to their ends: see
   fork_join.h.  What always holds: a task's thing knows whether
   it has ended as soon as its field does. */

#include "java/agent/fork_join_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/interrupts.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/object_numbers.h"
#include "java/agent/passing_time.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

/*------------------------------------------------------------------------*/
/* The field that says whether a task has ended. */

static jfieldID status_field (JNIEnv *env) {
  jfieldID field = sett_jfield (env, SETT_TASK, "status", "I", 0);
  if (!field)
    sett_jgive_up ("ForkJoinTask has no field status: use a JDK 17");
  return field;
}

jint sett_task_status (JNIEnv *env, jobject task) {
  return (*env)->GetIntField (env, task, status_field (env));
}

static sett_cell *status_cell (JNIEnv *env, sett_thing *task) {
  static int64_t offset = -1;
  if (offset < 0)
    offset = (*env)->CallLongMethod (
        env, jdk.unsafe, jdk.field_offset,
        (*env)->ToReflectedField (env, sett_jclass (env, SETT_TASK),
                                  status_field (env), 0));
  return sett_thing_cell (task, offset);
}

uint32_t sett_task_number (JNIEnv *env, sett_thing *task) {
  return sett_thing_memory (task, status_cell (env, task));
}

void sett_task_touch (JNIEnv *env, sett_thing *task, sett_effect_kind kind) {
  sett_jaffect (sett_task_number (env, task), kind, (uint64_t)task->has_ended);
}

/* The result is a field that nobody watches.  Who completes a task that is
   being run sets it when that does, and what others find is not told apart. */
static void use_result (JNIEnv *env, sett_jthread *t, sett_thing *task,
                        int sets) {
  enum { RESULT = -3 };
  const uintptr_t place = sett_frame_here (env);
  if (sett_races_plain (t, task, sett_thing_cell (task, RESULT), sets, 0,
                        place))
    return;
  sett_jnote (1, place,
              "a ForkJoinTask gets a result by several threads, and nothing "
              "orders that: not told apart");
}

/* Who knows that it has ended comes after all that it has done. */
jint sett_task_learn (JNIEnv *env, sett_jthread *t, jobject task,
                      sett_thing *thing) {
  const sett_cell *cell = status_cell (env, thing);
  const jint status = sett_task_status (env, task);
  if (!thing->has_ended)
    return status;
  sett_clock_acquire (t, cell->volatile_clock);
  if (!((uint32_t)status & SETT_TASK_ABNORMAL))
    use_result (env, t, thing, 0);
  return status;
}

/*------------------------------------------------------------------------*/
/* The end of a task. */

static void set_thrown (JNIEnv *env, jobject task, jthrowable thrown) {
  static const char aux[] = SETT_TASK "$Aux";
  jthread self = NULL;
  (*world.jvmti)->GetCurrentThread (world.jvmti, &self);
  jobject made = (*env)->NewObject (
      env, sett_jclass (env, aux),
      sett_jmethod (env, aux, "<init>",
                    "(Ljava/lang/Thread;Ljava/lang/Throwable;)V", 0),
      self, thrown);
  (*env)->SetObjectField (
      env, task, sett_jfield (env, SETT_TASK, "aux", "L" SETT_TASK "$Aux;", 0),
      made);
}

/* Unless it has ended already; what the field is then. */
static jint set_ended (JNIEnv *env, jobject task, jthrowable thrown,
                       uint32_t bits) {
  const uint32_t before = (uint32_t)sett_task_status (env, task);
  if (before & SETT_TASK_DONE)
    return (jint)before;
  if (thrown)
    set_thrown (env, task, thrown);
  (*env)->SetIntField (env, task, status_field (env), (jint)(before | bits));
  return (jint)(before | bits);
}

jint sett_task_end (JNIEnv *env, jobject task, jthrowable thrown,
                    uint32_t bits) {
  sett_jthread *t = sett_jself ();
  if (!t)
    return set_ended (env, task, thrown, bits);
  if (world.over) {
    sett_junwind (env);
    return 0;
  }
  sett_thing *thing = sett_thing_of (env, task);
  t->whole.alone = 1;
  const int goes_on = sett_jvisible (
      env, t, SETT_DO_UPDATE, thing, sett_task_number (env, thing),
      SETT_EFFECT_STORE, NULL, sett_frame_here (env));
  t->whole.alone = 0;
  if (!goes_on)
    return 0;
  sett_task_touch (env, thing,
                   thing->has_ended ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);
  if (world.narrating)
    sett_narrate_words ("%s %s%s",
                        thrown                        ? "end by an exception"
                        : (bits & SETT_TASK_ABNORMAL) ? "cancel"
                                                      : "end",
                        thing->name, thing->has_ended ? ": it had ended" : "");
  const jint status = set_ended (env, task, thrown, bits);
  if (bits == SETT_TASK_DONE && !((uint32_t)status & SETT_TASK_ABNORMAL))
    use_result (env, t, thing, 1);
  if (!thing->has_ended) {
    sett_cell *cell = status_cell (env, thing);
    sett_clock_release (t, &cell->clock);
    sett_clock_release (t, &cell->volatile_clock);
  }
  thing->has_ended = 1;
  return status;
}

jint JNICALL sett_fork_done (JNIEnv *env, jclass c, jobject task) {
  (void)c;
  return sett_task_end (env, task, NULL, SETT_TASK_DONE);
}

jint JNICALL sett_fork_cancelled (JNIEnv *env, jclass c, jobject task) {
  (void)c;
  return sett_task_end (env, task, NULL, SETT_TASK_DONE | SETT_TASK_ABNORMAL);
}

jint JNICALL sett_fork_thrown (JNIEnv *env, jclass c, jobject task,
                               jthrowable thrown) {
  (void)c;
  return sett_task_end (env, task, thrown,
                        SETT_TASK_DONE | SETT_TASK_ABNORMAL | SETT_TASK_THROWN);
}

void JNICALL sett_fork_again (JNIEnv *env, jclass c, jobject task) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over) {
    sett_junwind (env);
    return;
  }
  if (t) {
    sett_thing *thing = sett_thing_of (env, task);
    if (!sett_jvisible (env, t, SETT_DO_STORE, thing,
                        sett_task_number (env, thing), SETT_EFFECT_STORE, NULL,
                        sett_frame_here (env)))
      return;
    sett_task_touch (env, thing, SETT_EFFECT_STORE);
    thing->has_ended = 0;
  }
  (*env)->SetObjectField (
      env, task, sett_jfield (env, SETT_TASK, "aux", "L" SETT_TASK "$Aux;", 0),
      NULL);
  (*env)->SetIntField (env, task, status_field (env), 0);
}

/*------------------------------------------------------------------------*/
/* Tags: the lower half of the field. */

static jshort set_tag (JNIEnv *env, jobject task, const jshort *expected,
                       jshort tag) {
  const uint32_t before = (uint32_t)sett_task_status (env, task);
  if (!expected || *expected == (jshort)before)
    (*env)->SetIntField (env, task, status_field (env),
                         (jint)((before & 0xffff0000) | (uint16_t)tag));
  return (jshort)before;
}

/* If it is what is expected, if anything; what it was. */
static jshort tag_task (JNIEnv *env, jobject task, const jshort *expected,
                        jshort tag) {
  sett_jthread *t = sett_jself ();
  if (!t)
    return set_tag (env, task, expected, tag);
  if (world.over) {
    sett_junwind (env);
    return 0;
  }
  sett_thing *thing = sett_thing_of (env, task);
  if (!sett_jvisible (env, t, SETT_DO_UPDATE, thing,
                      sett_task_number (env, thing), SETT_EFFECT_STORE, NULL,
                      sett_frame_here (env)))
    return 0;
  const jshort before = set_tag (env, task, expected, tag);
  const int changes = !expected || *expected == before;
  sett_cell *cell = status_cell (env, thing);
  sett_task_touch (env, thing, changes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  sett_clock_acquire (t, cell->volatile_clock);
  if (changes) {
    sett_clock_release (t, &cell->clock);
    sett_clock_release (t, &cell->volatile_clock);
  }
  return before;
}

jshort JNICALL sett_fork_tag (JNIEnv *env, jclass c, jobject task, jshort tag) {
  (void)c;
  return tag_task (env, task, NULL, tag);
}

jboolean JNICALL sett_fork_tag_if (JNIEnv *env, jclass c, jobject task,
                                   jshort expected, jshort tag) {
  (void)c;
  return tag_task (env, task, &expected, tag) == expected;
}

/*------------------------------------------------------------------------*/
/* Forking and submitting. */

static int begin (JNIEnv *env, sett_jthread *t) {
  if (t && world.over)
    sett_junwind (env);
  return t && !world.over;
}

/* The event of putting a task into a queue; false: there is none. */
static int push_event (JNIEnv *env, sett_jthread *t, sett_jpool *p,
                       const sett_jqueue *q, sett_thing *task) {
  t->spreads = t->whole.alone = 1;
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_ENTER, task, q->number, SETT_EFFECT_STORE,
                     NULL, sett_frame_here (env));
  t->spreads = t->whole.alone = 0;
  if (!goes_on)
    return 0;
  sett_queue_touch (q, SETT_EFFECT_STORE);
  sett_pool_touch (p, SETT_POOL_SIZE,
                   p->live < p->parallelism ? SETT_EFFECT_STORE
                                            : SETT_EFFECT_LOAD);
  return 1;
}

/* Another thread, if there may be more. */
static void start_one (JNIEnv *env, sett_jthread *t, sett_jpool *p) {
  if (p->live >= p->parallelism)
    return;
  p->live++;
  sett_worker_start (env, t, p);
}

/* All threads are there, and have looked for something to do; so nobody is told
   that there is something, and the last one looks again when it has gone to
   sleep.  If the pool is shut down before that, the task is cancelled. */
static int may_be_missed (const sett_jpool *p) {
  return sett_promoted_has (SETT_LEARNT_CLOSING) && p->live >= p->parallelism &&
         sett_pool_has_rest (p);
}

void JNICALL sett_fork_submit (JNIEnv *env, jclass c, jobject pool,
                               jobject task) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (!t)
    sett_task_run_now (env, task);
  if (!begin (env, t))
    return;
  sett_jpool *p = sett_pool_of (env, pool);
  sett_thing *thing = sett_thing_of (env, task);
  if (!push_event (env, t, p, &p->outside, thing))
    return;
  sett_pool_touch_mode (env, p, SETT_EFFECT_LOAD);
  if (world.narrating)
    sett_narrate_words ("submit %s to %s%s", thing->name, p->thing->name,
                        p->is_shut ? ": it is shut down" : "");
  if (p->is_shut) {
    (*env)->ThrowNew (
        env,
        sett_jclass (env, "java/util/concurrent/RejectedExecutionException"),
        NULL);
    return;
  }
  sett_threads_add (&p->submitters, t->number);
  sett_threads_add (&p->users, t->number);
  const int missed = may_be_missed (p);
  sett_queue_add (env, t, &p->outside, task);
  p->outside.at[p->outside.count - 1]->may_be_missed = missed;
  start_one (env, t, p);
}

/* Was it started as the JDK does? */
static int is_known (JNIEnv *env, const sett_jthread *t) {
  if (t->worker)
    return 1;
  sett_jnote (1, sett_frame_here (env),
              "a thread of a ForkJoinPool was started in another way: the "
              "execution ends there");
  sett_jend (SETT_CUT);
  sett_junwind (env);
  return 0;
}

void JNICALL sett_fork_push (JNIEnv *env, jclass c, jobject queue, jobject task,
                             jobject pool) {
  (void)c, (void)queue, (void)pool;
  sett_jthread *t = sett_jself ();
  if (!t)
    sett_task_run_now (env, task);
  if (!begin (env, t) || !is_known (env, t))
    return;
  sett_jworker *w = t->worker;
  sett_thing *thing = sett_thing_of (env, task);
  SETT_ASSERT (!w->waits && !w->is_gone);
  if (!push_event (env, t, w->pool, &w->queue, thing))
    return;
  if (world.narrating)
    sett_narrate_words ("fork %s", thing->name);
  sett_queue_add (env, t, &w->queue, task);
  if (!w->pool->stops)
    start_one (env, t, w->pool);
}

/*------------------------------------------------------------------------*/
/* Taking back. */

/* The queue where one has put, or may find, what one wants to take back. */
sett_jqueue *sett_fork_own_queue (JNIEnv *env, const sett_jthread *t) {
  return t->worker ? &t->worker->queue : &sett_pool_common (env)->outside;
}

/* Of several who use it nobody knows who finds what: one keeps it locked while
   another one looks.  Nor has one who has put nothing there need to know of it.
 */
int sett_fork_is_certain (JNIEnv *env, const sett_jthread *t) {
  if (t->worker)
    return 1;
  const sett_jpool *p = sett_pool_common (env);
  sett_thread_set others = p->users;
  sett_threads_drop (&others, t->number);
  return sett_threads_have (p->submitters, t->number) &&
         !sett_threads_any (others);
}

void sett_fork_use_own (JNIEnv *env, const sett_jthread *t) {
  if (!t->worker)
    sett_threads_add (&sett_pool_common (env)->users, t->number);
}

jboolean JNICALL sett_fork_unpush (JNIEnv *env, jclass c, jobject task) {
  (void)c;
  sett_jthread *t = sett_jself ();
  sett_jqueue *q = begin (env, t) ? sett_fork_own_queue (env, t) : NULL;
  if (!q)
    return 0;
  sett_thing *thing = sett_thing_of (env, task);
  if (!sett_jvisible (env, t, SETT_DO_ENTER, thing, q->number,
                      SETT_EFFECT_STORE, NULL, sett_frame_here (env)))
    return 0;
  sett_queue_touch (q, SETT_EFFECT_STORE);
  const int at = sett_queue_find (env, q, task);
  const int certain = sett_fork_is_certain (env, t);
  if (at >= 0)
    sett_fork_use_own (env, t);
  const int found = at >= 0 && (!certain || at == (int)q->count - 1) &&
                    (certain || !sett_jalternative (2));
  if (world.over)
    return 0;
  if (found)
    sett_queue_remove (q, (unsigned)at);
  if (world.narrating)
    sett_narrate_words ("take %s back%s", thing->name,
                        found ? "" : ": it is not the last one there");
  return (jboolean)found;
}
