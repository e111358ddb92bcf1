/* A runner: a system whose state lives in running code, which cannot be copied
   and compared, but can be run again from its beginning.

   A plan says how one execution shall go: a prefix of choices, followed to the
   letter; then a policy.  The log says what happened.  Everything that decides
   what to run next is a matter of plans and logs, so that searches do not know
   whether they explore a C program, several of them, or a model.

   The sleep set of a plan holds events that need not be executed from a
   certain point on, because they were explored there before.  They are given
   as they were executed then.  From that point on the runner takes out each
   one that an executed event wakes (sett_plan_wakes), and runs none of the
   others; if only sleepers are enabled after the prefix, the execution ends as
   SETT_ASLEEP.

   A runner is deterministic: the same choices give the same events.  An event
   of a prefix that is not enabled, or a choice that does not exist, ends the
   execution as SETT_DEPARTED; the log says how far it came. */

#ifndef SETT_KERNEL_RUNNER_H
#define SETT_KERNEL_RUNNER_H

#include "kernel/event.h"

#include <stddef.h>

typedef struct sett_choice {
  uint16_t thread;
  uint16_t alternative;
} sett_choice;

typedef struct sett_sleeper {
  const sett_event *event;
  const sett_effect *effects; /* its own ones */
} sett_sleeper;

/* Who goes next after the prefix? */
typedef enum sett_policy {
  SETT_STAY,     /* the same thread while it can, else the lowest number; the
                    end of the program only when nothing else is possible */
  SETT_ANY,      /* any enabled thread, by chance */
  SETT_PRIORITY, /* the highest of the priorities, which change (PCT) */
} sett_policy;

/* Where states are compared they have numbers. */
#define SETT_NO_STATE UINT32_MAX

typedef struct sett_plan {
  const sett_choice *choices;
  uint32_t length;
  const sett_sleeper *sleepers;
  uint32_t sleep_count;
  uint32_t sleep_from; /* they sleep from the state before this event on */
  sett_policy policy;
  uint64_t seed; /* of SETT_ANY and SETT_PRIORITY, also for choices */
  const uint16_t *priority; /* of SETT_PRIORITY: of each thread, higher first */
  const uint32_t *changes;  /* at these events the running thread gets the
                               lowest priority so far */
  uint32_t change_count;
  uint32_t most_events; /* the execution ends as SETT_CUT then */
  int gives_up;         /* a thread that waits busily, and has looked in vain,
                           need not look again */
  int composed;         /* events shall have internal effects, too */
  int conditional;      /* sleepers wake by what is dependent in the state */
  int locally;          /* only threads of the process that went last are
                           enabled, where that is all that has to be explored for
                           deadlocks (stateless/local_reduction.h) */
  uint32_t state;       /* the number of the state before the last choice, or
                           SETT_NO_STATE: not known */
} sett_plan;

/* Does an event that was executed wake this sleeper? */
static inline int sett_plan_wakes (const sett_plan *plan,
                                   const sett_event *executed,
                                   const sett_effect *effects,
                                   const sett_sleeper *sleeper) {
  return (!plan->conditional ? sett_event_wakes
          : plan->composed   ? sett_transition_wakes_then
                             : sett_event_wakes_then) (
      executed, effects, sleeper->event, sleeper->effects);
}

/* The threads that sleep in the state after so many events, of which `last` was
   the last, with these effects; `asleep` slept before it.  Sleepers of one
   thread sleep and wake together. */
static inline sett_thread_set
sett_plan_asleep (const sett_plan *plan, uint32_t count, const sett_event *last,
                  const sett_effect *effects, sett_thread_set asleep) {
  for (uint32_t i = 0; i < plan->sleep_count; i++) {
    const sett_sleeper *s = &plan->sleepers[i];
    const unsigned thread = s->event->thread;
    if (count == plan->sleep_from)
      sett_threads_add (&asleep, thread);
    else if (sett_threads_have (asleep, thread) &&
             sett_plan_wakes (plan, last, effects, s))
      sett_threads_drop (&asleep, thread);
  }
  return asleep;
}

/* How an execution ended. */
typedef enum sett_ending {
  SETT_ENDED,     /* by itself */
  SETT_VIOLATING, /* something is wrong: the log's violation */
  SETT_ASLEEP,    /* nothing but sleepers was left to do */
  SETT_ASSUMED,   /* an assumption of the program does not hold: it never was */
  SETT_CUT,       /* a limit */
  SETT_DEPARTED,  /* the plan could not be followed */
  SETT_MATCHED,   /* in a state that was met before */
  SETT_IN_VAIN,   /* nobody was left who had not given up */
} sett_ending;

/* A thread was blocked at this, and did the event of that number in its place
   (it took a signal): then it may do something else. */
typedef struct sett_displaced {
  uint32_t index;
  sett_event event; /* as if it were pending: its effects are in the log, too */
} sett_displaced;

enum { SETT_MOST_DISPLACED = 64 };

typedef struct sett_log {
  sett_event *events;
  uint32_t count, room;
  /* Null, or, where there can be more threads than a word has bits: of each
     event, who of these could have gone. */
  sett_far_threads *far_enabled;
  sett_effect *effects;
  uint32_t effect_count, effect_room;
  /* Null, or, where states are compared: the number of the state before each
     event after the prefix of the plan, and at the end; equal states have equal
     numbers, from 0 on; SETT_NO_STATE: not known. */
  uint32_t *states;
  sett_ending ending;
  int stopped; /* did the last event end the execution, whatever others could
                  have done? (a violation of its thread, an assumption that does
                  not hold, the end of the program; not a deadlock) */
  sett_thread_set enabled; /* who could have gone on at the end; if it was
                              stopped: instead of the last event */
  /* What each thread was about to do at the end, as far as is known: kind and
     object of effects, by number of thread; alive threads only.  A thread that
     waits for something other than these effects to become possible (for a
     signal, for another thread to finish) has none. */
  sett_thread_set alive;
  sett_thread_set spreading; /* threads of which that is not all: there are
                                effects on other objects, too */
  sett_event pending[SETT_MOST_THREADS]; /* their effects are in the log, too */
  uint32_t displaced_count;              /* in the order of the events */
  sett_displaced displaced[SETT_MOST_DISPLACED];
  uint32_t thread_count;
} sett_log;

/* Who could have gone instead of an event, and its own thread. */
static inline sett_thread_set sett_log_enabled (const sett_log *log,
                                                uint32_t index) {
  sett_thread_set s = {{log->events[index].near_enabled}};
  if (log->far_enabled)
    for (unsigned i = 1; i < SETT_THREAD_WORDS; i++)
      s.words[i] = log->far_enabled[index].words[i - 1];
  return s;
}

/* The words of it that are not in the event. */
static inline void sett_log_put_far (sett_log *log, uint32_t index,
                                     const sett_thread_set *enabled) {
  if (log->far_enabled)
    for (unsigned i = 1; i < SETT_THREAD_WORDS; i++)
      log->far_enabled[index].words[i - 1] = enabled->words[i];
}

typedef struct sett_runner sett_runner;
struct sett_runner {
  /* Runs once from the beginning.  The log belongs to the runner and is valid
     until the next run. */
  const sett_log *(*run) (sett_runner *, const sett_plan *);
};

/* Where several search and each has parts of it (stateless/partition.c), what
   shows that these are not all there is: somebody must go from a state on the
   way to them from where nobody lets it go. */
typedef struct sett_refutation {
  uint64_t path;   /* to the state: a hash */
  uint64_t thread; /* or SETT_WHOEVER_CAN */
} sett_refutation;

#define SETT_WHOEVER_CAN UINT64_MAX

#endif
