/* Pipes and event counters. */

#ifndef SETT_RUNTIME_PIPES_H
#define SETT_RUNTIME_PIPES_H

#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/core/parts.h"

extern const sett_file_operations sett_pipe_reader, sett_pipe_writer,
    sett_event_counter __attribute__ ((visibility ("hidden")));

extern const sett_file_operations sett_pipe_both
    __attribute__ ((visibility ("hidden")));

/* The pipe that has this key in all executions; -1: there are too many.  Its
   ends, and changes: all that was known of it is changed, and so many
   descriptors come to it. */
long sett_pipe_known (uint64_t key);
sett_descriptor sett_pipe_descriptor (long pipe, sett_descriptor_kind,
                                      int flags);
void sett_pipe_affect (const sett_pipe *);
void sett_pipe_count (const sett_descriptor *, int change);

/* Opens a FIFO (fifos.c), in the present event and those that it takes to wait
   for the other end: its complete name, and its node (0: it is not known). */
long sett_pipe_open (const char *name, uint32_t node, int flags,
                     uintptr_t place);
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
