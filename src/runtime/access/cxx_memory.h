/* Memory of the C++ library's own.

   Templates of the library are instantiated in the program (c++config.h), where
   they also access what the library shares among threads and answers for
   itself: its caches, and the standard streams, which threads may use at the
   same time. Such accesses are nobody's business.  If the program has said that
   streams need not be synchronised (sync_with_stdio) each use of one changes
   it. */

#ifndef SETT_RUNTIME_CXX_MEMORY_H
#define SETT_RUNTIME_CXX_MEMORY_H

#include "runtime/core/modules.h"

/* What lies between the first and the last standard stream. */
extern sett_span sett_cxx_streams;

/* Finds the streams. */
void sett_cxx_find (void);

int sett_cxx_is_stream (const void *address);

/* Is it of the library, or a standard stream? */
static inline int sett_cxx_owns (const void *address) {
  const uintptr_t at = (uintptr_t)address;
  return sett_span_has (&sett_cxx_library, at) ||
         (sett_span_has (&sett_cxx_streams, at) &&
          sett_cxx_is_stream (address));
}

#endif
