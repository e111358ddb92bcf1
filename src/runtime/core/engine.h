/* The engine: what the run-time remembers from one execution to the next.

   The engine has a stack of its own.  A program's thread that reaches a visible
   operation decides by itself who goes next (schedule.c), so that the engine's
   stack is entered only between executions. */

#ifndef SETT_RUNTIME_ENGINE_H
#define SETT_RUNTIME_ENGINE_H

#include "shared/shared.h"
#include "runtime/core/world.h"

/* The stack and the thread-local storage of a thread to be. */
typedef struct sett_donor {
  uintptr_t fs;
  char *top, *low; /* of the stack */
  char *bottom;    /* from here to `low` nobody may write; null: unknown */
} sett_donor;

#define SETT_MOST_REBIRTHS 3

/* Why the engine's stack was entered. */
typedef enum sett_reason {
  SETT_TO_SNAPSHOT,
  SETT_TO_CHECKPOINT,
  SETT_TO_END,       /* by the one that ended the execution */
  SETT_TO_TAKE_OVER, /* by one that hears of it */
  SETT_TO_REST,      /* by one that has no part in it any more */
} sett_reason;

/* Is it of use to know of loops that go round in vain, as long as none was seen
   (vain.h)?  In every place, or in some. */
typedef enum sett_loop_interest {
  SETT_LOOPS_IGNORED,
  SETT_LOOPS_SAMPLED,
  SETT_LOOPS_SOUGHT,
} sett_loop_interest;

typedef struct sett_engine {
  /* The program is under control: main was entered, the execution goes on.
     Otherwise everything is the C library's business. */
  int active;
  int real_threads; /* for a debugger (turns.h) */
  int narrating;    /* this execution is told in full (narrate.c) */
  /* As known (knowledge.h), for quick access: somebody asks whether locks are
     free, whether threads have ended; somebody cancels threads; main ends
     before the program does. */
  int release_visible, finish_visible, cancelling, main_leaves, free_visible;
  int arrivals_visible; /* to come to a semaphore is an event (semaphore.c) */
  int undeclared;       /* declarations cannot name all (knowledge.h) */
  int updates_store;    /* even if they leave the value (atomics.c) */
  int calls_visible;    /* calls on descriptors begin with an event */
  int composed;         /* effects of invisible operations are wanted */
  int ordered_output;   /* of threads to the standard streams */
  int at_exit_visible;  /* functions for the end of the program */
  int later_visible;    /* what a thread knows to be done (races.h) */
  int has_snapshot;
  int unseen;        /* the program does not report its accesses to memory */
  int all_visible;   /* accesses to memory are events (discipline: none) */
  int stateful;      /* executions end in states that were met before */
  int inferring;     /* what threads use is noted (uses.h) */
  int locksets;      /* the discipline is MLD or the like... */
  int only_locksets; /* ...and there is nothing else (Savage's original) */
  uint32_t specials; /* so many granules of memory are special */
  int multi;         /* it is one of several processes (processes.h)... */
  unsigned process; /* ...with this number; 0: the leader, whose engine searches
                       for all */
  unsigned seat;    /* where it waits for its turn... */
  uint32_t ticket;  /* ...and what that is called there (shared.h) */
  unsigned reborn;  /* how often it has started again (crash.c) */
  int stands_in;    /* for a Java program (stand_in.h) */
  int is_passing;   /* it was made by this execution, and dies with it */
  int early_copies; /* threads or processes were made before main */
  int dies_early;   /* it can end while threads of it are alive */
  int copied;       /* it forks while it has several threads: a copy shows what
                       each of them has done (fork.c) */
  int signalled;    /* signals from other processes may come */
  char **arguments, **environment; /* of main */
  int shared_file;     /* of the shared memory, for programs that it becomes */
  unsigned worker;     /* whose shared memory it is */
  int is_resting;      /* the process is another process of the machine now */
  sett_shared *shared; /* null: the program runs by itself */
  uint32_t most_threads; /* that there can be (sett_orders.threads) */
  uintptr_t fs;
  void *sp;
  sett_donor donors[SETT_MOST_THREADS];
  const sett_plan *plan;
  sett_log *log;
  uint32_t base;            /* events before the snapshot: never run again */
  uint32_t checkpoint_from; /* after so many events the next checkpoint is made,
                               as soon as there is a choice */
  sett_reason reason;
  int gives_up; /* threads have gone round in vain (vain.h) */
  sett_loop_interest loops;
  uint32_t sampling; /* so many accesses are looked at (spin.h) */
} sett_engine;

extern sett_engine engine __attribute__ ((visibility ("hidden")));

/* The present execution. */
static sett_conduct *const conduct =
    &((sett_shared *)SETT_SHARED_ADDRESS)->conduct;

static inline int sett_active (void) {
  return (int)LIKELY (engine.active);
}

/* Index of the event that is going on. */
static inline uint32_t sett_now (void) {
  return engine.log->count - 1;
}
static inline sett_event *sett_current_event (void) {
  return &engine.log->events[engine.log->count - 1];
}

/* The process whose engine searches for all. */
static inline int sett_is_leader (void) {
  return engine.process == 0 && !engine.is_passing;
}

/* A replay has one execution only; but for a virtual machine of Java, which has
   to warm up. */
static inline int sett_runs_once (void) {
  return engine.shared->orders.task == SETT_TASK_REPLAY &&
         !engine.shared->errands;
}

/* Goes to the engine's stack for good: the execution is over. */
__attribute__ ((noreturn)) void sett_end (sett_ending);

/* The same because something is wrong.  The message is a format. */
__attribute__ ((noreturn, format (printf, 4, 5))) void
sett_fail (sett_violation_kind, uintptr_t place, const void *object,
           const char *, ...);

/* Something that makes the verdict weaker (bounds), or is worth knowing. */
void sett_note_add (sett_note_kind, uintptr_t place, const char *text);

/* Remembers the program as it is now.  Every execution goes on from this call:
   the latest possible one, before the first thread is created or the first
   choice is made. */
void sett_engine_snapshot (void);

/* The same for some executions (checkpoint_stack.h). */
void sett_engine_checkpoint (void);

/* The engine waits for the next execution, without an end of this one. */
__attribute__ ((noreturn)) void sett_engine_rest (void);

/* The execution is over, and this process did not end it. */
__attribute__ ((noreturn)) void sett_engine_take_over (void);

/* Under a debugger: it gets control, and the user is told why. */
void sett_stop_in_debugger (void);

/* The run-time cannot go on. */
__attribute__ ((noreturn, format (printf, 1, 2))) void
sett_give_up (const char *, ...);

#endif
