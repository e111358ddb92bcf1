/* Numbers of processes before main, when constructors of the program and of its
   libraries run: the board is not attached yet, but what is asked then must be
   what main is told later. */

#ifndef SETT_RUNTIME_EARLY_H
#define SETT_RUNTIME_EARLY_H

#include <sys/types.h>

/* The number of this process, or of its parent; 0: the program runs by itself,
   and the kernel knows. */
pid_t sett_early_number (void);
pid_t sett_early_parent (void);

#endif
