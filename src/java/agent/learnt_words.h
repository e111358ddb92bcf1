/* What a search has learnt about the program, as words that another virtual
   machine understands: for workers, replays and checkpoints.  Memory and facts
   (promoted_memory.h), and which child of which thread has which number, in the
   order of their numbers. */

#ifndef SETT_JAVA_AGENT_LEARNT_WORDS_H
#define SETT_JAVA_AGENT_LEARNT_WORDS_H

#include <stdint.h>

/* Good until the next call. */
const uint64_t *sett_learnt_words (uint32_t *count);

/* Before the first execution: those of the orders. */
void sett_learnt_load (void);

#endif
