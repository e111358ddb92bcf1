/* A program that is checked by several ranks (mpi.h): what they must have
   in common before the search, and what they agree on after it. */

#ifndef SETT_CLI_PROGRAM_RANKS_H
#define SETT_CLI_PROGRAM_RANKS_H

#include "cli/program.h"
#include "cli/mpi.h"

/* Why they cannot share the search; null: they can. */
const char *sett_program_ranks_refuse (const sett_options *,
                                       const sett_system *);

/* Collective: all programs get the environment variables of the first rank, and
   none of those by which launchers tell ranks from each other. */
void sett_program_ranks_unite (const sett_transport *);

/* Collective: everybody ends with the status of the first rank. */
sett_exit sett_program_ranks_end (const sett_transport *, sett_exit);

#endif
