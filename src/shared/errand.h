/* Java programs among C programs: what a Java thread asks of its stand-in.

   Each Java program of such a system has a stand-in: a process with the
   run-time in it, under control as any other, whose threads do nothing but what
   the threads of the Java program say (runtime/process/stand_in.c).  All Java
   programs are in one virtual machine, whose agent decides nothing
   (java/agent/guest.c).  A thread and the one that stands in for it have the
   same number, and a piece of memory between them:

     RUNS   the stand-in has the turn, waits, and the Java thread runs;
     ASKS   the Java thread waits, and the stand-in does what it asks for:
            perhaps others go first, in any process;
     IDLE   neither: the thread has not begun, or stands somewhere.

   So one thread of all processes runs at a time, as always.  The one that has
   the turn writes effects and choices of its event into the log itself. */

#ifndef SETT_SHARED_ERRAND_H
#define SETT_SHARED_ERRAND_H

#include "base/vector.h"
#include "shared/counterexample.h"

typedef enum sett_errand_turn {
  SETT_ERRAND_IDLE,
  SETT_ERRAND_RUNS,
  SETT_ERRAND_ASKS,
  SETT_ERRAND_OVER, /* the Java thread belongs to an execution that is over */
} sett_errand_turn;

typedef enum sett_errand_kind {
  SETT_ERRAND_NONE,
  SETT_ERRAND_VISIBLE, /* to do what its posture says */
  SETT_ERRAND_CALL,    /* a system call */
  SETT_ERRAND_BIRTH,   /* to have a child: `a` is who has which; its number */
  SETT_ERRAND_OUTPUT,  /* to write `size` bytes to a[0] */
  SETT_ERRAND_ASIDE,   /* to tell `step`, which is no event */
  SETT_ERRAND_LEAVE,   /* the thread ends */
  SETT_ERRAND_EXIT,    /* ...and its process, with the status a[0] */
  SETT_ERRAND_END,     /* the execution ends so: a[0] */
  SETT_ERRAND_FAIL,    /* ...as a[0] was violated, which `bytes` tells */
} sett_errand_kind;

/* Where a thread stands that is about to do something which only its own
   process has to do with: true whenever another thread of it asks. */
typedef struct sett_posture {
  uint8_t is_known;
  uint8_t operation, intent;
  uint8_t spreads;  /* to other objects */
  uint8_t is_open;  /* it can do it now */
  uint8_t hopeless; /* it waits to be woken */
  uint32_t object;  /* its number; 0: none */
  uint32_t cause;
  uintptr_t place;
} sett_posture;

#define SETT_ERRAND_BYTES ((size_t)64 << 10)

typedef struct sett_errand {
  volatile uint32_t turn __attribute__ ((aligned (64)));
  uint32_t kind;
  sett_posture posture;
  uintptr_t place;
  long number, a[6]; /* of a system call, or as said above */
  long result;
  size_t size;
  uint32_t clock[SETT_MOST_THREADS]; /* both know what the other one does */
  /* When narrating: */
  sett_backtrace stack; /* where it is */
  sett_counterexample_step step;
  sett_counterexample_thread thread;
  unsigned char bytes[SETT_ERRAND_BYTES];
} sett_errand;

/* With the number of an execution: that one is over, and the virtual machine
   shall write down what it knows. */
#define SETT_ERRANDS_SAVE ((uint32_t)1 << 31)

typedef struct sett_errands {
  /* Executions: the one that a stand-in is in, the one that the virtual machine
     is ready for. */
  volatile uint32_t wanted __attribute__ ((aligned (64)));
  volatile uint32_t ready;
  /* What it knows of its programs, for good: of its own, for a checkpoint; from
     a checkpoint, before its first execution. */
  const unsigned char *known;
  size_t known_length; /* 0: there is none */
  /* Memory of Java programs that races; whose races were reported, and which is
     visible from then on: keys that mean something to the agent. */
  uint64_t racing;
  SETT_VECTOR (uint64_t) promoted;
  /* When narrating: the step that was told last, and how many were; what is
     known of a race. */
  sett_counterexample_step *told;
  uint32_t told_count;
  sett_counterexample_access accesses[2];
  uint32_t access_count;
  sett_errand of[SETT_MOST_THREADS];
} sett_errands;

#endif
