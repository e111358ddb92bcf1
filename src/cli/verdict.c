/* Verdicts: see verdict.h. */

#include "cli/verdict.h"

static const struct {
  const char *name;
  sett_tone tone;
  sett_exit status;
  int severity;
} verdicts[] = {
    [SETT_VERIFIED] = {"verified", SETT_GOOD, SETT_EXIT_FINE, 0},
    [SETT_PROBABILISTIC] = {"probabilistic", SETT_DOUBTFUL,
                            SETT_EXIT_INCOMPLETE, 1},
    [SETT_BOUNDED] = {"bounded", SETT_DOUBTFUL, SETT_EXIT_INCOMPLETE, 2},
    [SETT_VIOLATED] = {"violated", SETT_BAD, SETT_EXIT_VIOLATION, 3},
    [SETT_ERROR] = {"error", SETT_BAD, SETT_EXIT_INTERNAL, 4},
};

static const struct {
  unsigned bit;
  const char *name;
} limits[] = {
    {SETT_LIMIT_TIME, "time"},   {SETT_LIMIT_MEMORY, "memory"},
    {SETT_LIMIT_DEPTH, "depth"}, {SETT_LIMIT_INTERRUPT, "interrupt"},
    {SETT_LIMIT_CYCLE, "cycle"}, {SETT_LIMIT_EXECUTIONS, "executions"},
};

static const char *const stores[] = {
    [SETT_STORE_TREE] = "tree",
    [SETT_STORE_TABLE] = "table",
    [SETT_STORE_BITSTATE] = "bitstate",
    [SETT_STORE_COMPACT] = "compact",
};

const char *sett_verdict_name (sett_verdict verdict) {
  return verdicts[verdict].name;
}

sett_tone sett_verdict_tone (sett_verdict verdict) {
  return verdicts[verdict].tone;
}

sett_exit sett_verdict_status (sett_verdict verdict) {
  return verdicts[verdict].status;
}

sett_verdict sett_verdict_worse (sett_verdict a, sett_verdict b) {
  return verdicts[a].severity > verdicts[b].severity ? a : b;
}

size_t sett_limit_names (unsigned set, const char *names[SETT_OUTCOME_LIMITS]) {
  size_t count = 0;
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (set & limits[i].bit)
      names[count++] = limits[i].name;
  return count;
}

const char *sett_store_name (sett_store_kind kind) {
  return stores[kind];
}
