/* Walks by chance beside the search (stateless/hunt.h), as the orders say. */

#ifndef SETT_RUNTIME_HUNTING_H
#define SETT_RUNTIME_HUNTING_H

#include "kernel/runner.h"
#include "stateless/saved.h"

void sett_hunting_start (void);

/* After an execution of the search, which has learnt from it: the walks that
   are due, until it is enough, or something was learnt about the program
   (conduct->anew). */
void sett_hunting_go (const sett_log *, int (*is_enough) (void));

/* How far it is (saving.h). */
void sett_hunting_save (sett_saved *);
void sett_hunting_load (sett_saved *);

#endif
