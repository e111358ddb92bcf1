/* Threads of pools: how they begin, take tasks, and end: see fork_join.h.  What
   always holds: a thread that waits for a task is neither blocked nor gone. */

#include "java/agent/fork_join_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/interrupts.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/object_numbers.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

#include <string.h>

/*------------------------------------------------------------------------*/
/* Beginning. */

static jobject make_thread (JNIEnv *env, const sett_jpool *p) {
  static const char factory[] = SETT_POOL "$ForkJoinWorkerThreadFactory";
  jobject maker = (*env)->GetObjectField (
      env, p->object,
      sett_jfield (env, SETT_POOL, "factory",
                   "L" SETT_POOL "$ForkJoinWorkerThreadFactory;", 0));
  return (*env)->CallObjectMethod (
      env, maker,
      sett_jmethod (
          env, factory, "newThread",
          "(L" SETT_POOL ";)Ljava/util/concurrent/ForkJoinWorkerThread;", 0),
      p->object);
}

static jfieldID locals_of (JNIEnv *env, const char *name) {
  jfieldID field = sett_jfield (env, "java/lang/Thread", name,
                                "Ljava/lang/ThreadLocal$ThreadLocalMap;", 0);
  if (!field)
    sett_jgive_up ("Thread has no field %s: use a JDK 17", name);
  return field;
}

/* Of the common pool: the JDK lets it forget what tasks leave there. */
static int is_innocuous (JNIEnv *env, jobject thread) {
  enum { INNOCUOUS = 1 << 18 };
  static const char queue[] = SETT_POOL "$WorkQueue";
  jobject own = (*env)->GetObjectField (
      env, thread,
      sett_jfield (env, "java/util/concurrent/ForkJoinWorkerThread",
                   "workQueue", "L" SETT_POOL "$WorkQueue;", 0));
  return ((*env)->GetIntField (env, own,
                               sett_jfield (env, queue, "config", "I", 0)) &
          INNOCUOUS) != 0;
}

/* Who has started it does not matter to what it runs; but whoever has made a
   thread of the program's own may have told it something. */
static void forget_creator (JNIEnv *env, const sett_jpool *p,
                            sett_jthread *child) {
  const int inherited =
      !child->worker->forgets &&
      (*env)->GetObjectField (env, child->object,
                              locals_of (env, "inheritableThreadLocals"));
  if (inherited)
    sett_jnote (1, child->place,
                "threads of a ForkJoinPool inherit what is local to a thread: "
                "whose that is is not varied");
  if (inherited || p->has_factory)
    return;
  memset (child->clock, 0, sizeof child->clock);
  child->clock[child->number] = 1;
}

static void enroll (JNIEnv *env, sett_jpool *p, jobject thread) {
  sett_jthread *child = sett_thing_of (env, thread)->thread;
  if (!child) { /* the factory's own way to start it */
    p->live--;
    return;
  }
  sett_jworker *w = sett_jalloc (sizeof *w);
  *w = (sett_jworker){
      .pool = p, .thread = child, .forgets = is_innocuous (env, thread)};
  child->worker = w;
  sett_pool_enroll (p, w);
  forget_creator (env, p, child);
}

int sett_worker_start (JNIEnv *env, sett_jthread *t, sett_jpool *p) {
  (void)t;
  p->had_spares |= p->live > p->parallelism;
  (*env)->PushLocalFrame (env, 32);
  jobject thread = make_thread (env, p);
  if (thread && !(*env)->ExceptionCheck (env))
    (*env)->CallVoidMethod (
        env, thread, sett_jmethod (env, "java/lang/Thread", "start", "()V", 0));
  const int failed = !thread || (*env)->ExceptionCheck (env);
  if (failed)
    p->live--;
  else
    enroll (env, p, thread);
  (*env)->PopLocalFrame (env, NULL);
  return !(*env)->ExceptionCheck (env);
}

static void forget_locals (JNIEnv *env, const sett_jthread *t) {
  (*env)->SetObjectField (env, t->object, locals_of (env, "threadLocals"),
                          NULL);
  (*env)->SetObjectField (env, t->object,
                          locals_of (env, "inheritableThreadLocals"), NULL);
}

/* The JDK's own arrays are not used. */
void JNICALL sett_fork_enter (JNIEnv *env, jclass c, jobject pool,
                              jobject queue) {
  (void)c, (void)pool, (void)queue;
  const sett_jthread *t = sett_jself ();
  if (t && t->worker && t->worker->forgets)
    forget_locals (env, t);
}

void JNICALL sett_fork_name (JNIEnv *env, jclass c, jobject thread) {
  (void)c;
  const sett_jthread *t = sett_jself ();
  if (!t || world.over || sett_promoted_has (SETT_LEARNT_WORKERS))
    return;
  const sett_thing *thing = sett_thing_made (thread);
  if (!thing || !thing->thread || !thing->thread->worker)
    return;
  sett_jlearn (SETT_LEARNT_WORKERS);
  if (world.over)
    sett_junwind (env);
}

/*------------------------------------------------------------------------*/
/* Waiting in a task. */

int sett_worker_wants_spare (const sett_jpool *p) {
  return p->live < p->parallelism ||
         (p->live <= p->blocked + 1 && p->live < p->parallelism + p->spares);
}

static int has_spares (const sett_jpool *p) {
  return p->live > p->parallelism;
}

void sett_worker_touch_blocked (const sett_jpool *p, int wants_spare) {
  sett_pool_touch (p, SETT_POOL_BLOCKED, SETT_EFFECT_STORE);
  if (wants_spare || has_spares (p))
    sett_pool_touch (p, SETT_POOL_SPARE, SETT_EFFECT_STORE);
  sett_pool_touch (p, SETT_POOL_SIZE,
                   wants_spare ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
}

void sett_worker_block (sett_jworker *w) {
  SETT_ASSERT (!w->waits && !w->rests);
  w->is_blocked++;
  w->pool->blocked++;
}

void sett_worker_unblock (sett_jworker *w) {
  SETT_ASSERT (w->is_blocked && w->pool->blocked);
  w->is_blocked--;
  w->pool->blocked--;
}

/*------------------------------------------------------------------------*/
/* Taking. */

/* Can nobody tell threads apart that have taken nothing yet? */
static int are_alike (const sett_jpool *p) {
  return !p->has_factory && !sett_promoted_has (SETT_LEARNT_WORKERS);
}

/* Those that were started before it, and have taken nothing yet, go first. */
static int is_behind (const sett_jworker *w) {
  if (w->has_taken || !are_alike (w->pool))
    return 0;
  for (const sett_jworker *o = w->pool->workers; o != w; o = o->next)
    if (!o->has_taken && !o->is_gone)
      return 1;
  return 0;
}

static int sleeps (const sett_jworker *w) {
  return w->is_asleep && sett_pool_active (w->pool) >= w->pool->parallelism;
}

static int may_take (const sett_jthread *t) {
  const sett_jworker *w = t->worker;
  const sett_jpool *p = w->pool;
  if (p->stops)
    return 1;
  if (sett_pool_has_task (p))
    return !is_behind (w) && !sleeps (w);
  return p->is_shut && !w->is_idle;
}

/* The first to take something lets the next one take. */
static void note_first (sett_jworker *w) {
  w->has_taken = 1;
  sett_jworker *next = w->next;
  while (next && (next->has_taken || next->is_gone))
    next = next->next;
  if (!next || !are_alike (w->pool) || is_behind (next))
    return;
  next->may_take = sett_jnow () + 1;
  if (next->waits)
    next->thread->cause = sett_jnow ();
}

typedef struct choice {
  sett_jqueue *queue;
  unsigned index;
} choice;

/* Tasks that could be next; `at' has room for all. */
static unsigned list_choices (sett_jworker *w, choice *at) {
  sett_jpool *p = w->pool;
  unsigned count = 0;
  if (w->queue.count) {
    at[0] = (choice){&w->queue, p->is_fifo ? 0 : w->queue.count - 1};
    return 1;
  }
  const unsigned outside =
      sett_pool_is_in_order (p) ? p->outside.count > 0 : p->outside.count;
  for (unsigned i = 0; i < outside; i++)
    at[count++] = (choice){&p->outside, i};
  for (sett_jworker *o = p->workers; o; o = o->next)
    if (o->queue.count)
      at[count++] = (choice){&o->queue, 0};
  return count;
}

static choice *room_for_choices (const sett_jpool *p) {
  return sett_jalloc ((p->outside.count + p->number_count) * sizeof (choice));
}

/* What it has looked at, and what it may take from. */
static void touch_all (JNIEnv *env, const sett_jworker *w) {
  const sett_jpool *p = w->pool;
  if (w->queue.count) {
    sett_queue_await (&w->queue);
    sett_queue_touch (&w->queue, SETT_EFFECT_STORE);
    return;
  }
  sett_jaffect_await (sett_pool_number (p, SETT_POOL_STOP), p->stops);
  if (!w->is_idle && !sett_pool_has_task (p))
    sett_jaffect_await (sett_pool_mode_number (env, p), p->is_shut);
  sett_queue_await (&p->outside);
  if (p->outside.count)
    sett_queue_touch (&p->outside, SETT_EFFECT_STORE);
  for (const sett_jworker *o = p->workers; o; o = o->next) {
    sett_queue_await (&o->queue);
    if (o->queue.count)
      sett_queue_touch (&o->queue, SETT_EFFECT_STORE);
  }
}

/* What it is when the pool has threads besides, or is shut down. */
static void touch_state (const sett_jworker *w) {
  const sett_jpool *p = w->pool;
  sett_pool_touch (p, SETT_POOL_SPARE,
                   has_spares (p) ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  if (w->is_idle || !sett_pool_has_task (p))
    sett_pool_touch (p, SETT_POOL_SIZE, SETT_EFFECT_STORE);
}

static void set_idle (sett_jworker *w, int idle) {
  w->pool->idle += (unsigned)idle - (unsigned)w->is_idle;
  w->is_idle = idle;
}

static void set_resting (sett_jworker *w, int rests) {
  w->pool->resting += (unsigned)rests - (unsigned)w->rests;
  w->rests = rests;
}

/* A thread that has slept is not interrupted any more; one that has found
   something at once still is. */
static void meet_interrupt (JNIEnv *env, sett_jthread *t) {
  const int forgets = t->interrupted && sett_jalternative (2);
  if (forgets && sett_interrupt_look (t))
    (*env)->SetBooleanField (env, t->object, jdk.thread_interrupted, 0);
  else
    sett_jaffect (sett_thread_number (t, SETT_OF_INTERRUPT),
                  t->interrupted ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD,
                  (uint64_t)t->interrupted);
}

/* A thread of the common pool forgets what is local to it as soon as there is
   nothing where it has taken something from; what came there since then it does
   not know. */
static void meet_locals (JNIEnv *env, sett_jworker *w, sett_jqueue *from) {
  const int same = w->source == from;
  w->source = from;
  if (!w->forgets || !(*env)->GetObjectField (env, w->thread->object,
                                              locals_of (env, "threadLocals")))
    return;
  if (!same || sett_jalternative (2))
    forget_locals (env, w->thread);
}

/* One of more than there may be sleeps, perhaps, and nobody wakes it. */
static int stays_asleep (sett_jworker *w) {
  const sett_jpool *p = w->pool;
  if (!w->rests || w->is_asleep || sett_pool_active (p) < p->parallelism)
    return 0;
  return w->is_asleep = sett_jalternative (2) == 1;
}

static sett_jtask *take (JNIEnv *env, sett_jworker *w) {
  sett_jthread *t = w->thread;
  choice *choices = room_for_choices (w->pool);
  const unsigned count = list_choices (w, choices);
  const int is_own = w->queue.count != 0;
  SETT_ASSERT (count);
  if (stays_asleep (w))
    return NULL;
  const choice chosen = choices[count > 1 ? sett_jalternative (count) : 0];
  if (world.over)
    return NULL;
  sett_jtask *task = sett_queue_remove (chosen.queue, chosen.index);
  sett_clock_acquire (t, task->clock);
  if (!is_own) {
    meet_interrupt (env, t);
    meet_locals (env, w, chosen.queue);
  }
  set_idle (w, 0);
  set_resting (w, 0);
  w->is_asleep = w->is_back = 0;
  if (!w->has_taken)
    note_first (w);
  if (world.narrating)
    sett_narrate_words ("take %s", task->thing->name);
  return task;
}

/* The present event is the last one of its work. */
static void depart (JNIEnv *env, sett_jworker *w) {
  sett_jthread *t = w->thread;
  sett_jpool *p = w->pool;
  sett_pool_touch (p, SETT_POOL_SIZE, SETT_EFFECT_STORE);
  if (world.narrating)
    sett_narrate_words ("leave %s", p->thing->name);
  set_idle (w, 0);
  set_resting (w, 0);
  w->is_gone = 1;
  p->live--;
  sett_clock_release (t, &p->clock);
  if (p->stops && !p->live)
    sett_pool_end (env, t, p);
}

/* The pool is shut down, and there is nothing to do.  False: for nobody. */
static int go_idle (JNIEnv *env, sett_jworker *w) {
  sett_jpool *p = w->pool;
  set_idle (w, 1);
  if (world.narrating)
    sett_narrate_words ("find no more %s", p->tasks.name);
  if (p->idle < p->live)
    return 1;
  sett_pool_stop (env, w->thread, p);
  depart (env, w);
  return 0;
}

/* It has nothing to do.  That matters if there are more than there may be, or
   if the pool may be shut down meanwhile. */
static int come_back (JNIEnv *env, sett_jworker *w) {
  sett_jpool *p = w->pool;
  const int rests = has_spares (p) && !w->rests;
  const int tells = sett_promoted_has (SETT_LEARNT_CLOSING) && !w->is_back;
  if (w->queue.count || (!rests && !tells))
    return 1;
  if (!sett_jvisible (env, w->thread, SETT_DO_ENTER, &p->tasks,
                      sett_worker_number (w), SETT_EFFECT_STORE, NULL, 0))
    return 0;
  sett_jaffect (sett_worker_number (w), SETT_EFFECT_STORE, 0);
  if (rests)
    sett_pool_touch (p, SETT_POOL_SPARE, SETT_EFFECT_STORE);
  set_resting (w, w->rests || rests);
  w->is_back = 1;
  sett_clock_release (w->thread, &p->clock);
  if (world.narrating)
    sett_narrate_words ("come back to %s", p->tasks.name);
  return 1;
}

/* True: there may be more.  `task' is null if it has taken none. */
static int take_next (JNIEnv *env, sett_jworker *w, sett_jtask **task) {
  sett_jthread *t = w->thread;
  sett_jpool *p = w->pool;
  *task = NULL;
  if (!come_back (env, w))
    return 0;
  sett_pool_await (p, w);
  t->spreads = 1;
  t->second = NULL;
  if (!w->has_taken && w->may_take)
    t->cause = w->may_take - 1;
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_WAIT_CHILD, &p->tasks, p->numbers[0],
                     SETT_EFFECT_AWAIT, may_take, 0);
  w->waits = 0;
  t->also_count = 0;
  t->spreads = 0;
  if (!goes_on)
    return 0;
  touch_all (env, w);
  touch_state (w);
  if (p->stops) {
    depart (env, w);
    return 0;
  }
  if (!sett_pool_has_task (p))
    return go_idle (env, w);
  *task = take (env, w);
  return !world.over;
}

void JNICALL sett_fork_work (JNIEnv *env, jclass c, jobject pool,
                             jobject queue) {
  (void)c, (void)pool, (void)queue;
  const sett_jthread *t = sett_jself ();
  sett_jtask *task;
  if (!t || !t->worker)
    return;
  while (take_next (env, t->worker, &task))
    if (task && !sett_task_run (env, task))
      return;
  if (world.over)
    sett_junwind (env);
}

/*------------------------------------------------------------------------*/
/* The end. */

static void cancel_own (JNIEnv *env, sett_jworker *w) {
  while (w->queue.count && !world.over)
    sett_task_cancel (
        env, sett_queue_remove (&w->queue, w->queue.count - 1)->object);
}

/* By an exception of its own.  False: the execution is over. */
static int leave (JNIEnv *env, sett_jworker *w) {
  sett_jthread *t = w->thread;
  sett_jpool *p = w->pool;
  t->spreads = 1;
  const int goes_on = sett_jvisible (env, t, SETT_DO_ENTER, p->thing,
                                     sett_pool_number (p, SETT_POOL_SIZE),
                                     SETT_EFFECT_STORE, NULL, 0);
  t->spreads = 0;
  if (!goes_on)
    return 0;
  sett_pool_touch (p, SETT_POOL_SPARE, SETT_EFFECT_STORE);
  sett_queue_touch (&p->outside, SETT_EFFECT_LOAD);
  for (const sett_jworker *o = p->workers; o; o = o->next)
    sett_queue_touch (&o->queue, o == w ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  depart (env, w);
  return 1;
}

/* By an exception of its own, with tasks left: somebody else is there then. */
static void replace (JNIEnv *env, sett_jthread *t, sett_jpool *p) {
  if (p->stops || p->live >= p->parallelism || !sett_pool_has_task (p))
    return;
  p->live++;
  sett_worker_start (env, t, p);
}

void JNICALL sett_fork_leave (JNIEnv *env, jclass c, jobject pool,
                              jobject thread, jthrowable thrown) {
  (void)c, (void)pool, (void)thread;
  sett_jthread *t = sett_jself ();
  sett_jworker *w = t ? t->worker : NULL;
  if (w && !world.over && (w->is_gone || leave (env, w))) {
    cancel_own (env, w);
    if (!world.over && !(*env)->ExceptionCheck (env))
      replace (env, t, w->pool);
  }
  if (t && world.over)
    sett_junwind (env);
  else if (thrown && !(*env)->ExceptionCheck (env))
    (*env)->Throw (env, thrown);
}
