/* Pipes and event counters inside the program. */

#ifndef SETT_RUNTIME_PIPES_H
#define SETT_RUNTIME_PIPES_H

#include "runtime/outside.h"
#include "runtime/syscalls.h"

/* On modelled descriptors of these kinds only. */
long sett_pipes_read (long number, void *, size_t, uintptr_t place);
long sett_pipes_write (long number, const void *, size_t, uintptr_t place);
long sett_pipes_status (const sett_descriptor *);
long sett_pipes_ioctl (const sett_call *, uintptr_t place);

/* On any descriptor, during an event: it is closed, or copied. */
void sett_pipes_close (long number, uintptr_t place);
void sett_pipes_copy (long number, long copy, uintptr_t place);

/* Which of these poll events does it have? */
short sett_pipes_events (const sett_descriptor *, short wanted);

/* In the event of a thread that asks what is ready. */
void sett_pipes_asked (const sett_descriptor *);
/* It will wait for a change of this one (spin.h). */
void sett_pipes_looked (const sett_descriptor *);

/* Before a transfer that the model has nothing to say about: if it would wait
   for the world outside, the execution ends. */
void sett_wait_ready (long number, int writes, uintptr_t place);

#endif
