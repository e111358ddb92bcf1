/* The numbers of descriptors that lead to files: which calls of the threads of
   a process commute.

   A call that uses a number looks at that number only; who closes it changes
   that one.  A file that is opened gets the lowest number that is free: another
   one, if somebody opens one before, or closes one; which one it was is known
   from that order.  So there is an object for each number, and one for who is
   next: it is stored by who opens, those who close commute there.  These
   effects are certain (internal, footprint.h): they follow from the arguments
   of the call, and from what is told of the order.

   Everything else that has to do with the table of descriptors (to copy one,
   pipes, sockets) changes it as a whole, at which all of these look.

   All that where files are told apart (paths.h); elsewhere there is only the
   table. */

#ifndef SETT_RUNTIME_DESCRIPTOR_NUMBERS_H
#define SETT_RUNTIME_DESCRIPTOR_NUMBERS_H

#include <stdint.h>

/* In the running event: it uses the number... */
void sett_numbers_use (long number);
/* ...or any, since names may lead to them (/proc/self/fd)... */
void sett_numbers_use_any (void);
/* ...or has been given it, when a file was opened, or minus an error. */
void sett_numbers_opened (long number);

/* The event in which a file is closed. */
void sett_numbers_close (long number, uintptr_t place);

#endif
