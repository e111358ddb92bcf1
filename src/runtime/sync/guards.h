/* Guards (world.h) of what can lie in memory that processes share.  They look
   at the object, and at whether the thread was woken or has a time limit, so
   that any process can tell whether a thread of another one can go on. */

#ifndef SETT_RUNTIME_GUARDS_H
#define SETT_RUNTIME_GUARDS_H

#include "runtime/core/world.h"

int sett_guard_mutex (const sett_thread *); /* it is free */
int sett_guard_condition (
    const sett_thread *);                   /* woken, and the mutex is free */
int sett_guard_read (const sett_thread *);  /* no writer has the lock */
int sett_guard_write (const sett_thread *); /* nobody has it */
int sett_guard_take (const sett_thread *);  /* a semaphore is above 0 */
int sett_guard_spinlock (const sett_thread *); /* it is free */
int sett_guard_passed (const sett_thread *);   /* the barrier is open */
int sett_guard_futex (const sett_thread *);    /* woken, or out of time */

/* A guard that others can look through: its number, plus 1; 0: it is none. */
unsigned sett_guard_number (sett_guard);
/* Is the guard of this station open? */
int sett_guard_open (const sett_station *);
/* ...who keeps it closed; -1: nobody in particular. */
int sett_guard_holder (const sett_station *);

/* Who has what the thread waits for; -1: nobody in particular. */
int sett_holder_of (const sett_thread *);

#endif
