/* The list of executions: a record for each, in shared memory (shared/listed.h;
   see runtime/counterexample/execution_list.c for what its texts are). */

#ifndef SETT_JAVA_AGENT_LIST_H
#define SETT_JAVA_AGENT_LIST_H

#include "kernel/runner.h"

void sett_jlist_add (const sett_log *);

#endif
