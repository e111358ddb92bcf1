/* A trial: one search of a model for one property. */

#ifndef SETT_CLI_TRIAL_H
#define SETT_CLI_TRIAL_H

#include "cli/agenda.h"
#include "cli/subject.h"
#include "search/combination.h"

typedef struct sett_trial {
  const sett_agenda_item *item;
  sett_subject subject;
  sett_search_options search;
  sett_reduction reduction; /* that is used */
  sett_result result;       /* once it is `done` */
  int done;
  sett_statistics latest; /* while it is not: see sett_trial_latest */
  char device[256]; /* that searched, with its driver; "": the processor */
} sett_trial;

/* How to search, beyond what the options say. */
typedef struct sett_manner {
  sett_wish reduce;
  sett_cache cache;
  int sleep;
} sett_manner;

/* Refuses options that exclude each other. */
sett_exit sett_trial_check_options (const sett_options *);

/* Loads the model for `item`, which must outlive the trial.  Prints an error
   message and gives its status on failure; `release` is due either way.
   Warnings are printed if `warns`. */
sett_exit sett_trial_load (sett_trial *, const sett_input *,
                           const sett_options *, const sett_agenda_item *,
                           int warns);

/* Chooses the reduction.  False, with a sentence in `refusal`, if the search
   would not be sound; `note` gets a remark when there is no reduction. */
int sett_trial_prepare (sett_trial *, const sett_options *, const sett_manner *,
                        sett_text *refusal, sett_text *note);

/* Searches as prepared.  Prints an error message and gives its status if that
   cannot begin, which happens with --gpu only. */
sett_exit sett_trial_search (sett_trial *, const sett_options *);

/* How far a search has come, for other threads than its own. */
sett_statistics sett_trial_latest (const sett_trial *);

/* Bytes that the command may use; with --gpu, beside those of the device. */
size_t sett_trial_memory (const sett_options *);

void sett_trial_release (sett_trial *);

/* A deliberate error, for the tests of the tests; 0: none. */
unsigned sett_trial_mutant (void);

#endif
