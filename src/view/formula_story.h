/* The truth of each part of a formula along a run. */

#ifndef SETT_VIEW_FORMULA_STORY_H
#define SETT_VIEW_FORMULA_STORY_H

#include "kernel/formula.h"
#include "kernel/model.h"

#include <jansson.h>

/* One object for each part, the whole formula first: "text", and "values", 1, 0
   or null (not decided) in each of the states, whose propositions are given.
   After the last one the run goes on at number `back`; count: it ends. */
json_t *sett_formula_story (sett_model *, const sett_formula *,
                            const uint64_t *propositions, size_t count,
                            size_t back);

/* The first state after which the formula is violated, whatever follows; count:
   there is none. */
size_t sett_formula_violated_at (const sett_formula *,
                                 const uint64_t *propositions, size_t count);

#endif
