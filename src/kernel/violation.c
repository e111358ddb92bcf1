/* The rows of violation.def as texts. */

#include "kernel/violation.h"

#include "base/assert.h"

static const struct {
  const char *name, *kind, *text;
} violations[SETT_VIOLATIONS] = {
#define VIOLATION(NAME, KIND, TEXT) {#NAME, KIND, TEXT},
#include "kernel/violation.def"
#undef VIOLATION
};

int sett_violation_is_of_run (sett_violation_kind violation) {
  return violation == SETT_VIOLATION_LTL ||
         violation == SETT_VIOLATION_ACCEPTANCE_CYCLE ||
         violation == SETT_VIOLATION_NON_PROGRESS ||
         violation == SETT_VIOLATION_CLAIM_ENDED;
}

const char *sett_violation_name (sett_violation_kind violation) {
  SETT_ASSERT (violation < SETT_VIOLATIONS);
  return violations[violation].name;
}

const char *sett_violation_category (sett_violation_kind violation) {
  SETT_ASSERT (violation < SETT_VIOLATIONS);
  return violations[violation].kind;
}

const char *sett_violation_text (sett_violation_kind violation) {
  SETT_ASSERT (violation < SETT_VIOLATIONS);
  return violations[violation].text;
}
