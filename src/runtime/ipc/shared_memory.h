/* Shared memory as programs ask for it: shm_open, memfd_create, shmget.  The
   memory itself is in regions (regions.h). */

#ifndef SETT_RUNTIME_SHARED_MEMORY_H
#define SETT_RUNTIME_SHARED_MEMORY_H

#include "runtime/files/descriptors.h"

extern const sett_file_operations sett_memory_model
    __attribute__ ((visibility ("hidden")));

/* Calls on a descriptor of it. */
long sett_memory_truncate (const sett_descriptor *, size_t, uintptr_t place);
/* Answers a call that asks for the status of a file, if it is about one. */
int sett_memory_answer (const sett_call *);

/* The process that is being made has segments attached, too... */
void sett_segments_fork (void);
/* ...one that ends has none any more. */
void sett_segments_leave (void);

#endif
