/* Variables, or parts of them, that nobody ever reads: see forget.c. */

#ifndef SETT_PROMELA_FORGET_H
#define SETT_PROMELA_FORGET_H

#include "promela/parse/ast.h"

/* Marks what need not be written: expression.is_forgotten, of the targets of
   assignments and receives and of what prints show; variable.is_forgotten and
   variable.fields_read.  What is sent in vain becomes 0.
   After the layout, before every other analysis. */
void sett_forget_compute (tree *, unsigned mutant);

/* May somebody look at this field of a message?  By variable.fields_read. */
int sett_forget_keeps_field (const unsigned char *fields_read, size_t field);

/* An assignment that has no effect but the move of its process. */
int sett_forget_is_idle (const statement *);

#endif
