/* What a search has learnt, and begins again with.  Memory whose accesses are
   events, since a race on it was reported: by keys that mean the same in all
   executions (sett_cell_key).  And facts about the program. */

#ifndef SETT_JAVA_AGENT_PROMOTED_MEMORY_H
#define SETT_JAVA_AGENT_PROMOTED_MEMORY_H

#include <stdint.h>

/* Facts: keys of memory are odd. */
enum {
  SETT_LEARNT_GATES = 2,
  SETT_LEARNT_PERMITS = 4,
  SETT_LEARNT_STEPS = 6,
  SETT_LEARNT_DELAYS = 8,
  SETT_LEARNT_WORKERS = 10,
  SETT_LEARNT_CLOSING = 12,
  SETT_LEARNT_IDLE = 14,
  SETT_FACTS = 7
};

/* From now on; all of it; is there any memory; is it one of them? */
void sett_promoted_add (uint64_t key);
const uint64_t *sett_promoted_all (unsigned *count);
int sett_promoted_any (void);
int sett_promoted_has (uint64_t key);

#endif
