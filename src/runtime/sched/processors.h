/* On which processors of the machine the processes of a system run.

   One of them runs at a time.  Two have a processor each: who waits for the
   turn looks for it all the time, and has it at once.  More than two share one
   processor: there the kernel goes from one to the next right away, while to
   wake another processor takes it several times as long as most operations.

   The program does not notice: it is told what was allowed before. */

#ifndef SETT_RUNTIME_PROCESSORS_H
#define SETT_RUNTIME_PROCESSORS_H

#include <stddef.h>

/* The leader, before an execution: do they share one from now on? */
void sett_processors_choose (void);

/* Goes there, if they do; else returns false: the processor is its own. */
int sett_processors_share (void);

/* Those that the program began with, as the kernel would say it: the number of
   bytes, or minus an error. */
long sett_processors_allowed (size_t size, void *set);

#endif
