/* The run-time's own functions on memory and strings (bare.h): the C library's,
   and simple ones until these are found.

   No loop here may become a call of the function that it is in: hence
   `volatile'. */

#include "runtime/core/library.h"

#include "runtime/core/engine.h"
#include "runtime/core/real.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <wchar.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

sett_library sett_real;

__attribute__ ((constructor)) static void find_functions (void) {
#define FIND(NAME)                                                             \
  {                                                                            \
    void *found = dlsym (RTLD_NEXT, #NAME);                                    \
    __builtin_memcpy (&sett_real.NAME##_, &found, sizeof found);               \
  }
  SETT_LIBRARY_FUNCTIONS (FIND)
#undef FIND
}

void *sett_bare_memmove (void *to, const void *from, size_t size) {
  volatile char *t = to;
  const volatile char *f = from;
  if (LIKELY (sett_real.memmove_))
    return sett_real.memmove_ (to, from, size);
  if ((uintptr_t)to - (uintptr_t)from >= size)
    for (size_t i = 0; i < size; i++)
      t[i] = f[i];
  else
    while (size--)
      t[size] = f[size];
  return to;
}

void *sett_bare_memcpy (void *to, const void *from, size_t size) {
  return LIKELY (sett_real.memcpy_) ? sett_real.memcpy_ (to, from, size)
                                    : sett_bare_memmove (to, from, size);
}

void *sett_bare_mempcpy (void *to, const void *from, size_t size) {
  return (char *)sett_bare_memcpy (to, from, size) + size;
}

void *sett_bare_memset (void *to, int byte, size_t size) {
  if (LIKELY (sett_real.memset_))
    return sett_real.memset_ (to, byte, size);
  for (size_t i = 0; i < size; i++)
    ((volatile char *)to)[i] = (char)byte;
  return to;
}

int sett_bare_memcmp (const void *a_, const void *b_, size_t size) {
  const volatile unsigned char *a = a_, *b = b_;
  if (LIKELY (sett_real.memcmp_))
    return sett_real.memcmp_ (a_, b_, size);
  for (; size; size--, a++, b++)
    if (*a != *b)
      return *a - *b;
  return 0;
}

int sett_bare_bcmp (const void *a, const void *b, size_t size) {
  return sett_bare_memcmp (a, b, size);
}

void *sett_bare_memchr (const void *memory, int byte, size_t size) {
  const volatile unsigned char *at = memory;
  if (LIKELY (sett_real.memchr_))
    return sett_real.memchr_ (memory, byte, size);
  for (; size; size--, at++)
    if (*at == (unsigned char)byte)
      return (void *)at;
  return NULL;
}

size_t sett_bare_strlen (const char *text) {
  size_t length = 0;
  if (LIKELY (sett_real.strlen_))
    return sett_real.strlen_ (text);
  while (((const volatile char *)text)[length])
    length++;
  return length;
}

size_t sett_bare_strnlen (const char *text, size_t most) {
  const char *end = sett_bare_memchr (text, 0, most);
  return end ? (size_t)(end - text) : most;
}

int sett_bare_strncmp (const char *a_, const char *b_, size_t most) {
  const volatile unsigned char *a = (const void *)a_, *b = (const void *)b_;
  if (LIKELY (sett_real.strncmp_))
    return sett_real.strncmp_ (a_, b_, most);
  for (; most; most--, a++, b++)
    if (*a != *b || !*a)
      return *a - *b;
  return 0;
}

int sett_bare_strcmp (const char *a, const char *b) {
  return LIKELY (sett_real.strcmp_) ? sett_real.strcmp_ (a, b)
                                    : sett_bare_strncmp (a, b, SIZE_MAX);
}

/* The following are of no use before the C library is there. */

int sett_bare_strcasecmp (const char *a, const char *b) {
  return sett_real.strcasecmp_ (a, b);
}

char *sett_bare_strchr (const char *text, int byte) {
  return sett_real.strchr_ (text, byte);
}

char *sett_bare_strrchr (const char *text, int byte) {
  return sett_real.strrchr_ (text, byte);
}

char *sett_bare_strstr (const char *text, const char *part) {
  return sett_real.strstr_ (text, part);
}

char *sett_bare_stpcpy (char *to, const char *from) {
  const size_t length = sett_bare_strlen (from);
  sett_bare_memcpy (to, from, length + 1);
  return to + length;
}

char *sett_bare_strcpy (char *to, const char *from) {
  sett_bare_stpcpy (to, from);
  return to;
}

char *sett_bare_strcat (char *to, const char *from) {
  sett_bare_stpcpy (to + sett_bare_strlen (to), from);
  return to;
}

char *sett_bare_strncpy (char *to, const char *from, size_t size) {
  const size_t length = sett_bare_strnlen (from, size);
  sett_bare_memcpy (to, from, length);
  sett_bare_memset (to + length, 0, size - length);
  return to;
}

/* The copy is the program's, who will free it. */
char *sett_bare_strdup (const char *text) {
  const size_t size = sett_bare_strlen (text) + 1;
  char *copy = malloc (size);
  return copy ? sett_bare_memcpy (copy, text, size) : NULL;
}

/*------------------------------------------------------------------------*/
/* Texts. */

typedef int printer (char *, size_t, const char *, va_list);

int sett_bare_vsnprintf (char *to, size_t size, const char *format,
                         va_list list) {
  static printer *real;
  if (!real)
    real = (printer *)dlsym (RTLD_NEXT, "vsnprintf");
  return real (to, size, format, list);
}

int sett_bare_snprintf (char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start (list, format);
  const int length = sett_bare_vsnprintf (to, size, format, list);
  va_end (list);
  return length;
}

/*------------------------------------------------------------------------*/
/* Others. */

void sett_bare_qsort (void *at, size_t count, size_t size,
                      int (*compare) (const void *, const void *)) {
  SETT_REAL (qsort) (at, count, size, compare);
}

const char *sett_bare_inet_ntop (int family, const void *address, char *to,
                                 unsigned size) {
  return SETT_REAL (inet_ntop) (family, address, to, size);
}

int sett_bare_inet_pton (int family, const char *text, void *to) {
  return SETT_REAL (inet_pton) (family, text, to);
}

size_t sett_bare_strspn (const char *text, const char *set) {
  return SETT_REAL (strspn) (text, set);
}

size_t sett_bare_strcspn (const char *text, const char *set) {
  return SETT_REAL (strcspn) (text, set);
}

long sett_bare_strtol (const char *text, char **end, int base) {
  return SETT_REAL (strtol) (text, end, base);
}

unsigned long sett_bare_strtoul (const char *text, char **end, int base) {
  return SETT_REAL (strtoul) (text, end, base);
}

void *sett_bare_memmem (const void *memory, size_t size, const void *what,
                        size_t length) {
  return SETT_REAL (memmem) (memory, size, what, length);
}

size_t sett_bare_wcslen (const wchar_t *text) {
  return SETT_REAL (wcslen) (text);
}
