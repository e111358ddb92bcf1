/* Functions of the C library that read texts and bytes of the program: numbers,
   and searches that libc.c does not have.

   What they read is told right after the fact: nobody goes first in between. */

#include "runtime/access/buffers.h"

#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"

#include <sys/types.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* stdlib.h is not included: it has other names for some of these. */

#define PLACE sett_buffer_place (SETT_HERE)

/*------------------------------------------------------------------------*/
/* Numbers. */

/* From here to the first byte that does not belong to it; and that is told. */
static void took (const char *text, char *stop, char **end, uintptr_t place) {
  sett_buffer_read (text, (size_t)(stop - text) + 1, place);
  if (end)
    sett_buffer_fill (end, &stop, sizeof stop, place);
}

#define INTEGER(TYPE, NAME)                                                    \
  EXPORT TYPE NAME (const char *text, char **end, int base) {                  \
    char *stop;                                                                \
    const TYPE value = SETT_REAL (NAME) (text, &stop, base);                   \
    took (text, stop, end, PLACE);                                             \
    return value;                                                              \
  }

INTEGER (long, strtol)
INTEGER (unsigned long, strtoul)
INTEGER (long long, strtoll)
INTEGER (unsigned long long, strtoull)
INTEGER (intmax_t, strtoimax)
INTEGER (uintmax_t, strtoumax)
INTEGER (long, __isoc23_strtol)
INTEGER (unsigned long, __isoc23_strtoul)
INTEGER (long long, __isoc23_strtoll)
INTEGER (unsigned long long, __isoc23_strtoull)

#define FRACTION(TYPE, NAME)                                                   \
  EXPORT TYPE NAME (const char *text, char **end) {                            \
    char *stop;                                                                \
    const TYPE value = SETT_REAL (NAME) (text, &stop);                         \
    took (text, stop, end, PLACE);                                             \
    return value;                                                              \
  }

FRACTION (double, strtod)
FRACTION (float, strtof)
FRACTION (long double, strtold)

#define ALONE(TYPE, NAME, BY, ...)                                             \
  EXPORT TYPE NAME (const char *text) {                                        \
    char *stop;                                                                \
    const TYPE value =                                                         \
        (TYPE)SETT_REAL (BY) (text, &stop __VA_OPT__ (, ) __VA_ARGS__);        \
    took (text, stop, NULL, PLACE);                                            \
    return value;                                                              \
  }

ALONE (int, atoi, strtol, 10)
ALONE (long, atol, strtol, 10)
ALONE (long long, atoll, strtoll, 10)
ALONE (double, atof, strtod)

/*------------------------------------------------------------------------*/
/* Searching. */

#define SPANS(NAME)                                                            \
  EXPORT size_t NAME (const char *text, const char *set) {                     \
    const size_t length = SETT_REAL (NAME) (text, set);                        \
    sett_buffer_read (text, length + 1, PLACE);                                \
    sett_buffer_text (set, PLACE);                                             \
    return length;                                                             \
  }

SPANS (strspn)
SPANS (strcspn)

#define SEARCHES(NAME)                                                         \
  EXPORT char *NAME (const char *text, const char *what) {                     \
    sett_buffer_text (text, PLACE);                                            \
    sett_buffer_text (what, PLACE);                                            \
    return SETT_REAL (NAME) (text, what);                                      \
  }

SEARCHES (strpbrk)
SEARCHES (strcasestr)

EXPORT int strcoll (const char *a, const char *b) {
  sett_buffer_text (a, PLACE);
  sett_buffer_text (b, PLACE);
  return SETT_REAL (strcoll) (a, b);
}

EXPORT char *strchrnul (const char *text, int byte) {
  char *found = SETT_REAL (strchrnul) (text, byte);
  sett_buffer_read (text, (size_t)(found - text) + 1, PLACE);
  return found;
}

EXPORT void *rawmemchr (const void *memory, int byte) {
  char *found = SETT_REAL (rawmemchr) (memory, byte);
  sett_buffer_read (memory, (size_t)(found - (const char *)memory) + 1, PLACE);
  return found;
}

EXPORT void *memrchr (const void *memory, int byte, size_t size) {
  sett_buffer_read (memory, size, PLACE);
  return SETT_REAL (memrchr) (memory, byte, size);
}

EXPORT void *memmem (const void *memory, size_t size, const void *what,
                     size_t length) {
  sett_buffer_read (memory, size, PLACE);
  sett_buffer_read (what, length, PLACE);
  return SETT_REAL (memmem) (memory, size, what, length);
}
