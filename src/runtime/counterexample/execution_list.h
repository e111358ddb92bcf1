/* The list of executions (sett check --list-executions). */

#ifndef SETT_RUNTIME_EXECUTION_LIST_H
#define SETT_RUNTIME_EXECUTION_LIST_H

#include "runtime/core/engine.h"
#include "stateless/saved.h"

/* Adds the execution that has just ended, if the orders ask for it. */
void sett_list_add (const sett_log *);

/* The list is what was saved. */
void sett_list_set (sett_saved *);

#endif
