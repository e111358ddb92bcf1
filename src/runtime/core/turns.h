/* Whose turn it is: the engine's or one thread's.

   Normally all of them are fibers of one thread of the process.  Under a
   debugger they are threads of their own that hand the turn over to each other,
   so that the debugger sees them: slower, but there is one execution only. */

#ifndef SETT_RUNTIME_TURNS_H
#define SETT_RUNTIME_TURNS_H

#include "runtime/core/engine.h"

/* Each returns when it is the caller's turn again. */
void sett_turn_to_thread (sett_thread *from, sett_thread *to);
void sett_turn_to_engine (sett_thread *from);
void sett_turn_from_engine (sett_thread *to);

/* Real threads: waits for the first turn of a thread, or of the engine. */
#define SETT_TURN_ENGINE (-1)
void sett_turn_wait (int whose);

#endif
