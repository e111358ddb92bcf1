/* How urgent threads are (nice values), and which processors they may have:
   what was said is what is told, by the rules of the kernel.  It has no other
   effect: all orders are possible, whatever is urgent.

   Always: every question reads `os_model->arranged`, every change stores it.  A
   new thread, and a new process, begins with what its creator has. */

#ifndef SETT_RUNTIME_ARRANGEMENTS_H
#define SETT_RUNTIME_ARRANGEMENTS_H

#include <stddef.h>
#include <stdint.h>

/* In the event in which the thread is born. */
void sett_arrangements_add (unsigned creator, unsigned thread);

/* Sets of processors of a thread: 0, or the number of bytes, or minus an
   error. */
long sett_arrangements_allow (unsigned thread, size_t size, const void *set,
                              uintptr_t place);
long sett_arrangements_allowed (unsigned thread, size_t size, void *set,
                                uintptr_t place);
/* One that the running thread may have. */
unsigned sett_arrangements_processor (void);

#endif
