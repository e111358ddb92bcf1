/* The C library's functions on memory and strings, as instrumented programs
   call them: they report what they access, and leave the work to the library.

   A call from code that is not instrumented is passed on.  Memory that is
   visible is accessed piece by piece, each one right after its event: for that
   there are simple versions here.  These also serve before the C library can be
   asked, when this library is not set up yet. */

#include "runtime/access/access.h"
#include "runtime/core/library.h"
#include "runtime/core/modules.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <ctype.h>
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* The registers of whoever calls a function of this file; most often it is
   nobody's business. */
static sett_registers caller_registers __attribute__ ((used));

/* The place of the call, or 0: it is nobody's business. */
static uintptr_t reported (uintptr_t place) {
  if (!engine.active || !sett_modules_instrumented (place))
    return 0;
  sett_entry_registers = caller_registers;
  return place;
}

static void reads (const void *memory, size_t size, uintptr_t place) {
  sett_access_range (memory, size, SETT_MEMORY_READ, place);
}

static void writes (const void *memory, size_t size, uintptr_t place) {
  sett_access_range (memory, size, SETT_MEMORY_WRITE, place);
}

/*------------------------------------------------------------------------*/
/* Piece by piece; not reported if the place is 0. */

/* `more': it is not the first look of the call. */
static unsigned char get (const void *memory, int more, uintptr_t place) {
  if (place)
    sett_access (memory, 1, SETT_MEMORY_READ | (more ? SETT_MEMORY_MORE : 0),
                 place);
  return *(const volatile unsigned char *)memory;
}

static void put (void *memory, unsigned char byte, uintptr_t place) {
  if (place)
    sett_access (memory, 1, SETT_MEMORY_WRITE, place);
  *(volatile unsigned char *)memory = byte;
}

static void copy_piece (char *to, const char *from, size_t size,
                        uintptr_t place) {
  char piece[8];
  if (place)
    sett_access (from, size, SETT_MEMORY_READ, place);
  for (size_t i = 0; i < size; i++)
    piece[i] = ((const volatile char *)from)[i];
  if (place)
    sett_access (to, size, SETT_MEMORY_WRITE, place);
  for (size_t i = 0; i < size; i++)
    ((volatile char *)to)[i] = piece[i];
}

static size_t less (size_t a, size_t b) {
  return a < b ? a : b;
}

/* Bytes from here to the next multiple of 8, or from the last one. */
static size_t after (const char *at) {
  return 8 - ((uintptr_t)at & 7);
}
static size_t before (const char *at) {
  return (((uintptr_t)at - 1) & 7) + 1;
}

static void slow_move (char *to, const char *from, size_t size,
                       uintptr_t place) {
  if ((uintptr_t)to - (uintptr_t)from >= size)
    while (size) {
      const size_t piece = less (size, less (after (to), after (from)));
      copy_piece (to, from, piece, place);
      to += piece;
      from += piece;
      size -= piece;
    }
  else
    while (size) {
      const size_t piece =
          less (size, less (before (to + size), before (from + size)));
      size -= piece;
      copy_piece (to + size, from + size, piece, place);
    }
}

static void slow_set (char *to, int byte, size_t size, uintptr_t place) {
  while (size) {
    const size_t piece = less (size, after (to));
    if (place)
      sett_access (to, piece, SETT_MEMORY_WRITE, place);
    for (size_t i = 0; i < piece; i++)
      ((volatile char *)to)[i] = (char)byte;
    to += piece;
    size -= piece;
  }
}

static size_t slow_length (const char *text, size_t most, uintptr_t place) {
  size_t length = 0;
  while (length < most && get (text + length, length > 0, place))
    length++;
  return length;
}

typedef int mapping (int);

static int itself (int c) {
  return c;
}

/* Compares until a difference, after `most` bytes, or after a `last` byte. */
static int slow_compare (const char *a, const char *b, size_t most, int last,
                         mapping *map, uintptr_t place) {
  for (size_t i = 0; i < most; i++) {
    const int x = map (get (a + i, i > 0, place));
    const int y = map (get (b + i, 1, place));
    if (x != y)
      return x - y;
    if (x == last)
      return 0;
  }
  return 0;
}

/* The first (or last) such byte; not after a `last` one. */
static char *slow_find (const char *text, int byte, size_t most, int last,
                        int backwards, uintptr_t place) {
  const char *found = NULL;
  for (size_t i = 0; i < most; i++) {
    const int c = get (text + i, i > 0, place);
    if (c == (unsigned char)byte) {
      found = text + i;
      if (!backwards)
        break;
    }
    if (c == last)
      break;
  }
  return (char *)found;
}

/*------------------------------------------------------------------------*/
/* What they access, without touching what others see. */

static size_t length_of (const char *text) {
  return LIKELY (sett_real.strlen_) ? sett_real.strlen_ (text)
                                    : slow_length (text, SIZE_MAX, 0);
}

static size_t length_within (const char *text, size_t most) {
  if (most == SIZE_MAX)
    return length_of (text);
  const char *end = sett_real.memchr_ ? sett_real.memchr_ (text, 0, most)
                                      : slow_find (text, 0, most, -1, 0, 0);
  return end ? (size_t)(end - text) : most;
}

/* Bytes of a string that are read, the final one included. */
static size_t extent_within (const char *text, size_t most) {
  return less (length_within (text, most) + 1, most);
}

/* How far two strings are compared. */
static size_t common (const char *a, const char *b, size_t most, int last,
                      mapping *map) {
  size_t i = 0;
  while (i < most && map ((unsigned char)a[i]) == map ((unsigned char)b[i]) &&
         (unsigned char)a[i] != last)
    i++;
  return less (i + 1, most);
}

/*------------------------------------------------------------------------*/
/* Copying. */

static void move (void *to, const void *from, size_t size, uintptr_t place) {
  if (!place) {
    if (LIKELY (sett_real.memmove_))
      sett_real.memmove_ (to, from, size);
    else
      slow_move (to, from, size, 0);
    return;
  }
  if (sett_access_visible (to, size) || sett_access_visible (from, size)) {
    slow_move (to, from, size, place);
    return;
  }
  reads (from, size, place);
  writes (to, size, place);
  sett_real.memmove_ (to, from, size);
}

static void set (void *to, int byte, size_t size, uintptr_t place) {
  if (!place) {
    if (LIKELY (sett_real.memset_))
      sett_real.memset_ (to, byte, size);
    else
      slow_set (to, byte, size, 0);
    return;
  }
  if (sett_access_visible (to, size)) {
    slow_set (to, byte, size, place);
    return;
  }
  writes (to, size, place);
  sett_real.memset_ (to, byte, size);
}

#define LOOKING(NAME) SETT_LOOKING_WITH (NAME, caller_registers)
#define PLACE reported (SETT_HERE)

LOOKING (memcpy);
SETT_LOOKS void *memcpy_looking (void *to, const void *from, size_t size) {
  move (to, from, size, PLACE);
  return to;
}

LOOKING (memmove);
SETT_LOOKS void *memmove_looking (void *to, const void *from, size_t size) {
  move (to, from, size, PLACE);
  return to;
}

LOOKING (mempcpy);
SETT_LOOKS void *mempcpy_looking (void *to, const void *from, size_t size) {
  move (to, from, size, PLACE);
  return (char *)to + size;
}

LOOKING (bcopy);
SETT_LOOKS void bcopy_looking (const void *from, void *to, size_t size) {
  move (to, from, size, PLACE);
}

LOOKING (memset);
SETT_LOOKS void *memset_looking (void *to, int byte, size_t size) {
  set (to, byte, size, PLACE);
  return to;
}

LOOKING (bzero);
SETT_LOOKS void bzero_looking (void *to, size_t size) {
  set (to, 0, size, PLACE);
}

LOOKING (explicit_bzero);
SETT_LOOKS void explicit_bzero_looking (void *to, size_t size) {
  set (to, 0, size, PLACE);
}

/* Copies at most `most` bytes of a string, without its end; gives the length.
   How long it is, is seen piece by piece if it is visible. */
static size_t copy_text (char *to, const char *from, size_t most,
                         uintptr_t place) {
  size_t length = length_within (from, most);
  if (place && sett_access_visible (from, length + 1)) {
    unsigned char c;
    for (length = 0;
         length < most && (c = get (from + length, length > 0, place));
         length++)
      put (to + length, c, place);
    return length;
  }
  move (to, from, length, place);
  if (place && length < most)
    reads (from + length, 1, place);
  return length;
}

static size_t text_length (const char *text, uintptr_t place) {
  const size_t length = length_of (text);
  if (!place)
    return length;
  if (sett_access_visible (text, length + 1))
    return slow_length (text, SIZE_MAX, place);
  reads (text, length + 1, place);
  return length;
}

LOOKING (strcpy);
SETT_LOOKS char *strcpy_looking (char *to, const char *from) {
  const uintptr_t place = PLACE;
  put (to + copy_text (to, from, SIZE_MAX, place), 0, place);
  return to;
}

LOOKING (stpcpy);
SETT_LOOKS char *stpcpy_looking (char *to, const char *from) {
  const uintptr_t place = PLACE;
  char *end = to + copy_text (to, from, SIZE_MAX, place);
  put (end, 0, place);
  return end;
}

static size_t copy_padded (char *to, const char *from, size_t size,
                           uintptr_t place) {
  const size_t length = copy_text (to, from, size, place);
  set (to + length, 0, size - length, place);
  return length;
}

LOOKING (strncpy);
SETT_LOOKS char *strncpy_looking (char *to, const char *from, size_t size) {
  copy_padded (to, from, size, PLACE);
  return to;
}

LOOKING (stpncpy);
SETT_LOOKS char *stpncpy_looking (char *to, const char *from, size_t size) {
  return to + copy_padded (to, from, size, PLACE);
}

static char *append (char *to, const char *from, size_t most, uintptr_t place) {
  char *end = to + text_length (to, place);
  put (end + copy_text (end, from, most, place), 0, place);
  return to;
}

LOOKING (strcat);
SETT_LOOKS char *strcat_looking (char *to, const char *from) {
  return append (to, from, SIZE_MAX, PLACE);
}

LOOKING (strncat);
SETT_LOOKS char *strncat_looking (char *to, const char *from, size_t size) {
  return append (to, from, size, PLACE);
}

static char *duplicate (const char *text, size_t most, uintptr_t place) {
  /* If the length changes meanwhile, that is the program's race. */
  const size_t length = length_within (text, most);
  char *copy = malloc (length + 1);
  if (length < most)
    get (text + length, 0, place); /* the end */
  if (copy)
    put (copy + copy_text (copy, text, length, place), 0, place);
  return copy;
}

LOOKING (strdup);
SETT_LOOKS char *strdup_looking (const char *text) {
  return duplicate (text, SIZE_MAX, PLACE);
}

LOOKING (__strdup);
SETT_LOOKS char *__strdup_looking (const char *text) {
  return duplicate (text, SIZE_MAX, PLACE);
}

LOOKING (strndup);
SETT_LOOKS char *strndup_looking (const char *text, size_t most) {
  return duplicate (text, most, PLACE);
}

/*------------------------------------------------------------------------*/
/* Looking. */

LOOKING (strlen);
SETT_LOOKS size_t strlen_looking (const char *text) {
  return text_length (text, PLACE);
}

LOOKING (strnlen);
SETT_LOOKS size_t strnlen_looking (const char *text, size_t most) {
  const uintptr_t place = PLACE;
  const size_t extent = extent_within (text, most);
  if (place && sett_access_visible (text, extent))
    return slow_length (text, most, place);
  if (place)
    reads (text, extent, place);
  return length_within (text, most);
}

/* Must a comparison of so much of both be done piece by piece?  If not, the
   accesses are reported. */
static int is_slow (const char *a, const char *b, size_t extent,
                    uintptr_t place) {
  if (!place)
    return 0;
  if (sett_access_visible (a, extent) || sett_access_visible (b, extent))
    return 1;
  reads (a, extent, place);
  reads (b, extent, place);
  return 0;
}

static int compare_memory (const void *a, const void *b, size_t size,
                           uintptr_t place) {
  if (UNLIKELY (!sett_real.memcmp_) || is_slow (a, b, size, place))
    return slow_compare (a, b, size, -1, itself, place);
  return sett_real.memcmp_ (a, b, size);
}

LOOKING (memcmp);
SETT_LOOKS int memcmp_looking (const void *a, const void *b, size_t size) {
  return compare_memory (a, b, size, PLACE);
}

LOOKING (bcmp);
SETT_LOOKS int bcmp_looking (const void *a, const void *b, size_t size) {
  return compare_memory (a, b, size, PLACE);
}

LOOKING (strcmp);
SETT_LOOKS int strcmp_looking (const char *a, const char *b) {
  const uintptr_t place = PLACE;
  if (UNLIKELY (!sett_real.strcmp_) ||
      (place && is_slow (a, b, common (a, b, SIZE_MAX, 0, itself), place)))
    return slow_compare (a, b, SIZE_MAX, 0, itself, place);
  return sett_real.strcmp_ (a, b);
}

LOOKING (strncmp);
SETT_LOOKS int strncmp_looking (const char *a, const char *b, size_t most) {
  const uintptr_t place = PLACE;
  if (UNLIKELY (!sett_real.strncmp_) ||
      (place && is_slow (a, b, common (a, b, most, 0, itself), place)))
    return slow_compare (a, b, most, 0, itself, place);
  return sett_real.strncmp_ (a, b, most);
}

LOOKING (strcasecmp);
SETT_LOOKS int strcasecmp_looking (const char *a, const char *b) {
  const uintptr_t place = PLACE;
  if (UNLIKELY (!sett_real.strcasecmp_) ||
      (place && is_slow (a, b, common (a, b, SIZE_MAX, 0, tolower), place)))
    return slow_compare (a, b, SIZE_MAX, 0, tolower, place);
  return sett_real.strcasecmp_ (a, b);
}

LOOKING (strncasecmp);
SETT_LOOKS int strncasecmp_looking (const char *a, const char *b, size_t most) {
  const uintptr_t place = PLACE;
  if (UNLIKELY (!sett_real.strncasecmp_) ||
      (place && is_slow (a, b, common (a, b, most, 0, tolower), place)))
    return slow_compare (a, b, most, 0, tolower, place);
  return sett_real.strncasecmp_ (a, b, most);
}

LOOKING (memchr);
SETT_LOOKS void *memchr_looking (const void *memory, int byte, size_t size) {
  const uintptr_t place = PLACE;
  if (UNLIKELY (!sett_real.memchr_))
    return slow_find (memory, byte, size, -1, 0, 0);
  const char *found = sett_real.memchr_ (memory, byte, size);
  if (!place)
    return (void *)found;
  const size_t extent =
      found ? (size_t)(found + 1 - (const char *)memory) : size;
  if (sett_access_visible (memory, extent))
    return slow_find (memory, byte, size, -1, 0, place);
  reads (memory, extent, place);
  return (void *)found;
}

static char *find_in_text (const char *text, int byte, int backwards,
                           uintptr_t place) {
  if (UNLIKELY (!sett_real.strchr_ || !sett_real.strrchr_))
    return slow_find (text, byte, SIZE_MAX, 0, backwards, 0);
  char *found = backwards ? sett_real.strrchr_ (text, byte)
                          : sett_real.strchr_ (text, byte);
  if (!place)
    return found;
  const size_t extent =
      found && !backwards ? (size_t)(found - text) + 1 : length_of (text) + 1;
  if (sett_access_visible (text, extent))
    return slow_find (text, byte, SIZE_MAX, 0, backwards, place);
  reads (text, extent, place);
  return found;
}

LOOKING (strchr);
SETT_LOOKS char *strchr_looking (const char *text, int byte) {
  return find_in_text (text, byte, 0, PLACE);
}

LOOKING (strrchr);
SETT_LOOKS char *strrchr_looking (const char *text, int byte) {
  return find_in_text (text, byte, 1, PLACE);
}

LOOKING (strstr);
SETT_LOOKS char *strstr_looking (const char *text, const char *part) {
  const uintptr_t place = PLACE;
  if (place) {
    text_length (text, place);
    text_length (part, place);
  }
  if (LIKELY (sett_real.strstr_))
    return sett_real.strstr_ (text, part);
  const size_t length = slow_length (part, SIZE_MAX, 0);
  for (;; text++) {
    if (!slow_compare (text, part, length, -1, itself, 0))
      return (char *)text;
    if (!*text)
      return NULL;
  }
}

/*------------------------------------------------------------------------*/
/* With the size of the destination, checked (_FORTIFY_SOURCE). */

void __chk_fail (void) __attribute__ ((noreturn));

static void check (size_t size, size_t room) {
  if (size > room)
    __chk_fail ();
}

LOOKING (__memcpy_chk);
SETT_LOOKS void *__memcpy_chk_looking (void *to, const void *from, size_t size,
                                       size_t room) {
  check (size, room);
  move (to, from, size, PLACE);
  return to;
}

LOOKING (__memmove_chk);
SETT_LOOKS void *__memmove_chk_looking (void *to, const void *from, size_t size,
                                        size_t room) {
  check (size, room);
  move (to, from, size, PLACE);
  return to;
}

LOOKING (__mempcpy_chk);
SETT_LOOKS void *__mempcpy_chk_looking (void *to, const void *from, size_t size,
                                        size_t room) {
  check (size, room);
  move (to, from, size, PLACE);
  return (char *)to + size;
}

LOOKING (__memset_chk);
SETT_LOOKS void *__memset_chk_looking (void *to, int byte, size_t size,
                                       size_t room) {
  check (size, room);
  set (to, byte, size, PLACE);
  return to;
}

LOOKING (__strcpy_chk);
SETT_LOOKS char *__strcpy_chk_looking (char *to, const char *from,
                                       size_t room) {
  const uintptr_t place = PLACE;
  check (length_of (from) + 1, room);
  put (to + copy_text (to, from, SIZE_MAX, place), 0, place);
  return to;
}

LOOKING (__stpcpy_chk);
SETT_LOOKS char *__stpcpy_chk_looking (char *to, const char *from,
                                       size_t room) {
  const uintptr_t place = PLACE;
  check (length_of (from) + 1, room);
  char *end = to + copy_text (to, from, SIZE_MAX, place);
  put (end, 0, place);
  return end;
}

LOOKING (__strncpy_chk);
SETT_LOOKS char *__strncpy_chk_looking (char *to, const char *from, size_t size,
                                        size_t room) {
  check (size, room);
  copy_padded (to, from, size, PLACE);
  return to;
}

LOOKING (__strcat_chk);
SETT_LOOKS char *__strcat_chk_looking (char *to, const char *from,
                                       size_t room) {
  check (length_of (to) + length_of (from) + 1, room);
  return append (to, from, SIZE_MAX, PLACE);
}

LOOKING (__strncat_chk);
SETT_LOOKS char *__strncat_chk_looking (char *to, const char *from, size_t size,
                                        size_t room) {
  check (length_of (to) + length_within (from, size) + 1, room);
  return append (to, from, size, PLACE);
}

/*------------------------------------------------------------------------*/
/* What some compilers call instead. */

LOOKING (__tsan_memcpy);
SETT_LOOKS void *__tsan_memcpy_looking (void *to, const void *from,
                                        size_t size) {
  move (to, from, size, PLACE);
  return to;
}

LOOKING (__tsan_memmove);
SETT_LOOKS void *__tsan_memmove_looking (void *to, const void *from,
                                         size_t size) {
  move (to, from, size, PLACE);
  return to;
}

LOOKING (__tsan_memset);
SETT_LOOKS void *__tsan_memset_looking (void *to, int byte, size_t size) {
  set (to, byte, size, PLACE);
  return to;
}
