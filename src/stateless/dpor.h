/* The parts of optimal dynamic partial-order reduction: dpor.c (the search, and
   why nothing is missed), dpor_sleep.c (sleep sets, and who begins a sequence),
   dpor_races.c (races, and what reverses them).

   The names of Abdulla, Aronis, Jonsson and Sagonas, and where they are here:

   E'          the execution up to an event: its node
   wut (E')    wake-up tree: `wut` of the node (wakeup.h)
   done (E')   `done` of the node: explored from there
   sleep (E')  `sleepers` of the node, inherited, and `done`
   v           `sequence`: not-dep (e, E) and the event that is to come earlier
               (reversal.h)
   I (v)       initials: sett_sequence_is_initial
   WI (v)      weak initials, in v or independent of all of it: weak_initial
               in dpor_sleep.c, asked of whoever sleeps
   e <~ e'     a reversible race: sett_dpor_find_races, sett_reversal_build
   insert      sett_wakeup_insert: up to equivalence

   Besides there are dead ends, which they do not have: `dead` and `parked` are
   to events that end the execution what `done` and `sleepers` are to others. */

#ifndef SETT_STATELESS_DPOR_H
#define SETT_STATELESS_DPOR_H

#include "base/mutant.h"
#include "base/vector.h"
#include "stateless/footprint.h"
#include "stateless/reversal.h"
#include "stateless/stateless_search.h"

/* An event that need not be executed: it was, here or earlier. */
typedef struct sett_dpor_sleeper {
  const sett_wakeup *record;
  uint32_t arrivals; /* at its barrier, since it was executed */
} sett_dpor_sleeper;

/* A state of the execution at hand: the one before the event of that index. */
typedef struct sett_dpor_node {
  sett_wakeup *wut;     /* what is still to be explored from here on */
  sett_wakeup *current; /* what is being explored, if it came from the tree */
  sett_wakeup *done;    /* what was explored */
  sett_wakeup *dead;    /* what turned out to end the execution */
  uint32_t first_sleeper, sleepers;
  uint32_t first_parked, parked;
  sett_thread_set refused; /* threads that the plan wanted here, and that could
                              not go */
} sett_dpor_node;

/* A pair of events in a race. */
typedef struct sett_dpor_race {
  uint32_t first, second;
} sett_dpor_race;

typedef struct sett_dpor {
  sett_stateless search;
  sett_happens_before order;
  sett_wakeup_pool pool;
  sett_sequence sequence;
  sett_footprints footprints;
  const sett_log *raw;     /* the last log as the runner wrote it */
  sett_happens_before way; /* of that, where it matters (sett_dpor_has_way) */
  const sett_happens_before *scanned; /* for races: order, or way */
  sett_plan plan;
  SETT_VECTOR (sett_choice) choices;
  SETT_VECTOR (sett_dpor_node) nodes; /* as many as the plan or the log needs */
  SETT_VECTOR (sett_dpor_sleeper)
  sleepers; /* of the nodes, one after the other */
  SETT_VECTOR (const sett_wakeup *) parked; /* likewise: dead ends */
  SETT_VECTOR (sett_sleeper) sleep_set;     /* the plan's sleepers */
  SETT_VECTOR (sett_dpor_race) open;        /* by second event, ascending */
  SETT_VECTOR (uint32_t) cursors;           /* of the search for races */
  uint32_t start; /* the first event of which nothing is known */
  int begun;
  int again;     /* go on from the last node at will */
  uint32_t root; /* no node before it branches */
  SETT_VECTOR (sett_thread_set) elsewhere; /* explored by others: of those */
  SETT_VECTOR (sett_wakeup *) root_parked; /* as if dead ends there */
} sett_dpor;

/* Is the search to be given up?  What it knows then is not complete. */
static inline int sett_dpor_must_stop (const sett_dpor *d) {
  return d->search.options.stop && *d->search.options.stop;
}

/* Does the last execution begin on a way to a root, and is it known with other
   effects than it had (footprint.h)?  Then races with events on the way are
   those of what was executed: partition.c says why. */
static inline int sett_dpor_has_way (const sett_dpor *d) {
  return d->root && d->order.log != d->raw &&
         SETT_MUTANT (d->search.options.mutant) !=
             SETT_STATELESS_MUTANT_WAY_BELIEVED;
}

/* Sleep sets (dpor_sleep.c). */

/* The sleep set of the state after an event, from the one before: behind those
   that there are. */
void sett_dpor_pass_sleepers (sett_dpor *, uint32_t index);

/* Does anybody sleep in the state after an event? */
int sett_dpor_anybody_sleeps (const sett_dpor *, uint32_t index);

/* The same for dead ends: as the runner does it. */
void sett_dpor_pass_parked (sett_dpor *, uint32_t index);

/* The sequence shall be executed from before the event `first` on, unless
   somebody who sleeps there begins it.  False: it has to be considered in other
   executions, too. */
int sett_dpor_insert (sett_dpor *, uint32_t first);

/* Races (dpor_races.c). */

/* Finds the events that race with this one, and inserts what reverses them. */
void sett_dpor_find_races (sett_dpor *, uint32_t index);

/* Races of older events that depend on the rest of the execution. */
void sett_dpor_reconsider (sett_dpor *);

/* What threads were about to do when the execution ended, dead ends
   included. */
void sett_dpor_find_pending_races (sett_dpor *, const sett_log *);

#endif
