/* The run-time's own functions on memory and strings (bare.h): the C library's,
   and simple ones until these are found.

   No loop here may become a call of the function that it is in: hence
   `volatile'. */

#include "runtime/core/library.h"

#include "runtime/core/engine.h"

#include <dlfcn.h>
#include <stdlib.h>

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

/* An assertion of the run-time, not of the program. */
__attribute__ ((noreturn)) void sett_bare___assert_fail (const char *expression,
                                                         const char *file,
                                                         unsigned line,
                                                         const char *function) {
  sett_give_up ("internal error at %s:%u, in %s: %s", file, line, function,
                expression);
  __builtin_trap ();
}
