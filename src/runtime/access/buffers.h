/* Memory of the program that functions of the C library read and write for it:
   reported as if the program had done so itself, where it calls them.

   A place of 0 stands for a caller whose accesses are nobody's business. */

#ifndef SETT_RUNTIME_BUFFERS_H
#define SETT_RUNTIME_BUFFERS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* The place, if it is in instrumented code of a program under control; or 0. */
uintptr_t sett_buffer_place (uintptr_t place);

/* The library will read so much; it will read a text, its end included; it will
   read at most so much of one. */
void sett_buffer_read (const void *, size_t, uintptr_t place);
void sett_buffer_text (const char *, uintptr_t place);
void sett_buffer_text_within (const char *, size_t most, uintptr_t place);

/* It is about to write there, or has just done so. */
void sett_buffer_write (const void *, size_t, uintptr_t place);
void sett_buffer_write_text (const char *, uintptr_t place);

/* Copies what the library has made to where the program wants it: where memory
   is visible piece by piece, each right after its event. */
void sett_buffer_fill (void *to, const void *from, size_t, uintptr_t place);

/* What the arguments of printf or scanf lead to; scanf has assigned so many of
   them.  Formats with positions ("%1$s") are left alone. */
void sett_format_printed (const char *format, va_list, uintptr_t place);
void sett_format_scanned (const char *format, va_list, int assigned,
                          uintptr_t place);

#endif
