/* Deliberate errors, for the tests of the tests (mutant.def of each folder).

   They are in builds with SETT_MUTANTS only, which the tests use.  In what
   users install none can be chosen, and the comparisons with their numbers are
   gone: there `SETT_MUTANT (x)` is 0 whatever x is, and no number of a mutant
   is 0 where it would matter. */

#ifndef SETT_BASE_MUTANT_H
#define SETT_BASE_MUTANT_H

#ifdef SETT_MUTANTS
#define SETT_MUTANT(CHOSEN) (CHOSEN)
#else
#define SETT_MUTANT(CHOSEN) ((void)(CHOSEN), 0)
#endif

#endif
