/* The list of executions (sett check --list-executions). */

#ifndef SETT_RUNTIME_EXECUTION_LIST_H
#define SETT_RUNTIME_EXECUTION_LIST_H

#include "runtime/core/engine.h"

/* Adds the execution that has just ended, if the orders ask for it. */
void sett_list_add (const sett_log *);

#endif
