/* The processor's own clock (rdtsc, rdtscp).

   Under control these instructions are caught (PR_SET_TSC), and tell the
   virtual time of the thread (clock.h), as other clocks do.  Where the kernel's
   own code in the process reads the time for the C library, it gets the real
   one; if that happens in an execution a note says so. */

#ifndef SETT_RUNTIME_TSC_H
#define SETT_RUNTIME_TSC_H

#include <ucontext.h>

void sett_tsc_open (void);

/* Before another program takes the process over: its linker wants to look at
   this clock when nobody catches it yet. */
void sett_tsc_close (void);

/* Is this what was caught?  Then it is done. */
int sett_tsc_read (ucontext_t *);

#endif
