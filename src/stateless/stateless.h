/* Searches that store no states: they write plans, read logs, and know from
   them what is still to be explored.

   A search is asked for the next plan and told what came of it, in turns, until
   there is no further plan.  It never runs anything by itself: whoever drives
   it can watch limits, look for errors in the logs, and go on after an
   execution that took its process with it.

   All of them visit every deadlock and every assertion that a program without
   endless executions can reach, if nothing bounds them:

   dpor        optimal dynamic partial-order reduction (source sets and wake-up
               trees, after Abdulla, Aronis, Jonsson, Sagonas): one execution
               of each Mazurkiewicz trace, and none that ends asleep; with
               states: persistent sets that grow (stateful.c)
   ifsss       Stoller's IF-SSS: persistent and sleep sets over visible
               operations
   sss         the same on composed transitions: a visible operation together
               with the invisible ones that follow
   exitblock   Bruening's ExitBlock: every order of the visible operations
   exitblockrw the same with sleep sets and a dependency of reads and writes
   random      random walks; says nothing about what it has not seen
   pct         random priorities with few changes (Burckhardt et al.) */

#ifndef SETT_STATELESS_STATELESS_H
#define SETT_STATELESS_STATELESS_H

#include "kernel/division.h"
#include "kernel/runner.h"

typedef enum sett_stateless_kind {
#define STATELESS(NAME, WORD) SETT_STATELESS_##NAME,
#include "stateless/stateless.def"
#undef STATELESS
  SETT_STATELESS_KINDS
} sett_stateless_kind;

/* A search need not begin at the beginning: what is to be explored are the
   executions that begin with these choices, as far as they do not begin with
   one of the sleepers after that (as in a plan). */
typedef struct sett_stateless_root {
  const sett_choice *choices;
  /* On the way, of each state: threads that others explore from there (or did
     before).  If somebody else must go there, too, the parts were wrong. */
  const sett_thread_set *explored;
  uint32_t length;
  const sett_sleeper *sleepers;
  uint32_t sleep_count;
  uint32_t extension; /* it is there by this refutation, plus 1; 0: by none */
} sett_stateless_root;

/* Several searches can share the work (partition.c): each of them finds the
   same parts of it, and explores those that it claims.  Not for random and pct.
 */
typedef struct sett_stateless_pool {
  uint32_t parts; /* about so many, or some times as many */
  /* dpor: which threads go first where ways part.  Null: all.  The search that
     has observed something decides, and writes it down; the others read it. */
  sett_thread_set *masks;
  uint32_t *mask_count, mask_room;
  const struct sett_observed *observed;
  /* The next part that nobody has claimed: 0, 1, 2, ..., or of a division.  A
     number that there is not: none, at present. */
  uint64_t (*claim) (void *context);
  /* Null, or parts that were given up, the first of them in eras before; who
     divides one has its own in mind until `divide` takes it.  Only one does so
     at a time. */
  const sett_division *divisions;
  const volatile uint32_t *division_count;
  uint32_t old_divisions;
  void (*divide) (void *context, const sett_division *);
  /* What was refuted before: the parts that this takes come behind those that
     there were without it, which keep their numbers. */
  const sett_refutation *extensions;
  uint32_t extension_count;
  uint32_t answered; /* parts that are there by fewer of them are done */
  /* Notes that there is more; false: it cannot be.  Null: it never can. */
  int (*refute) (void *context, const sett_refutation *);
  volatile uint64_t
      *part_count; /* null, or where to write how many there are */
  void *context;
} sett_stateless_pool;

typedef struct sett_stateless_options {
  sett_stateless_kind kind;
  int preemptions;      /* explore only executions with at most so many: -1
                           no bound.  Without reduction then (ifsss order). */
  uint64_t seed;        /* of random and pct */
  uint64_t executions;  /* of random and pct: so many; 0: without end */
  uint32_t pct_changes; /* pct: so many changes of priority */
  uint32_t most_events; /* of one execution */
  size_t most_records;  /* dpor: of events that are to be executed, before what
                           is known of them is given up; 0: no limit */
  /* Null, or: no longer 0 when the search is of no use any more, and need not
     learn what there is to learn; it is bounded then. */
  const volatile int *stop;
  const sett_stateless_root *root; /* null: the beginning */
  const sett_stateless_pool *pool; /* null: all of it is for this search */
  /* Executions end in states that were met before (as SETT_MATCHED). Exitblock,
     where nothing depends on how a state was reached, or dpor, with summaries
     of what is below each state (stateful.c). */
  int stateful;
  int locally; /* not dpor: process-local reduction (local_reduction.h) */
  int mutant;  /* tests: a deliberate error (mutant.def); 0: none */
} sett_stateless_options;

/* What a search has done so far. */
typedef struct sett_stateless_statistics {
  uint64_t executions;
  uint64_t races;    /* dpor: that were considered, */
  uint64_t branches; /* that led to something new */
  uint64_t twice;    /* that led to something explored before: never, as long as
                        effects can be foreseen */
  uint64_t
      asleep; /* executions that ended so; dpor: only because of violations */
  uint64_t departed; /* plans that could not be followed */
  uint64_t restarts; /* so often everything before turned out to be in vain, or
                        what was before in the same part */
} sett_stateless_statistics;

typedef struct sett_stateless sett_stateless;

sett_stateless *sett_stateless_create (const sett_stateless_options *);
void sett_stateless_destroy (sett_stateless *);

/* What threads may do at most, for ifsss and sss (persistent_threads.h): before
   the first plan.  The caller keeps it until the end. */
struct sett_bounds;
void sett_stateless_bound (sett_stateless *, const struct sett_bounds *);

/* The next plan, valid until sett_stateless_learn; null: all is explored. */
const sett_plan *sett_stateless_next (sett_stateless *);

/* Does the plan only serve to find out which parts there are to be explored?
   Then its execution is going to be repeated as part of one of them. */
int sett_stateless_is_scouting (const sett_stateless *);

/* Did it turn out that the parts are not all there is, and could not be noted?
 */
int sett_stateless_is_refuted (const sett_stateless *);

/* A number that changes when it begins with another part. */
uint64_t sett_stateless_part (const sett_stateless *);

/* A search that shares the work shall explore its parts once more; a digest
   tells whether others have the same parts. */
void sett_stateless_repeat (sett_stateless *);
uint64_t sett_stateless_digest (const sett_stateless *);

/* Does it know the parts that there were at first? */
int sett_stateless_has_parts (const sett_stateless *);

/* The part at hand takes too long: it is given up, so that what came of it must
   be forgotten, and divided anew into about so many, by what was observed,
   which is there until that is done.  False: that cannot be (dpor only).  The
   caller has seen to it that nobody else divides. */
int sett_stateless_give_up (sett_stateless *, const struct sett_observed *,
                            uint32_t ways);
int sett_stateless_is_dividing (const sett_stateless *);

/* The numbers of the parts that it has explored to their end. */
const uint32_t *sett_stateless_done (const sett_stateless *, size_t *count);

/* The one that it explores, or did last. */
uint32_t sett_stateless_current (const sett_stateless *);

/* What came of it.  A plan must not be followed by another one before. */
void sett_stateless_learn (sett_stateless *, const sett_log *);

const sett_stateless_statistics *
sett_stateless_statistics_of (const sett_stateless *);

/* After learning: the share of what is known to be explored that is; each
   branch counts as much as its sisters.  What is not known yet is not in it, so
   that it is mostly too large.  0: it cannot tell. */
double sett_stateless_progress (const sett_stateless *);

/* What the search knows as bytes (saved.h), after it has learnt and before it
   is asked for the next plan.  A search that was just created with the same
   options goes on from there: `log` is what comes of the last plan when it is
   run again. False: what was read cannot be right; the search is of no use
   then. */
struct sett_saved;
int sett_stateless_can_be_saved (const sett_stateless *);
void sett_stateless_save (const sett_stateless *, struct sett_saved *);
int sett_stateless_load (sett_stateless *, struct sett_saved *,
                         const sett_log *);

/* Did a bound on the search (not a limit of the driver) leave anything out? */
int sett_stateless_bounded (const sett_stateless *);

#endif
