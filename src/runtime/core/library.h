/* The C library's own functions on memory and strings, behind those that the
   run-time exports (libc.c) and those that it calls itself (bare.c).  Null
   until this library is set up. */

#ifndef SETT_RUNTIME_LIBRARY_H
#define SETT_RUNTIME_LIBRARY_H

#include <string.h>
#include <strings.h>

#define SETT_LIBRARY_FUNCTIONS(X)                                              \
  X (memcpy)                                                                   \
  X (memmove)                                                                  \
  X (memset)                                                                   \
  X (memcmp)                                                                   \
  X (memchr)                                                                   \
  X (strlen)                                                                   \
  X (strcmp)                                                                   \
  X (strncmp)                                                                  \
  X (strchr)                                                                   \
  X (strrchr) X (strstr) X (strcasecmp) X (strncasecmp)

typedef struct sett_library {
#define FIELD(NAME) __typeof__ (&NAME) NAME##_;
  SETT_LIBRARY_FUNCTIONS (FIELD)
#undef FIELD
} sett_library;

extern sett_library sett_real __attribute__ ((visibility ("hidden")));

#endif
