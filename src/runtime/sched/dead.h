/* What of a thread's registers and stack does not matter when it calls a
   function, since the code behind the call overwrites it before anything can
   read it.

   Compilers that do not optimise keep the result of every look in a variable or
   two.  The next look replaces it; until then it only makes states differ that
   are the same.

   Whether something is dead is read from the instructions behind the call, one
   after the other, as long as they are simple ones: moves between registers,
   variables of the frame and constants, addresses of such variables, and the
   check that inline.h puts before accesses.  None of them jumps away (the check
   comes back), nor reads memory through pointers.  So what they write first is
   dead before them, and what they read first is not.  At the first instruction
   that is anything else nothing more is known.

   A variable whose address is known elsewhere could be read by others: such a
   write is checked, and it must be to a page that the thread has to itself
   (owners.h; who else comes there makes the search begin anew).  Or it is read
   by the function that is called, like what a compare and exchange expects:
   what its arguments point to is not dead. */

#ifndef SETT_RUNTIME_DEAD_H
#define SETT_RUNTIME_DEAD_H

#include "runtime/sched/spin.h"

enum { SETT_MOST_DEAD = 8 };

typedef struct sett_dead {
  struct {
    char *at;
    uint32_t size;
  } parts[SETT_MOST_DEAD]; /* of the stack */
  uint32_t count;
  uint32_t registers; /* a bit mask, by the processor's numbers */
} sett_dead;

/* Behind the call of which these are the registers on entry, with so many
   arguments; nothing outside of this stack. */
void sett_dead_find (sett_dead *, const sett_registers *, unsigned arguments,
                     const char *top);

#endif
