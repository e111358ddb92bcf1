/* A check run: one search of a model for one property. */

#ifndef SETT_CLI_CHECK_RUN_H
#define SETT_CLI_CHECK_RUN_H

#include "cli/properties.h"
#include "cli/loaded_model.h"
#include "report/growth.h"
#include "search/combination.h"

typedef struct sett_check_run {
  const sett_properties_item *item;
  sett_loaded_model loaded_model;
  sett_search_options search;
  sett_reduction reduction; /* that is used */
  sett_result result;       /* once it is `done` */
  sett_result so_far;       /* while it is not, under the lock: statistics and
                               violations, whose paths belong to `result` */
  int done;                 /* under the lock */
  sett_growth growth;       /* in time; empty if nobody watches */
  /* Under the lock: who searches, or has.  With --gpu processors may come first
     (gpu_race.h): so many, or 0. */
  char device[256]; /* with its driver; "": the processor */
  unsigned processors;
} sett_check_run;

/* How to search, beyond what the options say. */
typedef struct sett_manner {
  sett_wish reduce;
  sett_cache cache;
  int sleep;
  const struct sett_transport *transport; /* to other ranks; null: alone */
} sett_manner;

/* Refuses options that exclude each other. */
sett_exit sett_check_run_check_options (const sett_options *);

/* Loads the model for `item`, which must outlive the check run.  Prints an
   error message and gives its status on failure; `release` is due either way.
   Warnings are printed if `warns`. */
sett_exit sett_check_run_load (sett_check_run *, const sett_input *,
                               const sett_options *,
                               const sett_properties_item *, int warns);

/* Chooses the reduction.  False, with a sentence in `refusal`, if the search
   would not be sound; `note` gets a remark when there is no reduction. */
int sett_check_run_prepare (sett_check_run *, const sett_options *,
                            const sett_manner *, sett_text *refusal,
                            sett_text *note);

/* Searches as prepared.  Prints an error message and gives its status if that
   cannot begin, which happens with --gpu only. */
sett_exit sett_check_run_search (sett_check_run *, const sett_options *);

/* The lock of all check runs.  Who must speak while a search goes on, and end
   everything then, takes it for good: whoever comes to an end meanwhile waits
   for that. */
void sett_check_run_lock (void);
void sett_check_run_unlock (void);

/* What is known of a search that goes on counts no more: another one begins. */
void sett_check_run_forget (sett_check_run *);

/* The result as far as it is known. */
const sett_result *sett_check_run_result (const sett_check_run *);

/* Bytes that the command may use; with --gpu, beside those of the device. */
size_t sett_check_run_memory (const sett_options *);

void sett_check_run_release (sett_check_run *);

/* A deliberate error, for the tests of the tests; 0: none. */
unsigned sett_check_run_mutant (void);

#endif
