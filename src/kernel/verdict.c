/* Where all verdicts are decided: see verdict.h.  Nothing is "verified" unless
   all was explored, exactly, and nothing was found. */

#include "kernel/verdict.h"

static const struct {
  const char *name;
  int severity;
} verdicts[] = {
#define VERDICT(NAME, WORD, TONE, STATUS, SEVERITY)                            \
  [SETT_##NAME] = {WORD, SEVERITY},
#include "kernel/verdict.def"
#undef VERDICT
};

static const char *const limits[] = {
#define LIMIT(NAME, WORD) [SETT_LIMIT_INDEX_##NAME] = WORD,
#include "kernel/limit.def"
#undef LIMIT
};

sett_verdict sett_verdict_decide (const sett_evidence *e) {
  if (e->failed)
    return SETT_ERROR;
  if (e->violations)
    return SETT_VIOLATED;
  if (e->limits_hit || e->left_out)
    return SETT_BOUNDED;
  return e->lossy ? SETT_PROBABILISTIC : SETT_VERIFIED;
}

int sett_verdict_is_exhaustive (const sett_evidence *e, int went_on) {
  return !e->failed && (!e->violations || went_on) && !e->limits_hit &&
         !e->left_out && !e->lossy;
}

const char *sett_verdict_name (sett_verdict verdict) {
  return verdicts[verdict].name;
}

sett_verdict sett_verdict_worse (sett_verdict a, sett_verdict b) {
  return verdicts[a].severity > verdicts[b].severity ? a : b;
}

size_t sett_limit_names (unsigned set, const char *names[SETT_LIMITS]) {
  size_t count = 0;
  for (size_t i = 0; i < SETT_LIMITS; i++)
    if (set >> i & 1)
      names[count++] = limits[i];
  return count;
}
