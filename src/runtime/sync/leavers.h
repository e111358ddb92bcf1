/* Threads that leave a condition or a barrier, and its memory.

   Who was woken there, or waits no longer, looks at it once more.  The C
   library waits for that when it is destroyed, so that the memory can be freed
   then; who frees it without that takes it from under them. */

#ifndef SETT_RUNTIME_LEAVERS_H
#define SETT_RUNTIME_LEAVERS_H

#include <stdint.h>

/* The running thread goes on; it is `dismissed' (world.h) if the object was
   destroyed after it was woken. */
void sett_leave (const void *object, uintptr_t place);

/* The object is being destroyed: those that were woken have left it. */
void sett_dismiss_leavers (const void *object);

#endif
