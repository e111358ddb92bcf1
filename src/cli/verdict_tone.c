/* How verdicts look: see verdict_tone.h. */

#include "cli/verdict_tone.h"

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
