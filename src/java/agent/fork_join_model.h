/* Pools as the files of fork_join.h see them. */

#ifndef SETT_JAVA_AGENT_FORK_JOIN_MODEL_H
#define SETT_JAVA_AGENT_FORK_JOIN_MODEL_H

#include "java/agent/fork_join.h"
#include "java/agent/things.h"

#define SETT_POOL "java/util/concurrent/ForkJoinPool"
#define SETT_TASK "java/util/concurrent/ForkJoinTask"

/* A task in a queue. */
typedef struct sett_jtask {
  struct sett_jtask *another; /* that there ever was */
  jobject object;             /* a global reference */
  sett_thing *thing;
  unsigned pusher;   /* who has put it there... */
  uint32_t since;    /* ...and when, by its clock */
  int may_be_missed; /* submitted when no thread had anything to do */
  uint32_t *clock;   /* what who has put it there had seen */
} sett_jtask;

typedef struct sett_jqueue {
  uint32_t number; /* for searches */
  unsigned count, room;
  sett_jtask **at; /* the first is taken by others first */
} sett_jqueue;

/* A thread of a pool. */
typedef struct sett_jworker {
  struct sett_jworker *next; /* in the order in which they were started */
  struct sett_jpool *pool;
  sett_jthread *thread;
  sett_jqueue queue;
  int is_gone;
  int forgets;          /* what is local to it, when it has nothing to do */
  sett_jqueue *source;  /* that it has taken from last, but for its own */
  int has_taken;        /* ever... */
  uint32_t may_take;    /* event, plus 1: ...which the one before it did then */
  int waits;            /* for a task */
  int is_back;          /* it has said that it is about to */
  int is_idle;          /* it has said so, after the pool was shut down */
  int is_blocked;       /* it waits in a task, and inside of that, ... */
  int rests, is_asleep; /* of more than there may be: it has nothing to do, and
                           has not noticed that there is something */
} sett_jworker;

typedef struct sett_jpool {
  struct sett_jpool *next;
  sett_thing *thing;
  jobject object; /* a global reference */
  uint64_t key;
  unsigned process, parallelism;
  int is_fifo, is_common, has_factory;
  unsigned spares; /* threads that there may be besides... */
  int had_spares;  /* ...and have been */
  int is_shut, stops, has_ended;
  sett_jqueue outside;
  sett_thread_set submitters, users; /* from outside; of its queue */
  sett_jworker *workers;
  unsigned live, blocked, resting, idle;
  uint32_t *clock;       /* of threads that have ended */
  sett_thing tasks, end; /* for reports */
  uint32_t *numbers;     /* that those wait for who take: STOP first */
  unsigned number_count, number_room;
} sett_jpool;

/* Objects of a pool, besides queues and whether it is shut down. */
enum {
  SETT_POOL_STOP = -1,    /* it stops */
  SETT_POOL_SIZE = -2,    /* threads that there are */
  SETT_POOL_BLOCKED = -3, /* ...that wait in tasks */
  SETT_POOL_SPARE = -4,   /* ...more than there may be, and how these are */
  SETT_POOL_OUTSIDE = -5,
  SETT_POOL_BACK = -16, /* ...and below: whether a thread has something to do */
};

sett_jpool *sett_pool_of (JNIEnv *, jobject pool);
sett_jpool *sett_pool_common (JNIEnv *);
uint32_t sett_pool_number (const sett_jpool *, int which);
uint32_t sett_worker_number (const sett_jworker *);
/* Effects of the present event. */
void sett_pool_touch (const sett_jpool *, int which, sett_effect_kind);
/* Whether it is shut down: a field of the pool that programs ask for. */
uint32_t sett_pool_mode_number (JNIEnv *, const sett_jpool *);
void sett_pool_touch_mode (JNIEnv *, const sett_jpool *, sett_effect_kind);
/* The field gets what the model says. */
void sett_pool_tell_mode (JNIEnv *, sett_jthread *, const sett_jpool *);
/* What it is about to wait for, to take a task. */
void sett_pool_await (const sett_jpool *, sett_jworker *);
/* A thread that was just started gets a queue. */
void sett_pool_enroll (sett_jpool *, sett_jworker *);
/* Are tasks from outside in one queue, whoever has submitted them? */
int sett_pool_is_in_order (const sett_jpool *);
/* Is there a task for anybody? */
int sett_pool_has_task (const sett_jpool *);
/* Threads that neither wait nor rest. */
unsigned sett_pool_active (const sett_jpool *);
/* Is no thread doing anything?  The present event looks at that. */
int sett_pool_has_rest (const sett_jpool *);

void sett_queue_touch (const sett_jqueue *, sett_effect_kind);
void sett_queue_await (const sett_jqueue *);
void sett_queue_add (JNIEnv *, sett_jthread *, sett_jqueue *, jobject task);
sett_jtask *sett_queue_remove (sett_jqueue *, unsigned index);
/* Where the task is; below 0: it is not there. */
int sett_queue_find (JNIEnv *, const sett_jqueue *, jobject task);

/* Another thread, of whom the pool knows from now on; false: an exception is
   pending. */
int sett_worker_start (JNIEnv *, sett_jthread *, sett_jpool *);
/* The present event is about to let one wait in a task: is there to be another
   thread? */
int sett_worker_wants_spare (const sett_jpool *);
/* Effects of that, and of the end of it. */
void sett_worker_touch_blocked (const sett_jpool *, int wants_spare);
void sett_worker_block (sett_jworker *);
void sett_worker_unblock (sett_jworker *);

/* The pool has nothing to do any more, and is shut down. */
void sett_pool_stop (JNIEnv *, sett_jthread *, sett_jpool *);
/* ...and its last thread has gone. */
void sett_pool_end (JNIEnv *, sett_jthread *, sett_jpool *);
/* What the JDK has in a task's field. */
#define SETT_TASK_DONE (1u << 31)
#define SETT_TASK_ABNORMAL (1u << 16)
#define SETT_TASK_THROWN (1u << 17)

/* The field; its number for searches; an effect of the present event. */
jint sett_task_status (JNIEnv *, jobject task);
uint32_t sett_task_number (JNIEnv *, sett_thing *task);
void sett_task_touch (JNIEnv *, sett_thing *task, sett_effect_kind);
/* What it is, for who has found out: the present event. */
jint sett_task_learn (JNIEnv *, sett_jthread *, jobject task, sett_thing *);
/* Is it, or is what it completes, and so on, this CountedCompleter? */
int sett_task_is_part (JNIEnv *, const sett_jtask *, jobject whole);
/* The event of its end, with these bits, unless it has ended already; what the
   field is then. */
jint sett_task_end (JNIEnv *, jobject task, jthrowable, uint32_t bits);

/* The queue where one has put, or may find, what one wants to take back; is it
   certain that one finds it? */
sett_jqueue *sett_fork_own_queue (JNIEnv *, const sett_jthread *);
int sett_fork_is_certain (JNIEnv *, const sett_jthread *);
/* It has found something there. */
void sett_fork_use_own (JNIEnv *, const sett_jthread *);

/* A task is cancelled, whatever that throws. */
void sett_task_cancel (JNIEnv *, jobject task);
/* Runs it; false: an exception is pending. */
int sett_task_run (JNIEnv *, const sett_jtask *);
/* Outside of executions, or muted: whoever wants something does it. */
void sett_task_run_now (JNIEnv *, jobject task);

#endif
