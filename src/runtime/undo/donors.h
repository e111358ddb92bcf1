/* Stacks for threads to come: see donors.c. */

#ifndef SETT_RUNTIME_DONORS_H
#define SETT_RUNTIME_DONORS_H

/* Before main, which has this number: all of them, unless threads are real;
   then the engine's. */
void sett_donors_gather (unsigned main);
void sett_donors_engine (void);

/* The stack of the thread of this number. */
void sett_donor_create (unsigned number);

/* At the snapshot: what is below stacks stays protected. */
void sett_donors_guard (void);

#endif
