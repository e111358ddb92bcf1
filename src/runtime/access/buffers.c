/* Memory that the C library accesses for the program: see buffers.h.

   Reads are told as further looks of a call (SETT_MEMORY_MORE): nobody waits
   busily by calling such functions alone. */

#include "runtime/access/buffers.h"

#include "base/assert.h"
#include "runtime/access/access.h"
#include "runtime/core/modules.h"
#include "runtime/race/races.h"

#include <ctype.h>
#include <stdlib.h>
#include <wchar.h>

uintptr_t sett_buffer_place (uintptr_t place) {
  return engine.active && sett_modules_instrumented (place) ? place : 0;
}

void sett_buffer_read (const void *from, size_t size, uintptr_t place) {
  if (place && from)
    sett_access_range (from, size, SETT_MEMORY_READ | SETT_MEMORY_MORE, place);
}

void sett_buffer_text_within (const char *text, size_t most, uintptr_t place) {
  if (!place || !text)
    return;
  const size_t length = strnlen (text, most);
  sett_buffer_read (text, length + (length < most), place);
}

void sett_buffer_text (const char *text, uintptr_t place) {
  sett_buffer_text_within (text, PTRDIFF_MAX, place);
}

void sett_buffer_write (const void *to, size_t size, uintptr_t place) {
  if (place && to)
    sett_access_range (to, size, SETT_MEMORY_WRITE, place);
}

void sett_buffer_fill (void *to_, const void *from_, size_t size,
                       uintptr_t place) {
  char *to = to_;
  const char *from = from_;
  if (!place || !sett_access_visible (to, size)) {
    sett_buffer_write (to, size, place);
    memcpy (to, from, size);
    return;
  }
  while (size) {
    const size_t room = 8 - ((uintptr_t)to & 7);
    const size_t piece = size < room ? size : room;
    SETT_ASSERT_SLOW (piece && piece <= 8);
    sett_access (to, piece, SETT_MEMORY_WRITE, place);
    memcpy (to, from, piece);
    to += piece;
    from += piece;
    size -= piece;
  }
}

void sett_buffer_write_text (const char *to, uintptr_t place) {
  if (place && to)
    sett_buffer_write (to, strlen (to) + 1, place);
}

/*------------------------------------------------------------------------*/
/* Formats. */

/* One conversion: what stands between "%" and its letter. */
typedef struct conversion {
  char letter;    /* 0: the format ends, or is one with positions */
  char length[3]; /* "", "h", "hh", "l", "ll", "L", ... */
  size_t width;   /* PTRDIFF_MAX: there is none */
  size_t precision;
  int width_given, precision_given; /* by an argument */
  int suppressed, allocates;        /* scanf: "*", "m" */
} conversion;

static size_t take_number (const char **at) {
  size_t n = 0;
  while (isdigit ((unsigned char)**at))
    n = n * 10 + (size_t)(*(*at)++ - '0');
  return n;
}

static void take_length (const char **at, conversion *c) {
  for (size_t i = 0; i < 2 && **at && strchr ("hlLqjzt", **at); i++)
    c->length[i] = *(*at)++;
}

/* Goes to the next one.  "%%" is none. */
static const char *find_conversion (const char *at) {
  while (*at && (*at != '%' || at[1] == '%'))
    at += *at == '%' ? 2 : 1;
  return *at ? at + 1 : at;
}

static int is_wide_integer (const conversion *c) {
  return c->length[0] && strchr ("lqjzt", c->length[0]);
}

/* The next conversion of printf, and where the format goes on. */
static const char *next_printed (const char *at, conversion *c) {
  *c = (conversion){.width = PTRDIFF_MAX, .precision = PTRDIFF_MAX};
  at = find_conversion (at);
  at += strspn (at, "-+ #0'I");
  if (*at == '*')
    at++, c->width_given = 1;
  else
    take_number (&at);
  if (*at == '$')
    return at;
  if (*at == '.') {
    at++;
    if (*at == '*')
      at++, c->precision_given = 1;
    else
      c->precision = take_number (&at);
  }
  take_length (&at, c);
  c->letter = *at;
  return *at ? at + 1 : at;
}

static size_t stored_size (const conversion *c) {
  return c->length[0] == 'h'   ? c->length[1] == 'h' ? 1 : 2
         : is_wide_integer (c) ? 8
                               : sizeof (int);
}

static void read_string (const conversion *c, va_list *list, uintptr_t place) {
  const void *text = va_arg (*list, const void *);
  if (c->length[0] != 'l' && c->letter == 's')
    sett_buffer_text_within (text, c->precision, place);
  else if (text)
    sett_buffer_read (text, (wcsnlen (text, c->precision)) * sizeof (wchar_t),
                      place);
}

/* Takes the argument of a conversion; false: nobody knows what it is. */
static int take_printed (const conversion *c, va_list *list, uintptr_t place) {
  switch (c->letter) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'c':
  case 'C':
    if (is_wide_integer (c))
      (void)va_arg (*list, long);
    else
      (void)va_arg (*list, int);
    return 1;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    if (c->length[0] == 'L')
      (void)va_arg (*list, long double);
    else
      (void)va_arg (*list, double);
    return 1;
  case 's':
  case 'S':
    read_string (c, list, place);
    return 1;
  case 'p':
    (void)va_arg (*list, void *);
    return 1;
  case 'n':
    sett_buffer_write (va_arg (*list, void *), stored_size (c), place);
    return 1;
  case 'm':
    return 1;
  default:
    return 0;
  }
}

static size_t given_precision (int n) {
  return n < 0 ? PTRDIFF_MAX : (size_t)n;
}

void sett_format_printed (const char *format, va_list given, uintptr_t place) {
  conversion c;
  va_list list;
  if (!place || !format)
    return;
  sett_buffer_text (format, place);
  va_copy (list, given);
  for (;;) {
    format = next_printed (format, &c);
    if (!c.letter)
      break;
    if (c.width_given)
      (void)va_arg (list, int);
    if (c.precision_given)
      c.precision = given_precision (va_arg (list, int));
    if (!take_printed (&c, &list, place))
      break;
  }
  va_end (list);
}

static const char *skip_set (const char *at) {
  if (*at == '^')
    at++;
  if (*at == ']')
    at++;
  while (*at && *at != ']')
    at++;
  return *at ? at + 1 : at;
}

static const char *next_scanned (const char *at, conversion *c) {
  *c = (conversion){.width = PTRDIFF_MAX};
  at = find_conversion (at);
  if (*at == '*')
    at++, c->suppressed = 1;
  if (isdigit ((unsigned char)*at))
    c->width = take_number (&at);
  if (*at == '$')
    return at;
  if (*at == 'm')
    at++, c->allocates = 1;
  take_length (&at, c);
  c->letter = *at;
  if (!*at)
    return at;
  return *at == '[' ? skip_set (at + 1) : at + 1;
}

static size_t scanned_size (const conversion *c, const void *to) {
  const size_t unit = c->length[0] == 'l' ? sizeof (wchar_t) : 1;
  if (c->allocates)
    return sizeof (char *);
  switch (c->letter) {
  case 'c':
    return (c->width == PTRDIFF_MAX ? 1 : c->width) * unit;
  case 's':
  case '[':
    return unit == 1 ? strlen (to) + 1 : (wcslen (to) + 1) * unit;
  case 'p':
    return sizeof (void *);
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return c->length[0] == 'L'   ? sizeof (long double)
           : c->length[0] == 'l' ? sizeof (double)
                                 : sizeof (float);
  default:
    return stored_size (c);
  }
}

void sett_format_scanned (const char *format, va_list given, int assigned,
                          uintptr_t place) {
  conversion c;
  va_list list;
  if (!place || !format)
    return;
  sett_buffer_text (format, place);
  va_copy (list, given);
  for (;;) {
    format = next_scanned (format, &c);
    if (!c.letter || (assigned <= 0 && c.letter != 'n'))
      break;
    if (c.suppressed)
      continue;
    const void *to = va_arg (list, const void *);
    sett_buffer_write (to, scanned_size (&c, to), place);
    assigned -= c.letter != 'n';
  }
  va_end (list);
}
