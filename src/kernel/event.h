/* What happened when a program ran: events, each one visible operation of one
   thread and whatever the thread did after it until its next visible one.

   An event has effects on objects.  Two events of different threads are
   dependent if two of their effects on one object conflict (effect.def), or if
   one of them ends the program.  Besides, an event can have a cause: the one
   event without which it could not have been (a thread's first event, waking
   up, joining).  An event that takes a turn at a queue (NEXT) happens after the
   one at the other end that made this turn possible; it is no cause, since in
   another order of those at its own end it would have another turn.
   Dependence, causes, turns and the order within threads are all there is to
   know about the order of an execution: two executions that agree in them lead
   to the same state.

   Effects carry the state of the object as it was before, so that one can tell
   whether an operation would have been possible earlier (object.h).

   The alternatives of an event differ in what they lead to, not in their
   effects: an operation that might or might not touch an object is a choice
   without effects first, and then another event. */

#ifndef SETT_KERNEL_EVENT_H
#define SETT_KERNEL_EVENT_H

#include "kernel/thread_set.h"

#include <stdint.h>

typedef enum sett_operation {
#define OPERATION(NAME, ...) SETT_DO_##NAME,
#include "kernel/operation.def"
#undef OPERATION
  SETT_OPERATIONS
} sett_operation;

typedef enum sett_effect_kind {
#define EFFECT(NAME, ...) SETT_EFFECT_##NAME,
#include "kernel/effect.def"
#undef EFFECT
  SETT_EFFECTS
} sett_effect_kind;

#define SETT_NO_CAUSE UINT32_MAX

typedef struct sett_effect {
  uint64_t before;  /* state of the object (object.h); AWAIT: the value that was
                       read; NEXT: how many turns there were, not known of who
                       waits for its turn; ARRIVE and ARRIVE_LAST: how many are
                       missing, this one included; of conditions: how many
                       wait */
  uint64_t wanted;  /* compare and exchange: the value it compares with; SIGNAL:
                       how many it wakes; LEAVE: 0 if somebody had woken it, or
                       else 1; NEXT: the turn at the other end that it waits
                       for (sett_turn) */
  uint32_t object;  /* its number; equal numbers: the same object, in all
                       executions.  Small: tables are indexed by it. */
  uint8_t kind;     /* sett_effect_kind */
  uint8_t changed;  /* AWAIT: does the object have another value now? */
  uint8_t internal; /* of an invisible operation after the visible one */
  uint8_t conditional; /* compare and exchange: STORE if it succeeds, else LOAD;
                          `wanted` is valid */
} sett_effect;

typedef struct sett_event {
  uint64_t near_enabled; /* who could have gone instead, and this one: of the
                            first threads; the set is sett_log_enabled's */
  uintptr_t place;       /* where in the code */
  uint32_t first;        /* its effects in the log: from here on, so many */
  uint16_t effects;
  uint8_t thread;
  uint8_t operation;     /* sett_operation */
  uint16_t alternative;  /* which one was taken... */
  uint16_t alternatives; /* ...of so many; 1: no choice */
  uint32_t cause;        /* index of an event, or SETT_NO_CAUSE */
} sett_event;

/* A turn at an end of a queue, from 0 on; never 0: that is none. */
static inline uint64_t sett_turn (uint32_t end, uint32_t turn) {
  return (uint64_t)end << 32 | (turn + 1u);
}

static inline uint32_t sett_turn_end (uint64_t wanted) {
  return (uint32_t)(wanted >> 32);
}

static inline uint32_t sett_turn_number (uint64_t wanted) {
  return (uint32_t)wanted - 1;
}

/* For each kind of effect a bit mask of those that it conflicts with. */
extern const uint32_t sett_effect_conflicts[SETT_EFFECTS];

/* Do two effects on one object, of different threads, fail to commute? */
static inline int sett_effects_conflict (sett_effect_kind a,
                                         sett_effect_kind b) {
  return sett_effect_conflicts[a] >> b & 1;
}

/* Are two events dependent?  Each comes with its own effects. */
int sett_events_dependent (const sett_event *, const sett_effect *,
                           const sett_event *, const sett_effect *);

/* Must a sleeping event wake up when an event of another thread has been
   executed?  If they are dependent; but also if the executed one leaves just
   one arrival missing at a barrier where the sleeper would be the last now. */
int sett_event_wakes (const sett_event *executed, const sett_effect *,
                      const sett_event *sleeper, const sett_effect *);

/* The same for the state in which the event was executed: conditional
   dependency.  Taking from a semaphore commutes as long as there is enough for
   both, and with giving to it unless it was at zero. */
int sett_event_wakes_then (const sett_event *executed, const sett_effect *,
                           const sett_event *sleeper, const sett_effect *);

/* The same of composed transitions, with all their internal effects: two that
   both acquire and release a lock, and nothing else, are not dependent through
   that lock.  Events without them do not say what was done while the lock was
   held, but for the lock itself.

   Stoller's rule (4) asks only one of the two to release the lock again.  That
   is not enough: if the other one keeps it, it keeps the first one from
   happening (tests/stateless has a program that deadlocks unnoticed then). */
int sett_transition_wakes_then (const sett_event *executed, const sett_effect *,
                                const sett_event *sleeper, const sett_effect *);

/* The traits of operations: what they mean is said in operation.def. */
enum {
  SETT_TRAIT_LOCAL = 1 << 0,
  SETT_TRAIT_READS = 1 << 1,
  SETT_TRAIT_FORESEEN = 1 << 2,
  SETT_TRAIT_EFFECTLESS = 1 << 3,
  SETT_TRAIT_STEADY = 1 << 4,
  SETT_TRAIT_LEARNT = 1 << 5,
  SETT_TRAIT_ATTEMPTS = 1 << 6,
  SETT_TRAIT_CANCELLABLE = 1 << 7,
  SETT_TRAIT_NO_CALL = 1 << 8,
  SETT_TRAIT_WAKES = 1 << 9,
  SETT_TRAIT_LOCKS = 1 << 10,
  SETT_TRAIT_UNTOUCHED = 1 << 11,
};

typedef struct sett_operation_row {
  const char *name;
  uint32_t traits;
  const char *failed, *waits; /* words for reports, or null */
} sett_operation_row;

extern const sett_operation_row sett_operation_rows[SETT_OPERATIONS];

/* Has the operation one of these traits? */
static inline int sett_operation_has (sett_operation what, uint32_t traits) {
  return (sett_operation_rows[what].traits & traits) != 0;
}

const char *sett_operation_name (sett_operation);

#endif
