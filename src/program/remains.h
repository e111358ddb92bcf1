/* Files that processes have created and could not remove. */

#ifndef SETT_PROGRAM_REMAINS_H
#define SETT_PROGRAM_REMAINS_H

#include "runtime/board.h"

/* When the processes do not run any more. */
void sett_remains_remove (sett_board *);

#endif
