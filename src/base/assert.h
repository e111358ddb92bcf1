/* Assertions: what always holds, as its authors believe.

   An assertion that fails is an error of Sett's, never of a model or a program.
   It ends the command with status 4 and one sentence: "internal error", the
   place, the condition, the version.  Inside of a checked program the sentence
   goes through the shared memory and the supervisor says it, with the same
   status (runtime/core/ending.c).

     SETT_ASSERT (c)       costs a comparison or two, and is in every build
     SETT_ASSERT_SLOW (c)  costs more, a loop or a search, and is only in builds
                           with SETT_CHECKED, which the tests use

   The condition has no effects.  It says what a reader must know to follow the
   code (an invariant of a representation, what callers have to keep, where an
   index ends), not that a pointer that is about to be followed can be. */

#ifndef SETT_BASE_ASSERT_H
#define SETT_BASE_ASSERT_H

__attribute__ ((noreturn, cold)) void
sett_internal_error (const char *file, unsigned line, const char *function,
                     const char *condition);

/* Says the sentence there and not where messages go, if these are kept. */
void sett_internal_error_to (int descriptor);

#define SETT_ASSERT(CONDITION)                                                 \
  (__builtin_expect (!(CONDITION), 0)                                          \
       ? sett_internal_error (__FILE__, __LINE__, __func__, #CONDITION)        \
       : (void)0)

#ifdef SETT_CHECKED
#define SETT_ASSERT_SLOW(CONDITION) SETT_ASSERT (CONDITION)
#else
#define SETT_ASSERT_SLOW(CONDITION) ((void)(0 && (CONDITION)))
#endif

#endif
