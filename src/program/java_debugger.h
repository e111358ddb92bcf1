/* A Java program that is run again with a debugger attached.

   The virtual machine begins to listen when the agent has come to the execution
   of the trace (java/agent/debugging.c), and waits there for the debugger. */

#ifndef SETT_PROGRAM_JAVA_DEBUGGER_H
#define SETT_PROGRAM_JAVA_DEBUGGER_H

#include "program/launch.h"

/* Runs jdb until the user leaves it; with a port, waits for the end of the
   program, while any debugger can attach to the port.  False, with a sentence,
   if that is not possible. */
int sett_java_debug (const sett_launch *, unsigned port,
                     struct sett_text *error);

#endif
