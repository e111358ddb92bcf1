/* The run-time's part in a search that several workers share
 * (shared/workers.h).
 */

#ifndef SETT_RUNTIME_SHARE_H
#define SETT_RUNTIME_SHARE_H

#include "shared/workers.h"

void sett_share_open (int board_file);

/* Is this one of several workers? */
int sett_share_is_on (void);

/* What a search needs to know of it. */
struct sett_stateless_share;
void sett_share_describe (struct sett_stateless_share *);

/* Has somebody begun a new era? */
int sett_share_is_over (void);

/* Begins one, with what this worker knows... */
void sett_share_teach (void);
/* ...of a single worker. */
void sett_share_end (void);

/* Do all have found the same parts?  If not, there can be one worker only. */
int sett_share_agrees (uint64_t digest);

/* Before a file is really changed. */
void sett_share_needs_files (void);

#endif
