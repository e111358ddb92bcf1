/* Memory that handlers of signals share with the code that they interrupt.

   A signal from another process is taken before a visible operation (kill.c).
   That is as good as anywhere, unless the handler and the code in between use
   the same memory, and one of them writes it: accesses to such memory are
   visible, then, in all executions.  It is found like races are: whatever a
   handler writes is, and what it reads if others write it. */

#ifndef SETT_RUNTIME_HANDLERS_H
#define SETT_RUNTIME_HANDLERS_H

#include "runtime/core/engine.h"

/* Around a handler that interrupts the running thread.  The first gives what
   the last one needs. */
void *sett_handlers_enter (void (*handler) (int), uintptr_t place);
void sett_handlers_leave (void *outer);

/* The running thread accesses at most 16 bytes. */
void sett_handlers_look (const void *, size_t, int writes);

static inline void sett_handlers_access (const void *address, size_t size,
                                         int writes) {
  if (UNLIKELY (world->handling || (engine.signalled && engine.specials)))
    sett_handlers_look (address, size, writes);
}

/* The same for an access that is visible anyway: but others to this memory may
   not be. */
static inline void sett_handlers_visible (const void *address, size_t size,
                                          int writes) {
  if (UNLIKELY (world->handling))
    sett_handlers_look (address, size, writes);
}

#endif
