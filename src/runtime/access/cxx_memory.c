/* Memory of the C++ library's own: see cxx_memory.h.

   The linker puts copies of the standard streams into programs that name them:
   the symbols say where.  Without the library there are none. */

#include "runtime/access/cxx_memory.h"

#include <stddef.h>

#define WEAK __attribute__ ((weak, visibility ("default")))

extern WEAK char _ZSt3cin, _ZSt4cout, _ZSt4cerr, _ZSt4clog;
extern WEAK char _ZSt4wcin, _ZSt5wcout, _ZSt5wcerr, _ZSt5wclog;

enum { STREAM_SIZE = 280 }; /* std::istream; std::ostream has 272 bytes */

static const char *const streams[] = {
    &_ZSt3cin,  &_ZSt4cout,  &_ZSt4cerr,  &_ZSt4clog,
    &_ZSt4wcin, &_ZSt5wcout, &_ZSt5wcerr, &_ZSt5wclog,
};

enum { STREAMS = sizeof streams / sizeof *streams };

sett_span sett_cxx_streams;

void sett_cxx_find (void) {
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (size_t i = 0; i < STREAMS; i++) {
    const uintptr_t at = (uintptr_t)streams[i];
    if (!at)
      continue;
    low = at < low ? at : low;
    high = at > high ? at : high;
  }
  if (high)
    sett_cxx_streams = (sett_span){low, high + STREAM_SIZE};
}

int sett_cxx_is_stream (const void *address) {
  for (size_t i = 0; i < STREAMS; i++)
    if (streams[i] && (uintptr_t)address - (uintptr_t)streams[i] < STREAM_SIZE)
      return 1;
  return 0;
}
