/* sprintf, sscanf and their relatives: texts that are made from, and taken
   apart into, memory of the program.

   The C library makes a text somewhere else, from where it is copied, so that
   memory that is visible is written piece by piece.  stdio.h is not included:
   it has other names for some of these functions, depending on the standard. */

#include "runtime/access/buffers.h"

#include "runtime/access/access.h"
#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

int vsnprintf (char *, size_t, const char *, va_list);
int __vsnprintf_chk (char *, size_t, int, size_t, const char *, va_list);
int __vsprintf_chk (char *, int, size_t, const char *, va_list);
int vasprintf (char **, const char *, va_list);

#define PLACE sett_buffer_place (SETT_HERE)

enum { USUAL = 512, MOST = 65536 };

/*------------------------------------------------------------------------*/
/* Printing. */

static int print_here (char *text, size_t size, const char *format,
                       va_list list) {
  va_list copy;
  va_copy (copy, list);
  const int length = SETT_REAL (vsnprintf) (text, size, format, copy);
  va_end (copy);
  return length;
}

static void give (char *to, size_t size, const char *text, size_t length,
                  uintptr_t place) {
  const size_t part = length < size ? length : size - 1;
  sett_buffer_fill (to, text, part, place);
  sett_buffer_fill (to + part, "", 1, place);
}

static int print (char *to, size_t size, const char *format, va_list list,
                  uintptr_t place) {
  char usual[USUAL];
  if (!place)
    return print_here (to, size, format, list);
  sett_format_printed (format, list, place);
  const int length = print_here (usual, sizeof usual, format, list);
  if (length < 0 || !size)
    return length;
  const size_t room = (size_t)length + 1;
  if (room <= sizeof usual)
    give (to, size, usual, room - 1, place);
  else if (room <= MOST && sett_access_visible (to, room)) {
    char text[room];
    print_here (text, room, format, list);
    give (to, size, text, room - 1, place);
  } else {
    sett_buffer_write (to, room < size ? room : size, place);
    print_here (to, size, format, list);
  }
  return length;
}

/* What the compiler found out about the room there is, is checked. */
static int print_checked (char *to, size_t size, size_t room,
                          const char *format, va_list list, uintptr_t place) {
  if (room != SIZE_MAX && size != SIZE_MAX && room < size)
    SETT_REAL (__vsnprintf_chk) (to, size, 0, room, format, list); /* ends */
  if (size == SIZE_MAX && room != SIZE_MAX &&
      (size_t)print_here (NULL, 0, format, list) >= room)
    return SETT_REAL (__vsprintf_chk) (to, 0, room, format, list); /* ends */
  return print (to, size, format, list, place);
}

#define WITH_LIST(RESULT, LAST, CALL)                                          \
  va_list list;                                                                \
  va_start (list, LAST);                                                       \
  const RESULT result = CALL;                                                  \
  va_end (list);                                                               \
  return result

EXPORT int vsnprintf (char *to, size_t size, const char *format, va_list list) {
  return print (to, size, format, list, PLACE);
}

EXPORT int vsprintf (char *to, const char *format, va_list list) {
  return print (to, SIZE_MAX, format, list, PLACE);
}

EXPORT int snprintf (char *to, size_t size, const char *format, ...) {
  WITH_LIST (int, format, print (to, size, format, list, PLACE));
}

EXPORT int sprintf (char *to, const char *format, ...) {
  WITH_LIST (int, format, print (to, SIZE_MAX, format, list, PLACE));
}

EXPORT int __vsnprintf_chk (char *to, size_t size, int flag, size_t room,
                            const char *format, va_list list) {
  (void)flag;
  return print_checked (to, size, room, format, list, PLACE);
}

EXPORT int __vsprintf_chk (char *to, int flag, size_t room, const char *format,
                           va_list list) {
  (void)flag;
  return print_checked (to, SIZE_MAX, room, format, list, PLACE);
}

EXPORT int __snprintf_chk (char *to, size_t size, int flag, size_t room,
                           const char *format, ...) {
  (void)flag;
  WITH_LIST (int, format, print_checked (to, size, room, format, list, PLACE));
}

EXPORT int __sprintf_chk (char *to, int flag, size_t room, const char *format,
                          ...) {
  (void)flag;
  WITH_LIST (int, format,
             print_checked (to, SIZE_MAX, room, format, list, PLACE));
}

static int print_new (char **to, const char *format, va_list list,
                      uintptr_t place) {
  char *text = NULL;
  sett_format_printed (format, list, place);
  const int length = SETT_REAL (vasprintf) (&text, format, list);
  if (length >= 0)
    sett_buffer_write (text, (size_t)length + 1, place);
  sett_buffer_fill (to, &text, sizeof text, place);
  return length;
}

EXPORT int vasprintf (char **to, const char *format, va_list list) {
  return print_new (to, format, list, PLACE);
}

EXPORT int asprintf (char **to, const char *format, ...) {
  WITH_LIST (int, format, print_new (to, format, list, PLACE));
}

EXPORT int __vasprintf_chk (char **to, int flag, const char *format,
                            va_list list) {
  (void)flag;
  return print_new (to, format, list, PLACE);
}

EXPORT int __asprintf_chk (char **to, int flag, const char *format, ...) {
  (void)flag;
  WITH_LIST (int, format, print_new (to, format, list, PLACE));
}

/*------------------------------------------------------------------------*/
/* Scanning. */

static int scan (int (*real) (const char *, const char *, va_list),
                 const char *text, const char *format, va_list list,
                 uintptr_t place) {
  va_list copy;
  sett_buffer_text (text, place);
  va_copy (copy, list);
  const int assigned = real (text, format, copy);
  va_end (copy);
  sett_format_scanned (format, list, assigned, place);
  return assigned;
}

/* By the names that headers give them, depending on the standard. */
#define SCANS(NAME, VNAME)                                                     \
  EXPORT int VNAME (const char *text, const char *format, va_list list) {      \
    return scan (SETT_REAL (VNAME), text, format, list, PLACE);                \
  }                                                                            \
  EXPORT int NAME (const char *text, const char *format, ...) {                \
    WITH_LIST (int, format,                                                    \
               scan (SETT_REAL (VNAME), text, format, list, PLACE));           \
  }

SCANS (sscanf, vsscanf)
SCANS (__isoc99_sscanf, __isoc99_vsscanf)
SCANS (__isoc23_sscanf, __isoc23_vsscanf)
