/* Locks for many readers or one writer: who reads, and the gate before such a
   lock.

   ReentrantReadWriteLock lets nobody in to read while a writer waits at the
   head of its queue, but those who read already.  So a lock has a gate, as one
   that prefers writers has in C (runtime/sync/rwlock.c): a writer closes it,
   waits for the lock, and opens it when it has that; who comes to read passes
   it, that is, shares it until it has the lock.  Who only tries does not look
   at it.

   That matters only if somebody who reads does something in between: else those
   who read are gone whoever waits at the gate, so that a writer who comes early
   could as well have come when it gets the lock.  So there are no gates at
   first.  If a thread has an event, other than the end of its reading, while it
   reads, that is learnt (SETT_LEARNT_GATES), and the search begins again with
   gates.  If it never happens in what is explored it never happens: equivalent
   executions have the same events.  A wait with a time limit asks about the
   gate as well. */

#ifndef SETT_JAVA_AGENT_LOCK_GATES_H
#define SETT_JAVA_AGENT_LOCK_GATES_H

#include "java/agent/jvm_world.h"
#include "kernel/object.h"

typedef struct sett_jreading {
  uint32_t *clock; /* what those who have read had seen; or null */
  uint64_t gate;   /* a word as in kernel/object.h */
  uint32_t holds[SETT_MOST_THREADS]; /* how often each thread reads */
} sett_jreading;

/* The word of the lock itself. */
static inline uint64_t sett_lock_word (const sett_thing *m) {
  return m->owner >= 0 ? (uint64_t)m->owner + 1 : m->readers * SETT_READER;
}

/* Are there gates? */
int sett_gates_are (void);

/* The event of coming to the gate, if there are any; false: the execution is
   over. */
int sett_gate_enter (JNIEnv *, sett_jthread *, sett_thing *, sett_effect_kind,
                     uintptr_t place);
/* It has the lock: part of that event. */
void sett_gate_leave (sett_thing *, sett_effect_kind);

/* The thread has it to read from now on; it does so no more: parts of the
   present event. */
void sett_reading_begin (JNIEnv *, sett_jthread *, sett_thing *,
                         uintptr_t place);
void sett_reading_end (sett_jthread *, sett_thing *);

#endif
