/* A growing string. */

#ifndef SETT_BASE_TEXT_H
#define SETT_BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

typedef struct sett_text {
  char *at;      /* always terminated once anything was added; may be null */
  size_t length; /* without the terminator */
  size_t room;
} sett_text;

void sett_text_add (sett_text *, const char *);
void sett_text_add_bytes (sett_text *, const char *, size_t);
/* The same for people: control characters, but for ends of lines and tabs, and
   what is no UTF-8 are written like \x1b. */
void sett_text_add_shown (sett_text *, const char *, size_t);
void sett_text_addf (sett_text *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void sett_text_addv (sett_text *, const char *format, va_list)
    __attribute__ ((format (printf, 2, 0)));
void sett_text_clear (sett_text *); /* keeps the room */
void sett_text_release (sett_text *);
const char *sett_text_get (const sett_text *); /* "" when empty, never null */

/* Reads a whole file, or standard input for "-"; false, with errno set, when
   that fails. */
int sett_text_read_file (sett_text *, const char *path);

/* Writes a whole file, under another name that replaces the right one at the
   end; false, with errno set and the old file untouched, when that fails. */
int sett_text_write_file (const sett_text *, const char *path);

#endif
