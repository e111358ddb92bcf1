/* A rank that dies ends all ranks, with a message and a status of Sett's own.
 */

#ifndef SETT_CLI_RANK_GUARD_H
#define SETT_CLI_RANK_GUARD_H

/* Before MPI is opened, by a process that a launcher started, with one thread:
   what follows happens in another process, which this one watches.  Returns
   there. */
void sett_cli_guard_rank (void);

/* All ranks end, as they have agreed. */
void sett_cli_rank_ends (void);

#endif
