/* What the machine has. */

#ifndef SETT_CLI_MACHINE_H
#define SETT_CLI_MACHINE_H

#include <stdint.h>

/* Bytes of memory: the machine's, or the control group's if it has less. */
uint64_t sett_machine_memory (void);

#endif
