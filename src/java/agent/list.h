/* The list of executions: a record for each, in shared memory (shared/
   write_listed.h). */

#ifndef SETT_JAVA_AGENT_LIST_H
#define SETT_JAVA_AGENT_LIST_H

#include "stateless/saved.h"

void sett_jlist_add (const sett_log *);
/* As it was saved. */
void sett_jlist_set (sett_saved *);

#endif
