/* What the kernel does with the program's memory. */

#ifndef SETT_RUNTIME_IO_H
#define SETT_RUNTIME_IO_H

#include <stddef.h>
#include <stdint.h>

/* It accesses so much for the program, in a call from this place. */
void sett_io_accessed (const void *memory, long size, unsigned how,
                       uintptr_t place);

#endif
