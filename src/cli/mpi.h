/* sett check under a launcher of MPI: the same command on every rank, one
   search, one report. */

#ifndef SETT_CLI_MPI_H
#define SETT_CLI_MPI_H

#include "base/transport.h"
#include "cli/cli.h"

typedef struct sett_cli_ranks {
  const sett_transport *transport; /* null: this process is alone */
  void *plugin;
  int held[2]; /* where output and messages go until all agree, and after that;
                  -1: nowhere else */
  int settled; /* all have agreed on how this began; 0: somebody waits */
} sett_cli_ranks;

/* Opens the plug-in if a launcher started this process, or --mpi asks for it.
   Prints an error message and gives its status when that fails. */
sett_exit sett_cli_ranks_open (sett_cli_ranks *, const sett_options *);

/* Is a launcher about to run the same thing several times? */
int sett_cli_ranks_are_many (void);

/* All ranks together, before a search: does everybody come along, with the same
   model?  Gives the worst status; whoever alone knows why says so. */
sett_exit sett_cli_ranks_agree (sett_cli_ranks *, sett_exit, uint64_t model);

/* The end; a rank that did not get as far as to agree does so now. */
void sett_cli_ranks_close (sett_cli_ranks *, sett_exit);

#endif
