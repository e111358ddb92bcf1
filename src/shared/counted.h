/* What a search has counted in the shared memory: the fields that are saved
   with it, and are those of a search that goes on from there.  None of them has
   a pointer that is used, but for executions that are kept (exit_statuses.h),
   which are saved beside them. */

#ifndef SETT_SHARED_COUNTED_H
#define SETT_SHARED_COUNTED_H

#include "shared/shared.h"

#include <stddef.h>

typedef struct sett_field {
  size_t offset, size;
} sett_field;

#define SETT_FIELD(NAME)                                                       \
  { offsetof (sett_shared, NAME), sizeof ((sett_shared *)0)->NAME }

#define SETT_EACH_FIELD(FIELDS, F)                                             \
  for (const sett_field *F = FIELDS;                                           \
       F < FIELDS + sizeof FIELDS / sizeof *FIELDS; F++)

static const sett_field sett_counted[] = {
    SETT_FIELD (executions),   SETT_FIELD (asleep),
    SETT_FIELD (in_vain),      SETT_FIELD (assumed),
    SETT_FIELD (cut),          SETT_FIELD (matched),
    SETT_FIELD (departed),     SETT_FIELD (dead_ends),
    SETT_FIELD (events),       SETT_FIELD (replayed),
    SETT_FIELD (longest),      SETT_FIELD (walks),
    SETT_FIELD (most_threads), SETT_FIELD (indivisible),
    SETT_FIELD (bounded),      SETT_FIELD (notes),
    SETT_FIELD (note_count),   SETT_FIELD (violations_seen),
    SETT_FIELD (exits),        SETT_FIELD (time_matters),
    SETT_FIELD (progress),
};

static inline char *sett_field_in (const sett_shared *shared,
                                   const sett_field *f) {
  return (char *)shared + f->offset;
}

#endif
