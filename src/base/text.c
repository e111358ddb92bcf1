/* A growing string: see text.h.

   Invariant: `at` is null and `length` and `room` are 0, or `length < room`
   and `at[length]` is the terminator. */

#include "base/text.h"

#include "base/assert.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The invariant above. */
static inline int is_text (const sett_text *text) {
  return text->at ? text->length < text->room && !text->at[text->length]
                  : !text->length && !text->room;
}

/* Makes place for `more` bytes and the terminator. */
static void make_room (sett_text *text, size_t more) {
  SETT_ASSERT_SLOW (is_text (text));
  const size_t needed = text->length + more + 1;
  if (needed <= text->room)
    return;
  size_t room = text->room ? 2 * text->room : 32;
  if (room < needed)
    room = needed;
  text->at = sett_resize (text->at, text->room, room);
  text->room = room;
  SETT_ASSERT (needed <= text->room);
}

void sett_text_add_bytes (sett_text *text, const char *bytes, size_t length) {
  make_room (text, length);
  if (length)
    memcpy (text->at + text->length, bytes, length);
  text->length += length;
  text->at[text->length] = 0;
  SETT_ASSERT (text->length < text->room);
}

/* How long the character here is: 0 if it is not to be sent
 * to a terminal. */
static size_t length_of_character (const unsigned char *at, size_t left) {
  if (*at < 0x80)
    return (*at >= 0x20 && *at != 0x7f) || *at == '\n' || *at == '\t';
  const size_t length = *at >= 0xf0 ? 4 : *at >= 0xe0 ? 3 : 2;
  if (*at < 0xc2 || *at > 0xf4 || left < length)
    return 0;
  for (size_t i = 1; i < length; i++)
    if (at[i] >> 6 != 2)
      return 0;
  return *at == 0xc2 && at[1] < 0xa0 ? 0 : length;
}

void sett_text_add_shown (sett_text *text, const char *bytes, size_t length) {
  for (size_t i = 0; i < length;) {
    const size_t n =
        length_of_character ((const unsigned char *)bytes + i, length - i);
    if (n)
      sett_text_add_bytes (text, bytes + i, n);
    else
      sett_text_addf (text, "\\x%02x", (unsigned char)bytes[i]);
    i += n ? n : 1;
  }
}

void sett_text_add (sett_text *text, const char *string) {
  sett_text_add_bytes (text, string, strlen (string));
}

void sett_text_addv (sett_text *text, const char *format, va_list arguments) {
  SETT_ASSERT (format);
  va_list again;
  va_copy (again, arguments);
  const int length = vsnprintf (NULL, 0, format, arguments);
  SETT_ASSERT (length >= 0);
  make_room (text, (size_t)length);
  vsnprintf (text->at + text->length, (size_t)length + 1, format, again);
  text->length += (size_t)length;
  SETT_ASSERT_SLOW (is_text (text));
  va_end (again);
}

void sett_text_addf (sett_text *text, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  sett_text_addv (text, format, arguments);
  va_end (arguments);
}

void sett_text_clear (sett_text *text) {
  text->length = 0;
  if (text->at)
    *text->at = 0;
}

void sett_text_release (sett_text *text) {
  SETT_ASSERT_SLOW (is_text (text));
  sett_free (text->at, text->room);
  *text = (sett_text){0};
}

const char *sett_text_get (const sett_text *text) {
  return text->at ? text->at : "";
}

/* Most files fit at once: the room for more is made when it is needed. */
static int read_all (sett_text *text, int file) {
  for (;;) {
    make_room (text, 4096);
    const size_t room = text->room - text->length - 1;
    const ssize_t got = read (file, text->at + text->length, room);
    if (got < 0 && errno == EINTR)
      continue;
    if (got > 0)
      text->length += (size_t)got;
    SETT_ASSERT (text->length < text->room);
    text->at[text->length] = 0;
    if (got <= 0)
      return got == 0;
  }
}

int sett_text_read_file (sett_text *text, const char *path) {
  if (!strcmp (path, "-"))
    return read_all (text, STDIN_FILENO);
  const int file = open (path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  const int done = read_all (text, file);
  const int error = errno;
  close (file);
  errno = error;
  return done;
}

/* Gives the file the permissions of a new one: mkstemp is
 * strict. */
static void relax (int file) {
  const mode_t mask = umask (0);
  umask (mask);
  fchmod (file, 0666 & ~mask);
}

static int write_all (const sett_text *text, int file) {
  SETT_ASSERT_SLOW (is_text (text));
  for (size_t done = 0; done < text->length;) {
    const ssize_t n = write (file, text->at + done, text->length - done);
    if (n < 0 && errno != EINTR)
      return 0;
    done += n > 0 ? (size_t)n : 0;
  }
  return 1;
}

int sett_text_write_file (const sett_text *text, const char *path) {
  sett_text temporary = {0};
  sett_text_addf (&temporary, "%s.XXXXXX", path);
  const int file = mkstemp (temporary.at);
  int done = 0;
  if (file >= 0) {
    relax (file);
    done = write_all (text, file);
    done = !close (file) && done && !rename (temporary.at, path);
  }
  const int error = errno;
  if (!done && file >= 0)
    unlink (temporary.at);
  sett_text_release (&temporary);
  errno = error;
  return done;
}
