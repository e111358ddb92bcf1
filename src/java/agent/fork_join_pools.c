/* What there is of pools in an execution: see fork_join.h.  Nothing here begins
   an event.  What always holds: a task is in one queue at most; each queue of a
   pool has its number among `numbers'. */

#include "java/agent/fork_join_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/jdk.h"
#include "java/agent/object_numbers.h"
#include "java/agent/scheduler.h"
#include "java/agent/vector_clocks.h"

#include <stdio.h>
#include <string.h>

static sett_jpool *pools;
static sett_jtask *tasks;

void sett_fork_join_begin (void) {
  pools = NULL;
  tasks = NULL;
}

void sett_fork_join_end (JNIEnv *env) {
  for (const sett_jpool *p = pools; p; p = p->next)
    (*env)->DeleteGlobalRef (env, p->object);
  for (const sett_jtask *t = tasks; t; t = t->another)
    (*env)->DeleteGlobalRef (env, t->object);
  sett_fork_join_begin ();
}

/*------------------------------------------------------------------------*/
/* Numbers, and effects of the present event. */

uint32_t sett_pool_number (const sett_jpool *p, int which) {
  return sett_object_number (p->key, SETT_NUMBER_POOL, which);
}

uint32_t sett_worker_number (const sett_jworker *w) {
  return sett_pool_number (w->pool, SETT_POOL_BACK - (int)w->thread->number);
}

/* To wait for one is to wait that it is not 0 any more. */
static uint64_t value_of (const sett_jpool *p, int which) {
  return which == SETT_POOL_STOP ? p->stops != 0 : 0;
}

void sett_pool_touch (const sett_jpool *p, int which, sett_effect_kind kind) {
  sett_jaffect (sett_pool_number (p, which), kind, value_of (p, which));
}

static sett_cell *mode_cell (JNIEnv *env, const sett_jpool *p) {
  static int64_t offset = -1;
  if (offset < 0) {
    jfieldID field = sett_jfield (env, SETT_POOL, "mode", "I", 0);
    if (!field)
      sett_jgive_up ("ForkJoinPool has no field mode: use a JDK 17");
    offset = (*env)->CallLongMethod (
        env, jdk.unsafe, jdk.field_offset,
        (*env)->ToReflectedField (env, sett_jclass (env, SETT_POOL), field, 0));
  }
  return sett_thing_cell (p->thing, offset);
}

uint32_t sett_pool_mode_number (JNIEnv *env, const sett_jpool *p) {
  return sett_thing_memory (p->thing, mode_cell (env, p));
}

void sett_pool_touch_mode (JNIEnv *env, const sett_jpool *p,
                           sett_effect_kind kind) {
  sett_jaffect (sett_pool_mode_number (env, p), kind, p->is_shut != 0);
}

void sett_pool_tell_mode (JNIEnv *env, sett_jthread *t, const sett_jpool *p) {
  const uint32_t shut = 1u << 24, ended = 1u << 25, stops = 1u << 31;
  jfieldID field = sett_jfield (env, SETT_POOL, "mode", "I", 0);
  const uint32_t mode = (uint32_t)(*env)->GetIntField (env, p->object, field) |
                        (p->is_shut ? shut : 0) | (p->stops ? stops : 0) |
                        (p->has_ended ? ended : 0);
  (*env)->SetIntField (env, p->object, field, (jint)mode);
  sett_cell *cell = mode_cell (env, p);
  sett_clock_release (t, &cell->clock);
  sett_clock_release (t, &cell->volatile_clock);
}

/* The first is that the pool stops, the second that it is shut down. */
void sett_pool_await (const sett_jpool *p, sett_jworker *w) {
  const unsigned known = w->is_idle ? 2 : 1;
  SETT_ASSERT (p->number_count > known);
  w->waits = 1;
  w->thread->also = p->numbers + known;
  w->thread->also_count = p->number_count - known;
}

/* All who wait for a task look at this list. */
static void add_number (sett_jpool *p, uint32_t number) {
  if (p->number_count == p->number_room) {
    const unsigned room = 2 * p->number_room + 16;
    uint32_t *wider = sett_jalloc (room * sizeof *wider);
    if (p->number_count)
      memcpy (wider, p->numbers, p->number_count * sizeof *wider);
    p->numbers = wider;
    p->number_room = room;
  }
  p->numbers[p->number_count++] = number;
  for (sett_jworker *w = p->workers; w; w = w->next)
    if (w->waits)
      sett_pool_await (p, w);
}

/*------------------------------------------------------------------------*/
/* Pools. */

static jint get_int (JNIEnv *env, jobject pool, const char *name) {
  jfieldID field = sett_jfield (env, SETT_POOL, name, "I", 0);
  if (!field)
    sett_jgive_up ("ForkJoinPool has no field %s: use a JDK 17", name);
  return (*env)->GetIntField (env, pool, field);
}

static jobject get_object (JNIEnv *env, jobject pool, const char *name,
                           const char *type) {
  return (*env)->GetObjectField (env, pool,
                                 sett_jfield (env, SETT_POOL, name, type, 0));
}

/* What makes threads, other than the JDK's own? */
static int has_own_factory (JNIEnv *env, jobject pool) {
  static const char type[] = "L" SETT_POOL "$ForkJoinWorkerThreadFactory;";
  static const char *const own[] = {
      SETT_POOL "$DefaultForkJoinWorkerThreadFactory",
      SETT_POOL "$DefaultCommonPoolForkJoinWorkerThreadFactory"};
  jobject factory = get_object (env, pool, "factory", type);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if ((*env)->IsInstanceOf (env, factory, sett_jclass (env, own[i])))
      return 0;
  return 1;
}

/* As the constructor has it: what it says about threads. */
static void read_parameters (JNIEnv *env, sett_jpool *p) {
  enum { FIFO = 1 << 16, WORD = 0xffff, TC_SHIFT = 32 };
  const uint32_t mode = (uint32_t)get_int (env, p->object, "mode");
  const uint32_t bounds = (uint32_t)get_int (env, p->object, "bounds");
  const jlong ctl = (*env)->GetLongField (
      env, p->object, sett_jfield (env, SETT_POOL, "ctl", "J", 0));
  const int least = (int16_t)(bounds & WORD),
            core = -(int16_t)(ctl >> TC_SHIFT);
  p->parallelism = mode & WORD;
  p->is_fifo = (mode & FIFO) != 0;
  p->spares = bounds >> 16;
  p->has_factory = has_own_factory (env, p->object);
  jobject saturate =
      get_object (env, p->object, "saturate", "Ljava/util/function/Predicate;");
  if (p->parallelism && (core != (int)p->parallelism ||
                         least != 1 - (int)p->parallelism || saturate))
    sett_jnote (1, 0,
                "a ForkJoinPool with numbers of threads of its own: when it "
                "makes threads is not varied");
  if (!p->parallelism)
    sett_jnote (1, 0, "the common ForkJoinPool has no threads: not controlled");
  if (p->has_factory)
    sett_jnote (1, 0,
                "a ForkJoinPool with threads of its own: when it makes them is "
                "not varied");
}

static sett_thing *key_thing (sett_thing *thing) {
  sett_thing_monitor (thing); /* it has a key then */
  return thing;
}

static sett_jpool *add_pool (JNIEnv *env, jobject pool, sett_thing *thing) {
  sett_jpool *p = sett_jalloc (sizeof *p);
  *p = (sett_jpool){.next = pools,
                    .thing = thing,
                    .object = (*env)->NewGlobalRef (env, pool),
                    .key = key_thing (thing)->key,
                    .process = world.process};
  read_parameters (env, p);
  p->outside.number = sett_pool_number (p, SETT_POOL_OUTSIDE);
  p->tasks.owner = p->end.owner = -1;
  snprintf (p->tasks.name, sizeof p->tasks.name, "tasks of %.30s", thing->name);
  snprintf (p->end.name, sizeof p->end.name, "the end of %.30s", thing->name);
  add_number (p, sett_pool_number (p, SETT_POOL_STOP));
  add_number (p, sett_pool_mode_number (env, p));
  add_number (p, p->outside.number);
  return pools = p;
}

sett_jpool *sett_pool_of (JNIEnv *env, jobject pool) {
  sett_thing *thing = sett_thing_of (env, pool);
  sett_jpool *p = pools;
  while (p && p->thing != thing)
    p = p->next;
  return p ? p : add_pool (env, pool, thing);
}

sett_jpool *sett_pool_common (JNIEnv *env) {
  jobject common = (*env)->GetStaticObjectField (
      env, sett_jclass (env, SETT_POOL),
      sett_jfield (env, SETT_POOL, "common", "L" SETT_POOL ";", 1));
  sett_jpool *p = sett_pool_of (env, common);
  p->is_common = 1;
  (*env)->DeleteLocalRef (env, common);
  return p;
}

/* The JDK has places for as many queues of those outside as for threads: half
   of a power of two that is above their number. */
int sett_pool_is_in_order (const sett_jpool *p) {
  return !sett_threads_many (p->submitters) ||
         (p->parallelism == 1 && !p->had_spares);
}

int sett_pool_has_task (const sett_jpool *p) {
  if (p->outside.count)
    return 1;
  for (const sett_jworker *w = p->workers; w; w = w->next)
    if (w->queue.count)
      return 1;
  return 0;
}

unsigned sett_pool_active (const sett_jpool *p) {
  const unsigned others = p->blocked + p->resting;
  return p->live > others ? p->live - others : 0;
}

int sett_pool_has_rest (const sett_jpool *p) {
  int rests = 1;
  for (const sett_jworker *w = p->workers; w; w = w->next) {
    sett_jaffect (sett_worker_number (w), SETT_EFFECT_LOAD, 0);
    rests &= w->is_back || w->is_gone;
  }
  return rests;
}

/* A queue of the worker's own. */
void sett_pool_enroll (sett_jpool *p, sett_jworker *worker) {
  sett_jworker **last = &p->workers;
  while (*last)
    last = &(*last)->next;
  *last = worker;
  worker->queue.number = sett_pool_number (p, (int)worker->thread->number);
  add_number (p, worker->queue.number);
}

/*------------------------------------------------------------------------*/
/* Queues. */

void sett_queue_touch (const sett_jqueue *q, sett_effect_kind kind) {
  sett_jaffect (q->number, kind, q->count);
}

void sett_queue_await (const sett_jqueue *q) {
  sett_jaffect_await (q->number, q->count != 0);
}

void sett_queue_add (JNIEnv *env, sett_jthread *t, sett_jqueue *q,
                     jobject task) {
  sett_jtask *one = sett_jalloc (sizeof *one);
  *one = (sett_jtask){.another = tasks,
                      .object = (*env)->NewGlobalRef (env, task),
                      .thing = sett_thing_of (env, task),
                      .pusher = t->number,
                      .since = t->clock[t->number]};
  tasks = one;
  sett_clock_release (t, &one->clock);
  if (q->count == q->room) {
    const unsigned room = 2 * q->room + 8;
    sett_jtask **wider = sett_jalloc (room * sizeof *wider);
    if (q->count)
      memcpy (wider, q->at, q->count * sizeof *wider);
    q->at = wider;
    q->room = room;
  }
  q->at[q->count++] = one;
}

sett_jtask *sett_queue_remove (sett_jqueue *q, unsigned index) {
  SETT_ASSERT (index < q->count);
  sett_jtask *one = q->at[index];
  memmove (&q->at[index], &q->at[index + 1],
           (--q->count - index) * sizeof *q->at);
  return one;
}

int sett_queue_find (JNIEnv *env, const sett_jqueue *q, jobject task) {
  for (unsigned i = q->count; i-- > 0;)
    if ((*env)->IsSameObject (env, q->at[i]->object, task))
      return (int)i;
  return -1;
}

/*------------------------------------------------------------------------*/
/* The end of a pool. */

void sett_pool_end (JNIEnv *env, sett_jthread *t, sett_jpool *p) {
  SETT_ASSERT (p->stops && !p->live);
  sett_pool_touch_mode (env, p, SETT_EFFECT_STORE);
  p->has_ended = 1;
  sett_clock_acquire (t, p->clock);
  sett_pool_tell_mode (env, t, p);
}

void sett_pool_stop (JNIEnv *env, sett_jthread *t, sett_jpool *p) {
  SETT_ASSERT (p->is_shut);
  if (p->stops)
    return;
  sett_pool_touch (p, SETT_POOL_STOP, SETT_EFFECT_STORE);
  sett_pool_touch_mode (env, p, SETT_EFFECT_STORE);
  p->stops = 1;
  sett_pool_tell_mode (env, t, p);
  if (!p->live)
    sett_pool_end (env, t, p);
}

/*------------------------------------------------------------------------*/
/* Running. */

static jmethodID exec_method (JNIEnv *env) {
  return sett_jmethod (env, SETT_TASK, "doExec", "()I", 0);
}

int sett_task_run (JNIEnv *env, const sett_jtask *task) {
  if ((*env)->PushLocalFrame (env, 32))
    return 0;
  (*env)->CallIntMethod (env, task->object, exec_method (env));
  (*env)->PopLocalFrame (env, NULL);
  return !(*env)->ExceptionCheck (env);
}

void sett_task_run_now (JNIEnv *env, jobject task) {
  (*env)->CallIntMethod (env, task, exec_method (env));
}

void sett_task_cancel (JNIEnv *env, jobject task) {
  jmethodID cancel = sett_jmethod (env, SETT_TASK, "cancelIgnoringExceptions",
                                   "(Ljava/util/concurrent/Future;)V", 1);
  (*env)->CallStaticVoidMethod (env, sett_jclass (env, SETT_TASK), cancel,
                                task);
}
