/* Functions of the C library that leave results in memory of the program, or in
   memory of the library's own that all threads share (strtok, localtime):
   two threads that use the same race, as in any other code.

   What they access is told before they do so where it is known by then, which
   is right if that memory is visible; otherwise right after it. */

#include "runtime/access/buffers.h"

#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <time.h>
#include <wchar.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

#define PLACE sett_buffer_place (SETT_HERE)
#define READS(MEMORY, SIZE) sett_buffer_read (MEMORY, SIZE, PLACE)
#define READS_TEXT(TEXT) sett_buffer_text (TEXT, PLACE)
#define WRITES(MEMORY, SIZE) sett_buffer_write (MEMORY, SIZE, PLACE)
#define WRITES_TEXT(TEXT) sett_buffer_write_text (TEXT, PLACE)

/*------------------------------------------------------------------------*/
/* Bytes and texts. */

EXPORT void *memccpy (void *to, const void *from, int byte, size_t size) {
  void *end = SETT_REAL (memccpy) (to, from, byte, size);
  const size_t done = end ? (size_t)((char *)end - (char *)to) : size;
  READS (from, done);
  WRITES (to, done);
  return end;
}

EXPORT void swab (const void *from, void *to, ssize_t size) {
  const size_t even = size > 0 ? (size_t)size & ~(size_t)1 : 0;
  READS (from, even);
  WRITES (to, even);
  SETT_REAL (swab) (from, to, size);
}

EXPORT size_t strxfrm (char *to, const char *from, size_t size) {
  READS_TEXT (from);
  const size_t length = SETT_REAL (strxfrm) (to, from, size);
  WRITES (to, length < size ? length + 1 : size);
  return length;
}

/* A piece ends where its separator was. */
static void cut (const char *piece, const char *rest, uintptr_t place) {
  if (!piece)
    return;
  sett_buffer_text (piece, place);
  if (rest > piece)
    sett_buffer_write (rest - 1, 1, place);
}

EXPORT char *strtok_r (char *text, const char *separators, char **rest) {
  WRITES (rest, sizeof *rest);
  READS_TEXT (separators);
  char *piece = SETT_REAL (strtok_r) (text, separators, rest);
  cut (piece, *rest, PLACE);
  return piece;
}

EXPORT char *__strtok_r (char *text, const char *separators, char **rest) {
  WRITES (rest, sizeof *rest);
  READS_TEXT (separators);
  char *piece = SETT_REAL (__strtok_r) (text, separators, rest);
  cut (piece, *rest, PLACE);
  return piece;
}

EXPORT char *strsep (char **rest, const char *separators) {
  WRITES (rest, sizeof *rest);
  READS_TEXT (separators);
  char *piece = SETT_REAL (strsep) (rest, separators);
  cut (piece, *rest, PLACE);
  return piece;
}

/* Where it goes on is the library's secret; this stands for it. */
static char *rest_of_strtok;

EXPORT char *strtok (char *text, const char *separators) {
  WRITES (&rest_of_strtok, sizeof rest_of_strtok);
  READS_TEXT (separators);
  char *piece = SETT_REAL (strtok) (text, separators);
  if (piece)
    WRITES_TEXT (piece);
  return piece;
}

EXPORT char *strerror_r (int error, char *to, size_t size) {
  char *text = SETT_REAL (strerror_r) (error, to, size);
  if (text == to)
    WRITES_TEXT (to);
  return text;
}

EXPORT int __xpg_strerror_r (int error, char *to, size_t size) {
  const int wrong = SETT_REAL (__xpg_strerror_r) (error, to, size);
  if (size)
    WRITES_TEXT (to);
  return wrong;
}

/*------------------------------------------------------------------------*/
/* Wide characters. */

EXPORT wchar_t *wmemcpy (wchar_t *to, const wchar_t *from, size_t count) {
  READS (from, count * sizeof *from);
  WRITES (to, count * sizeof *to);
  return SETT_REAL (wmemcpy) (to, from, count);
}

EXPORT wchar_t *wmemmove (wchar_t *to, const wchar_t *from, size_t count) {
  READS (from, count * sizeof *from);
  WRITES (to, count * sizeof *to);
  return SETT_REAL (wmemmove) (to, from, count);
}

EXPORT wchar_t *wmemset (wchar_t *to, wchar_t value, size_t count) {
  WRITES (to, count * sizeof *to);
  return SETT_REAL (wmemset) (to, value, count);
}

EXPORT size_t wcslen (const wchar_t *text) {
  const size_t length = SETT_REAL (wcslen) (text);
  READS (text, (length + 1) * sizeof *text);
  return length;
}

EXPORT wchar_t *wcscpy (wchar_t *to, const wchar_t *from) {
  const size_t size = (SETT_REAL (wcslen) (from) + 1) * sizeof *from;
  READS (from, size);
  WRITES (to, size);
  return SETT_REAL (wcscpy) (to, from);
}

EXPORT wchar_t *wcsncpy (wchar_t *to, const wchar_t *from, size_t count) {
  READS (from, wcsnlen (from, count) * sizeof *from);
  WRITES (to, count * sizeof *to);
  return SETT_REAL (wcsncpy) (to, from, count);
}

EXPORT wchar_t *wcscat (wchar_t *to, const wchar_t *from) {
  const size_t length = SETT_REAL (wcslen) (to);
  const size_t size = (SETT_REAL (wcslen) (from) + 1) * sizeof *from;
  READS (to, length * sizeof *to);
  READS (from, size);
  WRITES (to + length, size);
  return SETT_REAL (wcscat) (to, from);
}

EXPORT size_t mbstowcs (wchar_t *to, const char *from, size_t count) {
  READS_TEXT (from);
  const size_t length = SETT_REAL (mbstowcs) (to, from, count);
  if (length != (size_t)-1)
    WRITES (to, (length < count ? length + 1 : count) * sizeof *to);
  return length;
}

EXPORT size_t wcstombs (char *to, const wchar_t *from, size_t size) {
  READS (from, (SETT_REAL (wcslen) (from) + 1) * sizeof *from);
  const size_t length = SETT_REAL (wcstombs) (to, from, size);
  if (length != (size_t)-1)
    WRITES (to, length < size ? length + 1 : size);
  return length;
}

/*------------------------------------------------------------------------*/
/* Sorting: elements are compared by the program, and moved by the library. */

typedef int comparison (const void *, const void *);
typedef int comparison_with (const void *, const void *, void *);

EXPORT void qsort (void *at, size_t count, size_t size, comparison *compare) {
  if (count > 1)
    WRITES (at, count * size);
  SETT_REAL (qsort) (at, count, size, compare);
}

EXPORT void qsort_r (void *at, size_t count, size_t size,
                     comparison_with *compare, void *with) {
  if (count > 1)
    WRITES (at, count * size);
  SETT_REAL (qsort_r) (at, count, size, compare, with);
}

/*------------------------------------------------------------------------*/
/* Times. */

#define CONVERTS(NAME)                                                         \
  EXPORT struct tm *NAME##_r (const time_t *restrict time,                     \
                              struct tm *restrict to) {                        \
    READS (time, sizeof *time);                                                \
    WRITES (to, sizeof *to);                                                   \
    return SETT_REAL (NAME##_r) (time, to);                                    \
  }                                                                            \
  EXPORT struct tm *NAME (const time_t *time) {                                \
    READS (time, sizeof *time);                                                \
    struct tm *to = SETT_REAL (NAME) (time);                                   \
    WRITES (to, sizeof *to);                                                   \
    return to;                                                                 \
  }

CONVERTS (localtime)
CONVERTS (gmtime)

EXPORT char *asctime_r (const struct tm *restrict time, char *restrict to) {
  READS (time, sizeof *time);
  char *text = SETT_REAL (asctime_r) (time, to);
  WRITES_TEXT (text);
  return text;
}

EXPORT char *ctime_r (const time_t *restrict time, char *restrict to) {
  READS (time, sizeof *time);
  char *text = SETT_REAL (ctime_r) (time, to);
  WRITES_TEXT (text);
  return text;
}

EXPORT char *asctime (const struct tm *time) {
  READS (time, sizeof *time);
  char *text = SETT_REAL (asctime) (time);
  WRITES_TEXT (text);
  return text;
}

EXPORT char *ctime (const time_t *time) {
  READS (time, sizeof *time);
  char *text = SETT_REAL (ctime) (time);
  WRITES_TEXT (text);
  return text;
}

EXPORT time_t mktime (struct tm *time) {
  WRITES (time, sizeof *time);
  return SETT_REAL (mktime) (time);
}

EXPORT size_t strftime (char *restrict to, size_t size,
                        const char *restrict format,
                        const struct tm *restrict time) {
  READS (time, sizeof *time);
  READS_TEXT (format);
  const size_t length = SETT_REAL (strftime) (to, size, format, time);
  if (length)
    WRITES (to, length + 1);
  return length;
}

/*------------------------------------------------------------------------*/
/* Names and files. */

EXPORT char *getcwd (char *to, size_t size) {
  char *text = SETT_REAL (getcwd) (to, size);
  WRITES_TEXT (text);
  return text;
}

EXPORT int gethostname (char *to, size_t size) {
  const int wrong = SETT_REAL (gethostname) (to, size);
  if (!wrong && size)
    WRITES_TEXT (to);
  return wrong;
}

EXPORT char *realpath (const char *restrict path, char *restrict to) {
  READS_TEXT (path);
  char *text = SETT_REAL (realpath) (path, to);
  WRITES_TEXT (text);
  return text;
}

EXPORT const char *inet_ntop (int family, const void *restrict address,
                              char *restrict to, socklen_t size) {
  READS (address, family == AF_INET ? 4 : 16);
  const char *text = SETT_REAL (inet_ntop) (family, address, to, size);
  WRITES_TEXT (text);
  return text;
}

EXPORT int inet_pton (int family, const char *restrict text,
                      void *restrict to) {
  READS_TEXT (text);
  const int done = SETT_REAL (inet_pton) (family, text, to);
  if (done == 1)
    WRITES (to, family == AF_INET ? 4 : 16);
  return done;
}

EXPORT int uname (struct utsname *to) {
  WRITES (to, sizeof *to);
  return SETT_REAL (uname) (to);
}

EXPORT ssize_t readlink (const char *restrict path, char *restrict to,
                         size_t size) {
  READS_TEXT (path);
  const ssize_t length = SETT_REAL (readlink) (path, to, size);
  if (length > 0)
    WRITES (to, (size_t)length);
  return length;
}

#define LOOKS(NAME, TYPE)                                                      \
  EXPORT int NAME (const char *restrict path, struct TYPE *restrict to) {      \
    READS_TEXT (path);                                                         \
    WRITES (to, sizeof *to);                                                   \
    return SETT_REAL (NAME) (path, to);                                        \
  }

LOOKS (stat, stat)
LOOKS (lstat, stat)
LOOKS (stat64, stat64)
LOOKS (lstat64, stat64)

EXPORT int fstat (int number, struct stat *to) {
  WRITES (to, sizeof *to);
  return SETT_REAL (fstat) (number, to);
}

EXPORT int fstat64 (int number, struct stat64 *to) {
  WRITES (to, sizeof *to);
  return SETT_REAL (fstat64) (number, to);
}
