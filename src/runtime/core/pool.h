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

/* Can parts be given back?  Is somebody waiting, and has this one, with so many
   executions, taken long enough?  Then only the caller divides from now on,
   until it is done, or says that it does not. */
int sett_pool_gives (void);
int sett_pool_wants_part (uint64_t executions);
void sett_pool_does_not_divide (void);

/* A part is done. */
void sett_pool_note_part (uint64_t executions);

/* So many parts are looked for in one that is divided. */
uint32_t sett_pool_ways_anew (void);

/* Who finds no part waits, and ends when all do. */
int sett_pool_there_are_parts (void);
void sett_pool_rest (int idle);
int sett_pool_all_rest (void);
void sett_pool_leave (void);

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
