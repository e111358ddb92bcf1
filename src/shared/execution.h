/* The present execution, for all processes that take part in it: how it goes
   on, and where each thread stands. */

#ifndef SETT_SHARED_EXECUTION_H
#define SETT_SHARED_EXECUTION_H

#include "shared/counterexample.h"

typedef struct sett_conduct {
  volatile uint64_t execution; /* its number */
  sett_plan plan;
  sett_log *log;
  sett_thread_set asleep; /* from the plan's sleepers */
  uint64_t random;
  uint32_t thread_count; /* numbers that were given so far */

  /* Whose turn is it?  The one that runs says who goes next: */
  sett_thread_set enabled; /* ...instead of whom */
  uint16_t chosen; /* a thread; SETT_CHOSEN_NOBODY: the execution is over */

  /* How it ended, and what is wrong with it, if something is. */
  sett_ending ending;
  uint32_t state; /* stateful: its number (state_graph.h) */
  int stuck;      /* it ended because nobody could go on */
  int anew;       /* what was just learnt makes the search start again: bits */
  sett_violation_kind violation;
  int violation_thread;
  unsigned violation_process; /* its */
  uintptr_t violation_place;
  const void *violation_object;
  int exit_status;
  char message[SETT_MOST_MESSAGE];
} sett_conduct;

/* What was learnt changes what events are, or only who looks at which accesses
   to memory. */
enum { SETT_ANEW_EVENTS = 1, SETT_ANEW_RACES = 2 };

#define SETT_CHOSEN_NOBODY UINT16_MAX

/* Where a thread stands, for other processes than its own: when it may go on,
   and what it is about to do.  What is always looked at is in one line of the
   cache: with the turn it goes from one processor to another. */
#define SETT_MOST_GLANCES 32

typedef struct sett_station {
  uint8_t process, alive;
  uint8_t ready;   /* it can go on, as far as its own process knows... */
  uint8_t words;   /* ...or if one of these in the OS model has changed */
  uint8_t rests;   /* it waits for somebody who need not come (processes.h) */
  uint8_t blocked; /* it waits in a way that is never right at the end */
  uint8_t lost;    /* its process has ended without it */
  /* At something in memory that processes share: 1 + which guard keeps the
     thread from going on, if it depends on that alone; what it has to do with
     (sett_thread). */
  uint8_t guard;
  uint8_t waiting, signalled, timed, intent;
  uint32_t futex_bits;
  uint64_t takes;   /* signals that let it go on (kill.h) */
  sett_event event; /* pending */
  void *object;
  const void *queue;
  /* What the one that has woken it gave to it (waiters.h). */
  uint32_t given_clock[SETT_MOST_THREADS];
  uint64_t given_time;
  struct {
    const void *at;
    uint64_t value;
    size_t size;
  } word[SETT_MOST_GLANCES]; /* null: not in the OS model */
  sett_effect effects[SETT_MOST_GLANCES + 2];
} __attribute__ ((aligned (64))) sett_station;

#endif
