/* The successors of a state as a search sees them: those of the model, thinned
   out by a reduction, combined with the moves of a claim.

   With a claim a state of the search is a word of eight bytes, the state of
   the claim (and of the fairness counter), followed by the state of the model.

   A reduction may leave out intermediate states, so that a successor can be
   several stable states of the model away. */

#ifndef SETT_SEARCH_EXPLORER_H
#define SETT_SEARCH_EXPLORER_H

#include "kernel/claim.h"
#include "kernel/expand.h"
#include "kernel/path.h"
#include "reduce/reduce.h"

typedef struct sett_explorer_options {
  const sett_claim *claim; /* null: none */
  int fair;                /* weak fairness: only cycles in which each process
                              moves or is blocked at some point */
  sett_reduction reduction;
} sett_explorer_options;

typedef enum sett_extent {
  SETT_EXTENT_REDUCED, /* what the reduction selects */
  SETT_EXTENT_FULL     /* everything */
} sett_extent;

typedef struct sett_explorer sett_explorer;

/* What is known of the model can be shared with another explorer of the same
   thread, which must live longer; null: with none. */
sett_explorer *sett_explorer_create (sett_model *,
                                     const sett_explorer_options *,
                                     const sett_explorer *sharing);
void sett_explorer_destroy (sett_explorer *);

/* Notes what is executed; without a claim only, since with one not every run
   is explored. */
struct sett_coverage;
void sett_explorer_record (sett_explorer *, struct sett_coverage *);

/* The initial state: one step in the sink, or a violating one. */
void sett_explore_initial (sett_explorer *, sett_sink *);

/* The successors of a state, valid until the next call.  Their steps are the
   last ones on the way. */
const sett_sink *sett_explore (sett_explorer *, const unsigned char *state,
                               uint32_t size, sett_extent);

/* About the last sett_explore: was something left out?  Could nobody move?
   (Then a claim still reads the state again and again.) */
int sett_explore_was_reduced (const sett_explorer *);
uint32_t sett_explore_passed (const sett_explorer *); /* see reduce.h */
int sett_explore_was_stuck (const sett_explorer *);

/* The states of the model that two-phase has passed then: see reduce.h. */
const struct sett_state_list *sett_explore_trip (const sett_explorer *);

/* What the reduction has learnt: see reduce.h. */
void sett_explorer_save (const sett_explorer *, struct sett_saver *);
void sett_explorer_restore (sett_explorer *, struct sett_loader *);

/* What is wrong with the reduction, when it is tested; null: nothing. */
const char *sett_explorer_wrong (const sett_explorer *);

/* Does a state of the search count as accepting?  Has the claim ended? */
int sett_explorer_accepting (sett_explorer *, const unsigned char *state,
                             uint32_t size);
int sett_explorer_final (sett_explorer *, const unsigned char *state,
                         uint32_t size);

/* The part of a state that is the model's. */
const unsigned char *sett_explorer_system (const sett_explorer *,
                                           const unsigned char *state,
                                           uint32_t size,
                                           uint32_t *system_size);

/* Finds the small steps of the model on the way from a state to one of its
   successors, or to the violation of `violating` when `target` is null, and
   appends them to `path`; false if there is no way. */
int sett_explorer_connect (sett_explorer *, const unsigned char *from,
                           uint32_t from_size, const unsigned char *target,
                           uint32_t target_size, const sett_step *violating,
                           sett_extent, sett_path *);

#endif
