/* Data races: two accesses of different threads to the same memory, at least
   one of them a write and one not atomic, that nothing orders.

   Order is what the program's synchronisation makes (vector clocks over locks,
   creation and joining, semaphores, atomics with their memory order...).  If no
   execution of the search has a race then no execution at all has one, and
   accesses to memory need not be visible: that is what makes the search small.

   Every 8 bytes of memory that were accessed have a cell with the accesses
   that still matter: an access is forgotten when a later one, ordered after it,
   would race with everything that it would race with. */

#ifndef SETT_RUNTIME_RACES_H
#define SETT_RUNTIME_RACES_H

#include "runtime/core/engine.h"

/* Before each execution, unless it goes on from a checkpoint. */
void sett_races_begin (void);

/* The leader: the same for memory that processes share. */
void sett_races_begin_shared (void);

/* At the snapshot. */
void sett_races_snapshot (void);

/* At a checkpoint; false: there is no room... */
typedef struct sett_races_past {
  size_t trail, kept, ranges;
} sett_races_past;

int sett_races_mark (sett_races_past *);
/* ...and the way back to it. */
void sett_races_back (const sett_races_past *);

enum {
  SETT_MEMORY_READ = 0,
  SETT_MEMORY_WRITE = 1,
  SETT_MEMORY_ATOMIC = 2,
  SETT_MEMORY_FREE = 4,
  SETT_MEMORY_MORE = 8,    /* not the first one of the same call */
  SETT_MEMORY_LEAVES = 16, /* the last one before who destroys it goes on */
};

void sett_races_access (const void *, size_t, unsigned how, uintptr_t place);

/* The kernel or the run-time accesses so much for a call of the program; for
   others that is nobody's business. */
void sett_races_served (const void *, long size, unsigned how, uintptr_t place);
/* For entry.c: an access by instrumented code.  The kind is the number of
   bytes, then a bit: it writes. */
void sett_races_plain (const void *, unsigned kind, uintptr_t place);
void sett_races_check (const void *, unsigned kind, uintptr_t place)
    __attribute__ ((visibility ("hidden")));

void sett_races_allocated (const void *, size_t);
void sett_races_freed (const void *, size_t, uintptr_t place);

/* What was freed may be freed once more, page by page; but who did so first
   must have come before: else what it was freed after is not known to be over.
 */
void sett_races_freed_again (const void *, uintptr_t place);
/* The process has unmapped memory that processes share: that races with what
   its other threads do there.  Others may go on to use it. */
void sett_races_left (const void *, size_t, uintptr_t place);
/* Memory that processes share is still there for this one. */
void sett_races_must_be_mapped (const void *, size_t, uintptr_t place);
/* The object is being destroyed, which waits for those that leave it. */
void sett_races_destroyed (const void *object);

/* Synchronisation through an object: what happened before the release happens
   before what follows the acquisition. */
void sett_races_acquire (const void *object);
void sett_races_release (const void *object);
/* ...by a thread that ends now. */
void sett_races_release_of (const sett_thread *, const void *object);
/* ...replacing what was released before. */
void sett_races_publish (const void *object);

/* Atomics that neither acquire nor release, and fences that do it for them. */
void sett_races_relaxed_load (const void *object);
void sett_races_relaxed_store (const void *object);
void sett_races_relaxed_update (const void *object);
void sett_races_fence (int acquires, int releases);
/* An update that others take for a load does not release, though it should,
   or though a fence did: races after this need not be races (atomics.c). */
void sett_races_withhold (const void *object, int releases);

/* Does everything that was released through the object happen before? */
int sett_races_ordered (const void *object);
/* ...or could it also come later?  Composed transitions that only pass through
   a lock are not tried in both orders (sett_transition_wakes_then), so that the
   order in which they came says nothing: then only those that were joined are
   known to have been before. */
int sett_races_could_be_later (const void *object);

/* The process ends: what any of its threads did is before what others learn by
   that. */
void sett_races_end_process (void);

/* From one thread to another directly. */
void sett_races_pass (sett_thread *from, sett_thread *to);

/* Stateful: all accesses that still matter, to so many granules each. */
typedef struct sett_access_past {
  uintptr_t low, count;
  uint32_t clock; /* of the thread, when it was */
  uint8_t thread, mask, how;
} sett_access_past;

void sett_races_each (void (*visit) (const sett_access_past *, void *), void *);
/* ...and those to memory that processes share, by all of them. */
void sett_races_each_shared (void (*visit) (const sett_access_past *, void *),
                             void *);

/* The other access of the race that was found last. */
typedef struct sett_race {
  const void *address;
  size_t size;
  struct {
    uint8_t thread, how;
    uintptr_t place;
    const struct sett_testimony *testimony; /* when narrating; else null */
    uint32_t event;
  } first, second;
} sett_race;

extern sett_race sett_last_race __attribute__ ((visibility ("hidden")));

/* After a fork: this process has a table of its own. */
void sett_races_adopt (void);

#endif
