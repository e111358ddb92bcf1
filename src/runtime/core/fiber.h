/* Switching between stacks, with the thread pointer (FS).

   A fiber runs on the stack and the thread-local storage of a real thread
   whose kernel thread has gone (start.c), so that everything that a C library
   keeps per thread works: errno, __thread, exceptions, keys. */

#ifndef SETT_RUNTIME_FIBER_H
#define SETT_RUNTIME_FIBER_H

#include <stdint.h>

/* Saves where we are in *save and goes on at `load` (saved before, or made by
   sett_fiber_make) with the thread pointer `fs`. */
void sett_fiber_switch (void **save, void *load, uintptr_t fs);

/* What sett_fiber_switch accepts as `load`, to call enter (argument). */
void *sett_fiber_make (void *top, void (*enter) (void *), void *argument);

#endif
