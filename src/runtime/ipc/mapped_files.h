/* Files that processes map to share them (mmap, MAP_SHARED).

   A file that somebody maps to write to is read into a region (regions.h) when
   the first process of an execution does so; from then on the region is the
   file, for all that map it.  The file itself is never written, so that there
   is nothing to undo.  Who reads or writes it by a descriptor meanwhile would
   see something else than on the machine: the execution ends there.  So it does
   where a file is mapped for reading first, and for writing later. */

#ifndef SETT_RUNTIME_MAPPED_FILES_H
#define SETT_RUNTIME_MAPPED_FILES_H

#include "runtime/sched/syscalls.h"

/* A call of mmap that shares a file, of several processes: where it is; 0: the
   kernel may map it, nobody writes to it; or minus an error. */
long sett_mapped_files_map (const sett_call *, uintptr_t place);

/* Is it a file that can be shared so? */
int sett_mapped_files_is (long number);

/* The contents are used by a descriptor, in an event. */
void sett_mapped_files_transfer (long number, uintptr_t place);

#endif
