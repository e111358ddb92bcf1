/* The run-time's own calls of the C library never arrive at the functions that
   it exports in the library's place: those report accesses as the program's,
   and a call that is the last action of a function looks as if the program had
   made it.

   This text comes before that of every unit of the run-time (see the Makefile),
   except those that define the exported functions.  For the assembler each name
   below is another one, which nobody outside knows (bare.c); so it is also in
   calls that the compiler puts in by itself.  tests/runtime goes through the
   symbols of all object files. */

#ifndef SETT_RUNTIME_BARE_H
#define SETT_RUNTIME_BARE_H

#define SETT_BARE_FUNCTIONS(X)                                                 \
  X (memcpy)                                                                   \
  X (memmove)                                                                  \
  X (mempcpy)                                                                  \
  X (memset)                                                                   \
  X (memcmp)                                                                   \
  X (bcmp)                                                                     \
  X (memchr)                                                                   \
  X (strlen)                                                                   \
  X (strnlen)                                                                  \
  X (strcmp)                                                                   \
  X (strncmp)                                                                  \
  X (strcasecmp)                                                               \
  X (strchr)                                                                   \
  X (strrchr)                                                                  \
  X (strstr)                                                                   \
  X (strcpy)                                                                   \
  X (stpcpy)                                                                   \
  X (strncpy)                                                                  \
  X (strcat)                                                                   \
  X (strdup)                                                                   \
  X (snprintf)                                                                 \
  X (vsnprintf)                                                                \
  X (qsort)                                                                    \
  X (inet_ntop)                                                                \
  X (inet_pton)                                                                \
  X (strspn)                                                                   \
  X (strcspn)                                                                  \
  X (strtol)                                                                   \
  X (strtoul)                                                                  \
  X (memmem)                                                                   \
  X (wcslen)

#define SETT_BARE(NAME) __asm__(#NAME " = sett_bare_" #NAME);
SETT_BARE_FUNCTIONS (SETT_BARE)
#undef SETT_BARE

#endif
