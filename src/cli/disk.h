/* `sett check --disk`: where states go, and what cannot be searched so. */

#ifndef SETT_CLI_DISK_H
#define SETT_CLI_DISK_H

#include "cli/check_run.h"

const char *sett_cli_disk_folder (const sett_options *);

/* Tests: memory counts as full when there are so many states; 0: when it is. */
uint64_t sett_cli_disk_spill_after (void);

/* Refuses what does not go together, and a folder that cannot be written to;
   before anything is loaded. */
sett_exit sett_cli_disk_check (const sett_options *);

/* Refuses a search that cannot be done so; `t` is loaded. */
sett_exit sett_cli_disk_check_run (const sett_check_run *t,
                                   const sett_options *);

#endif
