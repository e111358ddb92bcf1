/* Variables, or parts of them, that nobody ever reads: see forget.c. */

#ifndef SETT_PROMELA_FORGET_H
#define SETT_PROMELA_FORGET_H

#include "promela/tree.h"

/* Marks what need not be written: expression.is_forgotten, of the targets of
   assignments and receives and of what prints show; variable.is_forgotten and
   variable.fields_read.  What is sent in vain becomes 0.
   After the layout, before every other analysis. */
void forget_compute (tree *, unsigned mutant);

/* An assignment that has no effect but the move of its process. */
int forget_is_idle (const statement *);

#endif
