/* The locking discipline MLD' (--discipline mld) of fields and elements: see
   discipline/phases.h.  Monitors, ReentrantLock and the two locks of a
   ReentrantReadWriteLock are locks; to have the one for reading guards no
   writing.  Memory is handed over by starting a thread and by joining it.
   Volatile fields and atomic operations are left to races. */

#ifndef SETT_JAVA_AGENT_LOCKING_H
#define SETT_JAVA_AGENT_LOCKING_H

#include "java/agent/vector_clocks.h"

/* A plain access.  False: the discipline is broken, with another access that is
   sett_last_jrace.first. */
int sett_locking_use (sett_jthread *, sett_thing *, sett_cell *, int writes,
                      int site, uintptr_t place);

/* An execution begins. */
void sett_locking_begin (void);

#endif
