/* Streams of C++.  Nearly all of their code is instantiated in the program
   (c++config.h); these functions the library has in its own code.  Each changes
   the stream, and what it reads into. */

#include "runtime/access/buffers.h"
#include "runtime/access/cxx_memory.h"

#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"

#include <stddef.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define PLACE sett_buffer_place (SETT_HERE)

/* std::istream: how much the last call has read stands in it. */
typedef struct stream {
  void *functions;
  ptrdiff_t count;
} stream;

/* std::string */
typedef struct string {
  char *text;
  size_t length;
} string;

static void use (stream *s, uintptr_t place) {
  sett_buffer_write (&s->count, sizeof s->count, place);
}

static void written (string *s, uintptr_t place) {
  sett_buffer_read (&s->text, sizeof s->text, place);
  sett_buffer_write (&s->length, sizeof s->length, place);
  sett_buffer_write (s->text, s->length + 1, place);
}

/* The names are long. */
#define GET_LINE                                                               \
  _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_
#define GET_WORD                                                               \
  _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE

#define REAL(NAME) SETT_REAL (NAME)

stream *GET_LINE (stream *, string *, char);
EXPORT stream *GET_LINE (stream *from, string *to, char end) {
  const uintptr_t place = PLACE;
  use (from, place);
  stream *result = REAL (GET_LINE) (from, to, end);
  written (to, place);
  return result;
}

stream *GET_WORD (stream *, string *);
EXPORT stream *GET_WORD (stream *from, string *to) {
  const uintptr_t place = PLACE;
  use (from, place);
  stream *result = REAL (GET_WORD) (from, to);
  written (to, place);
  return result;
}

stream *_ZNSi7getlineEPclc (stream *, char *, ptrdiff_t, char);
EXPORT stream *_ZNSi7getlineEPclc (stream *from, char *to, ptrdiff_t room,
                                   char end) {
  const uintptr_t place = PLACE;
  use (from, place);
  stream *result = SETT_REAL (_ZNSi7getlineEPclc) (from, to, room, end);
  if (room > 0)
    sett_buffer_write_text (to, place);
  return result;
}

stream *_ZNSi6ignoreEl (stream *, ptrdiff_t);
EXPORT stream *_ZNSi6ignoreEl (stream *from, ptrdiff_t count) {
  use (from, PLACE);
  return SETT_REAL (_ZNSi6ignoreEl) (from, count);
}

stream *_ZNSi6ignoreEli (stream *, ptrdiff_t, int);
EXPORT stream *_ZNSi6ignoreEli (stream *from, ptrdiff_t count, int end) {
  use (from, PLACE);
  return SETT_REAL (_ZNSi6ignoreEli) (from, count, end);
}

/* A facet of a stream, in the library, will write to this variable
   (plugin/gcc_calls.cc). */
EXPORT void __sett_written (void *to, size_t size) {
  sett_buffer_write (to, size, PLACE);
}

_Bool _ZNSt8ios_base15sync_with_stdioEb (_Bool);
EXPORT _Bool _ZNSt8ios_base15sync_with_stdioEb (_Bool synchronise) {
  if (sett_active ())
    world->unsynchronised_streams = !synchronise;
  return SETT_REAL (_ZNSt8ios_base15sync_with_stdioEb) (synchronise);
}
