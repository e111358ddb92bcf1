/* How verdicts look: see verdict.h. */

#include "cli/verdict.h"

static const struct {
  sett_tone tone;
  sett_exit status;
} verdicts[] = {
#define VERDICT(NAME, WORD, TONE, STATUS, SEVERITY)                            \
  [SETT_##NAME] = {SETT_##TONE, SETT_EXIT_##STATUS},
#include "kernel/verdict.def"
#undef VERDICT
};

sett_tone sett_verdict_tone (sett_verdict verdict) {
  return verdicts[verdict].tone;
}

sett_exit sett_verdict_status (sett_verdict verdict) {
  return verdicts[verdict].status;
}
