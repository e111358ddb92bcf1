/* What the machine has. */

#ifndef SETT_CLI_MACHINE_H
#define SETT_CLI_MACHINE_H

#include <stdint.h>

/* Bytes of memory: the machine's, or the control group's if it has less. */
uint64_t sett_machine_memory (void);

/* Processors that this process may use. */
unsigned sett_machine_processors (void);

/* The smallest limit of the control groups that this process is in, nested as
   they are; UINT64_MAX: none.  The files are looked for below `root`. */
uint64_t sett_machine_group_limit (const char *root);

#endif
