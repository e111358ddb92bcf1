/* Which reduction to use for what is asked, or why it cannot be used.

   Nothing unsound is ever run: what combination.def does not promise is
   refused, with the reason and what to do instead. */

#ifndef SETT_SEARCH_COMBINATION_H
#define SETT_SEARCH_COMBINATION_H

#include "search/search.h"

struct sett_text;

/* In the order of the option --reduce. */
typedef enum sett_wish {
#define REDUCTION(NAME, WORD, DEADLOCKS, ASSERTIONS, CYCLES, FAIR, FUNCTION,   \
                  CACHE, LEVELS, TEXT)                                         \
  SETT_WISH_##NAME,
#include "search/combination.def"
#undef REDUCTION
  SETT_WISH_AUTO,
  SETT_WISH_LOCAL /* of systems of processes (stateless); not of models */
} sett_wish;

/* Of which sets leaps are made: with the words of --leaps. */
#define SETT_LEAPS(ROW)                                                        \
  ROW (AMPLE, "ample")                                                         \
  ROW (PERSISTENT, "persistent")                                               \
  ROW (STUBBORN, "stubborn")
typedef enum sett_leaps_of {
#define ROW(NAME, WORD) SETT_LEAPS_OF_##NAME,
  SETT_LEAPS (ROW)
#undef ROW
} sett_leaps_of;

/* Which states are stored: with the words of --cache.  AUTO: as the reduction
   likes it. */
#define SETT_CACHES(ROW)                                                       \
  ROW (AUTO, "auto") ROW (ALL, "all") ROW (SELECTIVE, "selective")
typedef enum sett_cache {
#define ROW(NAME, WORD) SETT_CACHE_##NAME,
  SETT_CACHES (ROW)
#undef ROW
} sett_cache;

typedef struct sett_request {
  sett_wish wish;
  sett_cache cache;
  int extends; /* xleap: always */
  sett_leaps_of leaps_of;
  int observes; /* conditions on single states are looked for */
  int check;    /* tests what reductions select */
  int covers;   /* it is asked what is executed at all */
  int device;   /* the search is one on a GPU (gpu/gpu.h) */
  unsigned mutant;
} sett_request;

/* Completes options whose other fields are set: fills in the reduction.
   False, with a sentence, if what is asked would not be sound; `note` gets a
   remark for people when auto had to do without a reduction. */
int sett_combine (sett_model *, const sett_request *, sett_search_options *,
                  struct sett_text *refusal, struct sett_text *note);

const char *sett_reduction_name (sett_reduction_kind);

/* Is every state explored that is stored?  Then the levels of a breadth-first
   search are the same whoever finds a state first. */
int sett_reduction_has_levels (const sett_reduction *);

#endif
