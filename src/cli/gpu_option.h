/* sett check --gpu: what goes with it, and the search itself. */

#ifndef SETT_CLI_GPU_OPTION_H
#define SETT_CLI_GPU_OPTION_H

#include "cli/check_run.h"

/* Lists the devices there are. */
sett_exit sett_cli_gpu_list (const sett_options *);

/* Refuses options and properties that do not go with --gpu. */
sett_exit sett_cli_gpu_check (const sett_properties *, const sett_input *,
                              const sett_options *);

/* Can a device run the model of the check run?  Else says in `refusal` why not,
   and what to do. */
int sett_cli_gpu_fits (const sett_check_run *, sett_text *refusal);

/* Searches; prints an error message and gives its status if that cannot
   begin. */
sett_exit sett_cli_gpu_search (sett_check_run *, const sett_options *);

#endif
