/* Memory that lasts as long as an execution, and is zero at first. */

#ifndef SETT_JAVA_AGENT_EXECUTION_MEMORY_H
#define SETT_JAVA_AGENT_EXECUTION_MEMORY_H

#include <stddef.h>

void *sett_jalloc (size_t);

/* A new execution: all of it is given back. */
void sett_execution_memory_begin (void);

#endif
