/* The run-time's part in a search that several workers share
 * (shared/worker_pool.h).
 */

#ifndef SETT_RUNTIME_POOL_H
#define SETT_RUNTIME_POOL_H

#include "shared/worker_pool.h"

void sett_pool_open (int shared_file);

/* Is this one of several workers? */
int sett_pool_is_on (void);

/* What a search needs to know of it. */
struct sett_stateless_pool;
void sett_pool_describe (struct sett_stateless_pool *);

/* Has somebody begun a new era? */
int sett_pool_is_over (void);

/* Begins one, with what this worker knows... */
void sett_pool_teach (void);
/* ...of a single worker. */
void sett_pool_end (void);

/* Do all have found the same parts?  If not, there can be one worker only. */
int sett_pool_agrees (uint64_t digest);

/* Before a file is really changed. */
void sett_pool_needs_files (void);

#endif
