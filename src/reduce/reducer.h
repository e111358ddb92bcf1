/* What the reductions share.  Internal to this folder. */

#ifndef SETT_REDUCE_REDUCER_H
#define SETT_REDUCE_REDUCER_H

#include "base/vector.h"
#include "reduce/leap_groups.h"
#include "reduce/backoff.h"
#include "reduce/memo.h"
#include "reduce/reduce.h"
#include "reduce/dependency.h"
#include "reduce/state_list.h"

/* A stable state on the way to a successor. */
typedef struct sett_leg {
  uint32_t parent; /* another one; SETT_NO_LEG: the state itself */
  uint32_t size;
  unsigned char *state; /* owned */
} sett_leg;

#define SETT_NO_LEG UINT32_MAX

/* What was learnt in other states; shared by the reducers of a thread. */
typedef struct sett_experience {
  sett_memo choices; /* by positions and what is possible: the processes of the
                        best set */
  sett_backoff backoff, stubborn_backoff, single_backoff, move_backoff;
  uint32_t rest; /* states to come in which nothing is tried */
  /* States in which a position was met for the first time: see experience.c. */
  SETT_VECTOR (sett_leg) first_met;
} sett_experience;

/* Notes the state in which a position was met for the first time. */
void sett_experience_note (sett_experience *, const unsigned char *state,
                           uint32_t size);
void sett_experience_release (sett_experience *);

struct sett_reducer {
  sett_model *model;
  sett_reduction reduction;
  sett_expander *expander;
  sett_dependency *dependency; /* null: nothing is reduced */
  sett_experience *experience;
  int owns_both;
  struct sett_reduce_checker *checker; /* null unless asked for */

  /* The state whose successors are being selected. */
  const unsigned char *state;
  uint32_t size;
  unsigned count; /* processes */
  const sett_position *at[SETT_MOST_PROCESSES];
  int stuck;

  /* Successors that are not simply those of the expander. */
  sett_sink out;
  sett_state_list trip; /* of two-phase */
  uint32_t passed;      /* how many of them, first in `out`, were only passed */

  /* Only while a path is wanted: the ways to the successors in `out`. */
  int recording;
  SETT_VECTOR (sett_leg) legs;
  SETT_VECTOR (uint32_t) origins; /* by successor */
};

/* Makes a state the one to select for. */
void sett_reducer_look (sett_reducer *, const unsigned char *state,
                        uint32_t size);

/* Should something be tried?  Always, when a state must have the same set
   whenever it is asked for, and when a path is wanted. */
static inline int sett_reducer_tries (const sett_reducer *r,
                                      sett_backoff *backoff) {
  return r->reduction.steady || r->recording || sett_backoff_tries (backoff);
}

/* All successors of the current state. */
const sett_sink *sett_reducer_all (sett_reducer *);

/* Appends a successor. */
void sett_reducer_deliver (sett_reducer *, const sett_step *,
                           const unsigned char *state, uint32_t origin);

/* Notes a state on the way, when recording; gives its number. */
uint32_t sett_reducer_note (sett_reducer *, const unsigned char *state,
                            uint32_t size, uint32_t parent);

/* The processes whose steps may be an ample set, as far as positions tell; all
   of them when there are more than 64. */
uint64_t sett_ample_candidates (sett_reducer *);

/* --- ample.c: sets of one process --- */

/* Are the transitions in `can`, those of process `i` that are possible, an
   ample set? */
int sett_ample_is_undisturbed (sett_reducer *, unsigned i, uint64_t can);

/* Puts the steps of process `i` into the expander's sink if they are an ample
   set: nobody else can ever disturb one that is possible, or make one possible
   that is not, before one of them is taken.  Gives the sink, or null. */
sett_sink *sett_ample_steps (sett_reducer *, unsigned process);

/* May these steps, all of them, be taken instead of all?  They lead on, and
   the claim and the proviso do not object. */
int sett_ample_suits (sett_reducer *, const sett_sink *steps);

/* discreet.c: may this transition of a process be selected under weak
   fairness? */
int sett_discreet (sett_reducer *, unsigned process, unsigned number);

/* The closure of the steps in the expander's sink, which are given, or null if
   they do not lead on after all.  All sets that are selected pass here, and
   the checker sees them. */
const sett_sink *sett_ample_close (sett_reducer *, const sett_sink *steps);

/* Selects the first ample set that suits, or nothing: null. */
const sett_sink *sett_ample_select (sett_reducer *);

/* The same with the one that has the fewest steps. */
const sett_sink *sett_ample_best (sett_reducer *);

/* The only step of the first process that has but one, in an ample set that
   suits, without violation; null: there is none. */
const sett_sink *sett_ample_single (sett_reducer *);

/* Persistent and stubborn sets: the steps that are left in the expander's sink,
   or null: everything must be explored. */
sett_sink *sett_persistent_filter (sett_reducer *);
sett_sink *sett_stubborn_filter (sett_reducer *);

/* Some processes, not more than 64 in all, whose steps are a persistent set. */
typedef struct sett_party {
  uint64_t processes;
  uint32_t steps;
} sett_party;

/* Such sets of the current state, grown from each process; how many. */
unsigned sett_persistent_parties (sett_reducer *, sett_party parties[64]);
unsigned sett_stubborn_parties (sett_reducer *, sett_party parties[64]);

/* Leaves the steps of a party. */
void sett_party_filter (sett_sink *steps, const sett_party *);

/* The closure of such a persistent set, or null. */
const sett_sink *sett_persistent_select (sett_reducer *);

/* The best ample set of one process, if there is one, else the best stubborn
   set, closed; else everything, and *reduced is cleared. */
const sett_sink *sett_stubborn_select (sett_reducer *, int *reduced);

/* Null: all successors are to be explored. */
const sett_sink *sett_twophase_select (sett_reducer *);

/* The product of ample sets, or of the sets that the reduction says; null:
   there is none.  With `extends` also what they leave out.  *reduced says
   whether something is left out. */
const sett_sink *sett_leap_select (sett_reducer *, int extends, int *reduced);

/* The successors, each moved on while there is a single step. */
const sett_sink *sett_selective_cache (sett_reducer *,
                                       const sett_sink *successors);

#endif
