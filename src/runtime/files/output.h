/* What the program writes to its standard output and error. */

#ifndef SETT_RUNTIME_OUTPUT_H
#define SETT_RUNTIME_OUTPUT_H

#include "runtime/sched/syscalls.h"

/* From now on it goes to a file of the run-time's, which the counterexample of
   a replayed execution or the list of all of them shows, or nowhere. */
void sett_output_divert (void);

/* The program ends: what is still in buffers of the C library goes where it
   belongs, unless nobody would see it there. */
void sett_output_flush (void);

/* The program writes to a descriptor that leads there. */
long sett_output_write (const sett_call *);

/* Does it matter in which order threads write to the standard streams?  Not to
   the program; but to who asks for its outcomes. */
int sett_output_is_ordered (void);

/* Before a call that writes to such a descriptor, not through a stream. */
void sett_output_order (long number, uintptr_t place);

/* For people who watch it, in spite of everything. */
void sett_output_say (const char *, size_t);

/* The text so far, in the shared memory. */
char *sett_output_get (unsigned long *length);

/* The end of it, at most so many bytes; returns how many. */
size_t sett_output_tail (char *, size_t most);

/* Of a system: the numbers of the processes that wrote the lines. */
const uint8_t *sett_output_writers (size_t *count);

void sett_output_snapshot (void);
void sett_output_restore (void);

/* So much was written; later: no more than that. */
size_t sett_output_mark (void);
void sett_output_back (size_t mark);

/* At the end of an execution: is it what the first one has written? */
void sett_output_compare (void);

/* Before the process becomes another program (execute.c). */
void sett_output_leave (void);

#endif
