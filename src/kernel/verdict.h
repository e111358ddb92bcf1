/* The verdict, of models and programs alike: never stronger than what was
   done. */

#ifndef SETT_KERNEL_VERDICT_H
#define SETT_KERNEL_VERDICT_H

#include <stddef.h>
#include <stdint.h>

typedef enum sett_verdict {
#define VERDICT(NAME, ...) SETT_##NAME,
#include "kernel/verdict.def"
#undef VERDICT
} sett_verdict;

enum {
#define LIMIT(NAME, WORD) SETT_LIMIT_INDEX_##NAME,
#include "kernel/limit.def"
#undef LIMIT
  SETT_LIMITS
};

/* A bit set. */
enum {
#define LIMIT(NAME, WORD) SETT_LIMIT_##NAME = 1 << SETT_LIMIT_INDEX_##NAME,
#include "kernel/limit.def"
#undef LIMIT
};

/* What was done, and what came of it. */
typedef struct sett_evidence {
  int failed;          /* Sett itself is wrong, or could not go on */
  uint64_t violations; /* that were found */
  unsigned limits_hit;
  int left_out; /* something was not explored, for another reason */
  int lossy;    /* states may have been taken for others */
} sett_evidence;

sett_verdict sett_verdict_decide (const sett_evidence *);

/* Was every behaviour explored, whatever the verdict?  `went_on`: also after a
   violation. */
int sett_verdict_is_exhaustive (const sett_evidence *, int went_on);

const char *sett_verdict_name (sett_verdict);

/* Which of two verdicts about different properties prevails. */
sett_verdict sett_verdict_worse (sett_verdict, sett_verdict);

/* The names of a set of limits; gives their number. */
size_t sett_limit_names (unsigned limits, const char *names[SETT_LIMITS]);

#endif
