/* What lives in the virtual machine of a checked Java program: the threads, the
   objects and the execution that they are in.

   One thread runs at a time, the one that has the turn; it alone touches what
   is declared here.  A thread hands the turn over at visible operations
   (scheduler.h).  The engine, which searches, is a thread of its own that is
   never controlled.  Threads of the virtual machine that nobody controls are
   left alone: hooks do nothing there.

   An execution that is over (world.over) is unwound: every hook throws, until
   all threads have ended. */

#ifndef SETT_JAVA_AGENT_JVM_WORLD_H
#define SETT_JAVA_AGENT_JVM_WORLD_H

#include "shared/shared.h"

#include <jvmti.h>
#include <semaphore.h>

#define SETT_JAVA_HELPER "java/lang/SettHooks"

typedef uint32_t sett_vector_clock[SETT_MOST_THREADS];

struct sett_thing;

/* A monitor that a thread has. */
typedef struct sett_jheld {
  struct sett_thing *lock;
  uintptr_t place;
  int shared;           /* others may have it, too: it reads */
  sett_backtrace stack; /* when narrating */
} sett_jheld;

#define SETT_MOST_JHELD 32
#define SETT_MOST_LOCALS 24

typedef struct sett_jthread sett_jthread;
typedef int (*sett_jguard) (const sett_jthread *);

enum { SETT_WOKEN = 1, SETT_WOKEN_BY_INTERRUPT = 2 };

struct sett_jthread {
  unsigned number;
  unsigned process; /* that it belongs to */
  int alive, done, daemon;
  int leaves;     /* it is about to end */
  int exits;      /* it calls System.exit, and nothing has come of it yet */
  unsigned hook;  /* the shutdown hook that it is about to start, from 1 on */
  int settled;    /* others have noticed nothing since it decided
                     (jvm_crash.h) */
  jobject object; /* a global reference */
  sem_t turn;
  unsigned creator, children;
  uint64_t births; /* objects that it has made */
  unsigned muted;  /* what it does is not the program's doing */
  unsigned atomic; /* depth of atomic blocks */
  struct { /* in methods of the JDK that are one operation (whole_methods.h) */
    unsigned depth;
    struct {
      jint frames;    /* of the stack, at its beginning */
      int by_program; /* whose code has called it */
      int together;   /* nothing comes in between (whole_methods.h) */
    } levels[16];
    int alone;      /* is what it is about to do an operation by itself? */
    int begins;     /* is what it is about to do one, with what comes then? */
    uint64_t place; /* then: where, and to which object first */
    uint32_t last;  /* events there were when it last had one there; or 0 */
  } whole;
  unsigned initialising;
  struct { /* the class whose initialiser runs, and objects made by it */
    uint32_t name;
    uint64_t births;
  } initialised[16];
  struct { /* what an initialiser uses, and may be about to have made */
    struct sett_thing *thing;
    int site;
  } unborn[8];
  unsigned unborn_count;

  /* What it is about to do. */
  sett_operation operation;
  struct sett_thing *thing;
  uint32_t object_number; /* 0: none */
  const uint32_t *also;   /* others that it waits for, in the same way */
  uint32_t also_count;
  sett_effect_kind intent;
  int spreads;
  int naming; /* the field or element is what this site plus 1 says... */
  int64_t naming_offset; /* ...there; 0: it is the object itself */
  sett_jguard guard;
  uintptr_t place;
  uint32_t cause, finish;
  sett_jthread *second; /* whom it joins */

  /* Waiting for a monitor's condition, or parked. */
  struct sett_thing *queue;
  int waiting, signalled, timed, deaf;
  uint32_t waits_since; /* event */
  uint32_t spurious;    /* waits that ended without a reason, so far */
  int permit, interrupted;
  unsigned interrupted_by; /* the first thread to do so, plus 1 */
  uint32_t *interrupter; /* what those that interrupted it had seen; or null */
  struct sett_thing *entering; /* a monitor that it may have, and waits for */
  struct sett_thing *compared; /* by a compare-and-set that has not ended */
  int64_t compared_offset;
  int compared_at, compared_orders; /* the site; what it orders */
  struct { /* what it has read since it yielded, if there is room (spins.h) */
    struct sett_thing *thing;
    int64_t offset;
    int site;
  } looked[8];
  unsigned look_count;
  uint32_t look_changed; /* the first event that has changed some of it */
  uint32_t steps;        /* events of its own, so far */
  struct { /* in an Exchanger: what it has read of its match (spins.h) */
    struct sett_thing *thing;
    int64_t offset;
    uint32_t changed;   /* the first event that has changed it since */
    uint32_t slot_step; /* its own event in which it has looked at the slot */
  } match;
  struct {          /* of a loop, since it was at the head (rounds.h) */
    int is_open;    /* it has changed nothing */
    int site, back; /* the head; where it is about to jump to, plus 1, or 0 */
    jint depth;     /* of frames */
    uint32_t held, since, count, told; /* monitors; event; local variables */
    uint64_t values[SETT_MOST_LOCALS], fresh[SETT_MOST_LOCALS];
  } round;
  int64_t time;       /* nanoseconds that have passed for it */
  uint64_t draws;     /* random numbers that it has got */
  unsigned sockets;   /* that it has made */
  struct {            /* its call on a channel (channels.h) */
    size_t most;      /* bytes that it may move... */
    size_t presented; /* ...and those of a write that waited which are gone */
    int failure;      /* what happens to its datagram */
  } transfer;
  unsigned exports; /* objects that it has exported (rmi.h) */
  void (*body) (JNIEnv *, sett_jthread *); /* what it does, if it is RMI's */
  struct sett_jworker *worker; /* ...or one of a pool (fork_join.h) */
  struct sett_jserver *serves; /* ...whose calls it runs, or null */
  struct sett_jrequest *call;  /* that it waits for, or null */

  sett_vector_clock clock;
  uint32_t
      *given; /* of each thread, what was handed over (locking.h); or null */
  sett_jheld held[SETT_MOST_JHELD];
  uint32_t held_count;
  uint32_t sharing; /* locks that it has with other readers */
};

/* An object of the program, in this execution. */
typedef struct sett_thing {
  uint64_t key; /* the same in all executions (things.c); 0: none yet */
  struct sett_thing *whole; /* what it is a part of; or null */
  unsigned process;         /* whose it is... */
  struct sett_thing *twin;  /* ...and what another one sees there; or null */
  uint32_t shared; /* by processes, though they should not: its class; or 0 */
  uint32_t parts;  /* so many were named */
  uint32_t serial; /* as it became known */
  uint32_t monitor, queue; /* numbers of objects of searches, or 0 */
  int owner, depth;        /* of the monitor: a thread, or -1 */
  uint32_t *clock;         /* what the last one to leave it had seen; or null */
  uint32_t readers;        /* threads that share it, if it is such a lock... */
  struct sett_jreading *reading; /* ...and what is known of them (lock_gates.h);
                                    or null */
  uint32_t permits; /* of a semaphore, or to be counted down (permits.h)... */
  int counts;       /* ...if that is known */
  int has_ended;    /* a task of a ForkJoinPool */
  sett_jthread *thread;            /* if it is one */
  struct sett_jsocket *socket;     /* if it stands for one (jdk_sockets.h) */
  struct sett_jselector *selector; /* ...or is one, or its set of keys */
  void *options;                   /* ...what was set of it; or null */
  unsigned toucher; /* of one from code that is not watched: a thread, plus 1 */
  uint32_t class_name;           /* ...and its class */
  struct sett_thing *stands_for; /* the lock that it is a part of; or null */
  unsigned user;                 /* a thread, plus 1 (uncontrolled.c) */
  int unshared;                  /* one thread only uses it, says the program */
  int initialising;           /* made by a class initialiser that still runs: by
                                 this thread plus 1 */
  int is_initialised;         /* a class: before it was used */
  uint32_t *initialiser;      /* what that had seen in the end; or null */
  struct sett_epochs *copies; /* when it was cloned; or null */
  struct sett_cell *cells;
  uint32_t cell_count, cell_room;
  char name[48]; /* when narrating */
} sett_thing;

/* A process of a system; a single program is one, too. */
typedef struct sett_jprocess {
  int ended, status; /* ended: by itself, with this status... */
  int signal;        /* ...or by this one (jvm_crash.h) */
  int exit_thread;   /* who has ended it... */
  uintptr_t exit_place;
  unsigned thread_count; /* that were made */
} sett_jprocess;

typedef struct sett_jworld {
  sett_shared *shared;
  unsigned worker; /* of several that share the search: which one */
  jvmtiEnv *jvmti;
  JavaVM *vm;
  int open;          /* an execution goes on: hooks do something */
  volatile int over; /* ...it is over, and unwound */
  sett_jthread threads[SETT_MOST_THREADS];
  unsigned thread_count;
  sett_thread_set alive;
  sett_thread_set lost; /* threads that have gone with their processes */
  unsigned current;
  int multi; /* a system of processes... */
  int guest; /* ...with C programs among them (guest.h) */
  sett_jprocess processes[SETT_SYSTEM_PROCESSES];
  unsigned process_count;
  unsigned process; /* that runs, or is made to */
  int narrating;
  int debugging; /* a debugger is attached: nothing is unwound */
  int warming;   /* an execution that does not count: the JDK sets itself up */
  int all_visible; /* accesses to plain memory are events */
  int locking;     /* the locking discipline is watched */
  uint64_t execution;
  jmethodID carries; /* what threads that are used again (carriers.h) are in
                        below a thread's own: whether one is free is a matter
                        of time, and nothing that is known of stacks may depend
                        on it */

  /* The execution. */
  const sett_plan *plan;
  sett_log *log;
  int in_atomic;    /* thread that is in an atomic block, or -1 */
  uint32_t *blocks; /* what the last one had seen; or null */
  sett_thread_set asleep;
  uint64_t random;
  sett_ending ending;
  int stuck;
  unsigned blocked; /* ...so many wait for ever */
  int anew;         /* something was learnt: the search begins again */
  sett_violation_kind violation;
  int violation_thread;
  uintptr_t violation_place;
  int exit_status;
  char message[SETT_MOST_MESSAGE];
  uint64_t promoted; /* memory that a race was reported on: a key */
} sett_jworld;

extern sett_jworld world;

/* The thread that runs, if it is controlled, an execution goes on, and what it
   does counts; else null. */
sett_jthread *sett_jself (void);
/* The same whether or not it counts. */
sett_jthread *sett_jself_any (void);
void sett_jself_set (sett_jthread *);

/* The run-time cannot go on; something is not controlled. */
__attribute__ ((noreturn, format (printf, 1, 2))) void
sett_jgive_up (const char *format, ...);
__attribute__ ((format (printf, 3, 4))) void
sett_jnote (int kind, uintptr_t place, const char *format, ...);

/* Throws what unwinds the execution that is over. */
void sett_junwind (JNIEnv *);

/* Threads of the same process that are alive, itself included. */
sett_thread_set sett_fellows (const sett_jthread *);
/* Is it the only one that its process ever had? */
int sett_is_alone (const sett_jthread *);

/* A thread of the program is about to be started; the present one does not
   count any more; true when all have gone, false if some do not. */
void sett_threads_enter (void);
void sett_threads_leave (void);
int sett_threads_wait (void);

/* Shared memory, for good. */
void *sett_shared_alloc (size_t bytes);

#endif
