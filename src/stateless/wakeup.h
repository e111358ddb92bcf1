/* Wake-up trees: what is to be executed from a point of an execution on, so
   that races are reversed there and nothing is executed twice.

   A branch of such a tree is a sequence of events.  Only its leaf leaves open
   what comes next.  Sequences that are compatible, that is, which some
   execution extends both, share a branch; so different leaves lead to
   different executions.

   The same records serve for events that are explored already. */

#ifndef SETT_STATELESS_WAKEUP_H
#define SETT_STATELESS_WAKEUP_H

#include "stateless/happens_before.h"

typedef struct sett_wakeup {
  struct sett_wakeup *next;  /* the branch that comes after this one */
  struct sett_wakeup *child; /* null: a leaf */
  sett_event event;
  sett_effect *effects;
  uint32_t room;
  uint8_t complete;   /* explored events: all its alternatives are */
  uint8_t shared;     /* a sequence without it relies on this branch */
  sett_effect few[2]; /* where the effects usually are */
} sett_wakeup;

/* Records are used again and again. */
typedef struct sett_wakeup_pool {
  sett_wakeup *free;
  struct sett_wakeup_chunk *chunks;
  size_t used; /* records that are in use */
} sett_wakeup_pool;

void sett_wakeup_pool_release (sett_wakeup_pool *);

sett_wakeup *sett_wakeup_get (sett_wakeup_pool *, const sett_event *,
                              const sett_effect *);
void sett_wakeup_set (sett_wakeup *, const sett_event *, const sett_effect *);

/* Gives back a list of branches with all that grows on them. */
void sett_wakeup_put (sett_wakeup_pool *, sett_wakeup *);

/* Leaves of each branch of a list nothing but its first event. */
void sett_wakeup_shorten (sett_wakeup_pool *, sett_wakeup *);

/* The item of a sequence that is no event of the execution at hand, but the
   one that shall come earlier. */
#define SETT_EARLIER UINT32_MAX

/* Events of an execution from some point on, none of which depends on the one
   that happened there; and one that shall come earlier than it did. */
typedef struct sett_sequence {
  const sett_happens_before *order;
  int mutant;           /* stateless_search.h */
  uint32_t most_extras; /* so many items at most come along that need not */
  uint32_t *items;      /* indices of events, ascending, and SETT_EARLIER: */
  uint32_t from;        /* those from here on */
  uint32_t count, room;
  sett_event event; /* the one that shall come earlier, */
  sett_effect *effects;
  uint32_t effect_room;
  int settled;    /* its effects are sure to be these */
  int unknown;    /* nobody knows them */
  uint32_t first; /* the event that it shall be earlier than */
  /* While it is built: */
  uint32_t end;     /* of the events that may be in it */
  uint32_t without; /* ...but this one and what happens after it; or none */
  int complete;     /* all that do not happen after the first are in it */
  /* While it is inserted: */
  int found; /* once the earlier event was found, was everything on the way to
                it needed?  -1: not yet */
  const sett_wakeup **way; /* the branches that it went along */
  uint32_t way_count, way_room;
  uint32_t past[SETT_MOST_THREADS];  /* those in the sequence that precede it */
  uint32_t cause[SETT_MOST_THREADS]; /* those that precede it in whatever
                                        execution needs this sequence */
} sett_sequence;

void sett_sequence_release (sett_sequence *);

/* Is the item the first thing its thread does in the sequence, and does
   nothing in the sequence precede it? */
int sett_sequence_is_initial (const sett_sequence *, uint32_t position);

/* The first item of a thread: its position, or SETT_NO_EVENT. */
uint32_t sett_sequence_find (const sett_sequence *, unsigned thread);

/* Is some event, known as it would be before the sequence, independent of all
   of it, perhaps without the earlier one?  `missing`: if it arrives at a
   barrier, so many are missing then; 0: not known. */
int sett_sequence_independent (const sett_sequence *, const sett_event *,
                               const sett_effect *, uint64_t missing,
                               int without_earlier);

/* How many are missing at the barrier where the event arrives, by what is
   recorded.  0: it is none. */
uint64_t sett_wakeup_missing (const sett_wakeup *);

/* Does the item precede the earlier event in every execution that needs the
   sequence? */
int sett_sequence_needs (const sett_sequence *, uint32_t item);

/* Adds the sequence to a tree unless it has a compatible one, which does not
   begin with any of these threads.  Consumes it.  True if the branch has
   nothing up to the earlier event but what is needed in any case. */
int sett_wakeup_insert (sett_wakeup_pool *, sett_wakeup **tree, sett_sequence *,
                        sett_thread_set known);

#endif
