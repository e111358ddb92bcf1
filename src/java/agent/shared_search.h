/* The agent's part in a search that several virtual machines share
   (shared/worker_pool.h).  What they learn is which memory's accesses are
   events. */

#ifndef SETT_JAVA_AGENT_SHARED_SEARCH_H
#define SETT_JAVA_AGENT_SHARED_SEARCH_H

#include "shared/worker_pool.h"

/* False: the address is taken. */
int sett_jpool_open (int shared_file);

/* Is this one of several workers? */
int sett_jpool_is_on (void);

/* What a search needs to know of it. */
struct sett_stateless_pool;
void sett_jpool_describe (struct sett_stateless_pool *);

/* Has somebody begun a new era? */
int sett_jpool_is_over (void);
/* Begins one, with what this worker knows; of a single worker, or not. */
void sett_jpool_begin_era (int alone);

/* Have all found the same parts?  If not, there can be one worker only. */
int sett_jpool_agrees (uint64_t digest);

#endif
