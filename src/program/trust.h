/* What may be taken from the trace of a stranger.

   A trace is data.  To repeat its schedule the program must be made and run;
   what the trace says about that is heeded only as far as it can neither write
   nor start anything else: options of the compiler that are known to be
   harmless (harmless.def), files whose contents are those that the trace was
   written for, an environment that loads nothing.  The user may trust the rest
   (--trust). */

#ifndef SETT_PROGRAM_TRUST_H
#define SETT_PROGRAM_TRUST_H

#include "program/system.h"

struct sett_text;

/* False, with a sentence, if something needs trust. */
int sett_trust_check (const sett_system *, struct sett_text *error);

/* "compiles -O2 bank.c; runs bank.c 3" */
void sett_trust_tell (const sett_part *, struct sett_text *);

#endif
