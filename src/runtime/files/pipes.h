/* Pipes and event counters. */

#ifndef SETT_RUNTIME_PIPES_H
#define SETT_RUNTIME_PIPES_H

#include "runtime/files/descriptors.h"
#include "runtime/core/parts.h"

extern const sett_model sett_pipe_reader, sett_pipe_writer,
    sett_event_counter __attribute__ ((visibility ("hidden")));

extern const sett_model sett_pipe_both __attribute__ ((visibility ("hidden")));

/* Opens a FIFO, in the present event and those that it takes to wait for the
   other end.  The complete name stands for it. */
long sett_pipe_open (const char *name, int flags, uintptr_t place);
/* readv and writev. */
long sett_pipe_transfer (sett_descriptor *, const sett_parts *, int writes,
                         uintptr_t place);
/* F_GETPIPE_SZ and F_SETPIPE_SZ. */
long sett_pipe_size (const sett_descriptor *, const sett_call *,
                     uintptr_t place);
int sett_pipe_has_packets (const sett_descriptor *);
/* Is it an end of one (not an event counter)? */
int sett_pipe_is (const sett_descriptor *);
/* Does it have a name? */
int sett_pipe_is_fifo (const sett_descriptor *);

#endif
