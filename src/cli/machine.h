/* What the machine has. */

#ifndef SETT_CLI_MACHINE_H
#define SETT_CLI_MACHINE_H

#include <stdint.h>

/* Bytes of memory: the machine's, or the control group's if it has less. */
uint64_t sett_machine_memory (void);

/* Processors that this process may use: those it is bound to, or as many as its
   control group has time of. */
unsigned sett_machine_processors (void);

/* The smallest limit of the control groups that this process is in, nested as
   they are; UINT64_MAX: none.  The files are looked for below `root`. */
uint64_t sett_machine_group_limit (const char *root);
uint64_t sett_machine_group_processors (const char *root);

#endif
