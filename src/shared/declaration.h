/* Declarations from a file beside the program, by names that have become
   addresses: four words each.  They mean what sett.h says in a source:

     UNSHARED, TENTATIVELY  sett_unshared, sett_tentatively_unshared
     USES, OBSERVES         sett_will_use, of threads that begin in the function
     NOTHING                the same with an empty list

   A list of a function holds for each thread that begins there, as if its
   creator had said so for its child; one of main holds from its first creation
   on, and includes those of all others.

   Addresses are as the executable has them, before it is loaded. */

#ifndef SETT_SHARED_DECLARATION_H
#define SETT_SHARED_DECLARATION_H

enum {
  SETT_DECLARED_UNSHARED,
  SETT_DECLARED_TENTATIVELY,
  SETT_DECLARED_USES,
  SETT_DECLARED_OBSERVES,
  SETT_DECLARED_NOTHING,
  SETT_DECLARED_WORDS = 4 /* kind, function, address, size */
};

#endif
