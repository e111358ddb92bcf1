/* Functions that run when the program ends: see at_exit.c. */

#ifndef SETT_RUNTIME_AT_EXIT_H
#define SETT_RUNTIME_AT_EXIT_H

/* Before main: if no part of the program has destructors, and none has
   registered a function by then, executions end before the C library would look
   for them. */
void sett_end_early (void);

#endif
