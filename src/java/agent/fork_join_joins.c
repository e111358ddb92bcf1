/* Waiting for tasks, and what is run meanwhile: see fork_join.h.  What always
   holds: whatever a thread chooses among what it may do, the effects of the
   event are the same. */

#include "java/agent/fork_join_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/interrupts.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/object_numbers.h"
#include "java/agent/passing_time.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

#define COMPLETER "java/util/concurrent/CountedCompleter"

typedef struct waiting {
  JNIEnv *env;
  sett_jthread *t;
  jobject task;
  sett_thing *thing;
  sett_jworker *worker; /* of the pool in question; or null */
  sett_jpool *pool;     /* whose tasks it may run, or null */
  sett_jqueue *own;     /* likewise */
  int is_certain, ran, interruptible, timed;
  int completes; /* is it a CountedCompleter? */
  jlong nanos;
} waiting;

typedef enum decision { ENDED, STOPPED, INTERRUPTED, HAS_RUN, WAITS } decision;

int sett_task_is_part (JNIEnv *env, const sett_jtask *one, jobject whole) {
  jclass class = sett_jclass (env, COMPLETER);
  jfieldID field =
      sett_jfield (env, COMPLETER, "completer", "L" COMPLETER ";", 0);
  if (!(*env)->IsInstanceOf (env, one->object, class))
    return 0;
  jobject at = (*env)->NewLocalRef (env, one->object);
  while (at && !(*env)->IsSameObject (env, at, whole)) {
    jobject next = (*env)->GetObjectField (env, at, field);
    (*env)->DeleteLocalRef (env, at);
    at = next;
  }
  const int found = at != NULL;
  (*env)->DeleteLocalRef (env, at);
  return found;
}

/* Is the task one that this one is made of? */
static int belongs (const waiting *n, const sett_jtask *one) {
  return n->completes && sett_task_is_part (n->env, one, n->task);
}

typedef struct option {
  sett_jqueue *queue;
  unsigned index;
} option;

typedef struct options {
  option *at;
  unsigned count;
  int may_wait;   /* besides */
  int has_looked; /* at queues of others */
} options;

static void add (options *o, sett_jqueue *q, unsigned index) {
  o->at[o->count++] = (option){q, index};
}

/* Tasks of others that it may run: of the same CountedCompleter; or any that
   another thread of the pool has forked. */
static void add_others (const waiting *n, options *o) {
  sett_jpool *p = n->pool;
  const int any = n->worker && !n->timed;
  o->has_looked = any || n->completes;
  for (unsigned i = 0; i < p->outside.count && n->completes; i++)
    if ((i == 0 || !n->is_certain || !sett_pool_is_in_order (p)) &&
        belongs (n, p->outside.at[i]))
      add (o, &p->outside, i);
  for (sett_jworker *w = p->workers; w; w = w->next)
    if (w->queue.count && (any || belongs (n, w->queue.at[0])))
      add (o, &w->queue, 0);
}

static options list_options (const waiting *n) {
  options o = {.may_wait = 1};
  const sett_jqueue *q = n->own;
  if (!n->pool || n->timed)
    return o;
  o.at = sett_jalloc ((n->pool->outside.count + n->pool->number_count + 1) *
                      sizeof *o.at);
  if (n->own && q->count && n->is_certain && belongs (n, q->at[q->count - 1])) {
    sett_fork_use_own (n->env, n->t);
    add (&o, n->own, q->count - 1);
    o.may_wait = 0;
    return o;
  }
  const int at = n->own && !n->ran ? sett_queue_find (n->env, q, n->task) : -1;
  if (at >= 0) {
    sett_fork_use_own (n->env, n->t);
    add (&o, n->own, (unsigned)at);
    o.may_wait = !n->is_certain;
  }
  if (at < 0 || n->completes)
    add_others (n, &o);
  return o;
}

/* What it has looked at, and what it may change: whatever it chooses. */
static void touch_options (const waiting *n, const options *o, int spare) {
  sett_jpool *p = n->pool;
  sett_task_touch (n->env, n->thing, SETT_EFFECT_LOAD);
  if (n->interruptible)
    sett_interrupt_touch (n->t, 0);
  if (!p)
    return;
  if (n->own)
    sett_queue_touch (n->own,
                      n->own->count ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  if (o->has_looked && n->own != &p->outside && n->completes)
    sett_queue_touch (&p->outside,
                      p->outside.count ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  for (sett_jworker *w = p->workers; w && o->has_looked; w = w->next)
    if (&w->queue != n->own)
      sett_queue_touch (&w->queue,
                        w->queue.count ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  if (n->worker && o->may_wait)
    sett_worker_touch_blocked (p, spare);
}

/* Before it has come there, or since then?  That matters if the task has ended,
   and nobody knows but who has interrupted itself. */
static int is_interrupted (const waiting *n) {
  const sett_jthread *t = n->t;
  return n->interruptible && t->interrupted &&
         (!n->thing->has_ended || t->interrupted_by == t->number + 1 ||
          !sett_jalternative (2));
}

static void forget_interrupt (const waiting *n) {
  if (sett_interrupt_look (n->t))
    (*n->env)->SetBooleanField (n->env, n->t->object, jdk.thread_interrupted,
                                0);
}

static int decide_event (const waiting *n) {
  sett_jthread *t = n->t;
  t->spreads = t->whole.alone = 1;
  const int goes_on = sett_jvisible (
      n->env, t, SETT_DO_ENTER, n->thing,
      n->own ? n->own->number : sett_task_number (n->env, n->thing),
      n->own ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, NULL,
      sett_frame_here (n->env));
  t->spreads = t->whole.alone = 0;
  return goes_on;
}

/* From now on it waits, and another thread may be wanted for it. */
static decision begin_to_wait (const waiting *n, int spare) {
  if (world.narrating)
    sett_narrate_words ("begin to wait for %s", n->thing->name);
  if (!n->worker)
    return WAITS;
  sett_worker_block (n->worker);
  if (spare) {
    n->pool->live++;
    sett_worker_start (n->env, n->t, n->pool);
  }
  return WAITS;
}

static decision run_option (const waiting *n, option chosen) {
  const sett_jtask *task = sett_queue_remove (chosen.queue, chosen.index);
  if (world.narrating)
    sett_narrate_words ("take %s while waiting for %s", task->thing->name,
                        n->thing->name);
  sett_clock_acquire (n->t, task->clock);
  sett_task_run (n->env, task);
  return task->thing == n->thing && n->thing->has_ended ? ENDED : HAS_RUN;
}

/* One step: it runs something, or begins to wait. */
static decision decide (waiting *n) {
  if (!decide_event (n))
    return STOPPED;
  if (is_interrupted (n)) {
    sett_task_touch (n->env, n->thing, SETT_EFFECT_LOAD);
    forget_interrupt (n);
    return INTERRUPTED;
  }
  if (n->thing->has_ended) {
    sett_task_touch (n->env, n->thing, SETT_EFFECT_LOAD);
    if (world.narrating)
      sett_narrate_words ("join %s", n->thing->name);
    return ENDED;
  }
  n->is_certain = sett_fork_is_certain (n->env, n->t);
  const options o = list_options (n);
  const int spare = n->worker && sett_worker_wants_spare (n->pool);
  touch_options (n, &o, spare);
  const unsigned ways = o.count + (o.may_wait != 0);
  SETT_ASSERT (ways);
  const unsigned way = ways > 1 ? sett_jalternative (ways) : 0;
  if (world.over) {
    sett_junwind (n->env);
    return STOPPED;
  }
  return way < o.count ? run_option (n, o.at[way]) : begin_to_wait (n, spare);
}

static int may_go_on (const sett_jthread *t) {
  const sett_jworker *w = t->worker;
  return t->thing->has_ended || (w && w->is_blocked && w->pool->stops);
}

static int may_go_on_or_interrupted (const sett_jthread *t) {
  return may_go_on (t) || t->interrupted;
}

/* It comes back from waiting. */
static void touch_return (const waiting *n) {
  if (!n->worker)
    return;
  sett_worker_touch_blocked (n->pool, 0);
  sett_worker_unblock (n->worker);
}

/* As long as it takes.  False: the execution is over. */
static int wait_for_end (const waiting *n) {
  sett_jthread *t = n->t;
  uint32_t also[2];
  t->also = also;
  t->also_count = 0;
  if (n->interruptible)
    also[t->also_count++] = sett_thread_number (t, SETT_OF_INTERRUPT);
  if (n->worker)
    also[t->also_count++] = sett_pool_number (n->pool, SETT_POOL_STOP);
  t->second = NULL;
  t->spreads = 1;
  const int goes_on =
      sett_jvisible (n->env, t, SETT_DO_WAIT_CHILD, n->thing,
                     sett_task_number (n->env, n->thing), SETT_EFFECT_AWAIT,
                     n->interruptible ? may_go_on_or_interrupted : may_go_on,
                     sett_frame_here (n->env));
  t->also_count = 0;
  t->spreads = 0;
  if (!goes_on)
    return 0;
  sett_jaffect_await (sett_task_number (n->env, n->thing), n->thing->has_ended);
  if (n->interruptible)
    sett_interrupt_touch (t, 1);
  if (n->worker)
    sett_jaffect_await (sett_pool_number (n->pool, SETT_POOL_STOP),
                        n->pool->stops);
  touch_return (n);
  if (world.narrating && n->thing->has_ended)
    sett_narrate_words ("join %s", n->thing->name);
  return 1;
}

/* To wait for a while is to look once. */
static int wait_a_while (const waiting *n) {
  if (!sett_jvisible (n->env, n->t, SETT_DO_ENTER, n->thing,
                      sett_task_number (n->env, n->thing), SETT_EFFECT_LOAD,
                      NULL, sett_frame_here (n->env)))
    return 0;
  sett_task_touch (n->env, n->thing, SETT_EFFECT_LOAD);
  if (n->interruptible)
    sett_interrupt_touch (n->t, 0);
  touch_return (n);
  if (world.narrating)
    sett_narrate_words ("join %s%s", n->thing->name,
                        n->thing->has_ended ? "" : ": timed out");
  if (!n->thing->has_ended)
    sett_time_pass (n->t, n->nanos);
  return 1;
}

static jint wait (const waiting *n) {
  if (!(n->timed ? wait_a_while (n) : wait_for_end (n)))
    return 0;
  if (is_interrupted (n)) {
    forget_interrupt (n);
    return SETT_TASK_ABNORMAL;
  }
  if (!n->thing->has_ended && !n->timed) /* its pool stops */
    return sett_task_end (n->env, n->task, NULL,
                          SETT_TASK_DONE | SETT_TASK_ABNORMAL);
  return sett_task_learn (n->env, n->t, n->task, n->thing);
}

/* Is there nothing to do but to wait? */
static int only_waits (const waiting *n) {
  return !n->pool && !n->timed && !(n->interruptible && n->t->interrupted);
}

static jint await_task (waiting *n) {
  decision d = only_waits (n) ? WAITS : HAS_RUN;
  while (d == HAS_RUN && !(*n->env)->ExceptionCheck (n->env))
    d = decide (n);
  if ((*n->env)->ExceptionCheck (n->env) || world.over)
    return 0;
  if (d == INTERRUPTED)
    return SETT_TASK_ABNORMAL;
  if (d == WAITS && n->timed && n->nanos <= 0)
    return sett_task_status (n->env, n->task);
  return d == WAITS ? wait (n)
                    : sett_task_learn (n->env, n->t, n->task, n->thing);
}

/* Outside of executions. */
static jint run_outside (JNIEnv *env, jobject task) {
  if (sett_task_status (env, task) >= 0)
    sett_task_run_now (env, task);
  return sett_task_status (env, task);
}

jobject JNICALL sett_fork_join (JNIEnv *env, jclass c, jobject task) {
  const jint status = sett_fork_await (env, c, task, NULL, 0, 0, 0, 0);
  if ((*env)->ExceptionCheck (env))
    return NULL;
  if ((uint32_t)status & SETT_TASK_ABNORMAL)
    (*env)->CallVoidMethod (
        env, task, sett_jmethod (env, SETT_TASK, "reportException", "(I)V", 0),
        status);
  if ((*env)->ExceptionCheck (env))
    return NULL;
  return (*env)->CallObjectMethod (
      env, task,
      sett_jmethod (env, SETT_TASK, "getRawResult", "()Ljava/lang/Object;", 0));
}

void JNICALL sett_fork_join_quietly (JNIEnv *env, jclass c, jobject task) {
  sett_fork_await (env, c, task, NULL, 0, 0, 0, 0);
}

jint JNICALL sett_fork_await (JNIEnv *env, jclass c, jobject task, jobject pool,
                              jboolean ran, jboolean interruptible,
                              jboolean timed, jlong nanos) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (!t)
    return run_outside (env, task);
  if (world.over) {
    sett_junwind (env);
    return 0;
  }
  sett_jpool *common = t->worker ? NULL : sett_pool_common (env);
  sett_jpool *asked = pool ? sett_pool_of (env, pool) : NULL;
  const int helps = !timed || nanos > 0;
  sett_jworker *w = helps && t->worker && (!asked || t->worker->pool == asked)
                        ? t->worker
                        : NULL;
  const int is_common = helps && common && (!asked || asked == common);
  waiting n = {.env = env,
               .t = t,
               .task = task,
               .thing = sett_thing_of (env, task),
               .worker = w,
               .own = w || is_common ? sett_fork_own_queue (env, t) : NULL,
               .pool = w           ? w->pool
                       : is_common ? common
                                   : NULL,
               .ran = ran,
               .interruptible = interruptible,
               .timed = timed,
               .completes = (*env)->IsInstanceOf (env, task,
                                                  sett_jclass (env, COMPLETER)),
               .nanos = nanos};
  return await_task (&n);
}
