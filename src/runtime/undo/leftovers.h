/* What is left over, on request (--leftovers): messages that nobody receives,
   connections that nobody accepts.  They are wrong when whoever could have
   taken them goes away, or when nobody can move any more. */

#ifndef SETT_RUNTIME_LEFTOVERS_H
#define SETT_RUNTIME_LEFTOVERS_H

#include "runtime/core/os_model.h"

/* The last descriptor of the receiving end is closed. */
void sett_leftovers_of_socket (const sett_socket *);
void sett_leftovers_of_pipe (const sett_pipe *);

/* All processes have ended or wait. */
void sett_leftovers_of_all (void);

#endif
