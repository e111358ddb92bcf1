/* Streams of the C library (FILE, DIR).

   What a call does depends on the calls before it, and each takes the lock of
   its stream: so a call on a FILE is an event that acquires it like a mutex,
   and it is released when the call is over, or by funlockfile.  While somebody
   has it nobody else enters the library, which therefore never waits itself.
   Who has it already does no event, as with a recursive mutex.

   A FILE that is locked by its callers (__fsetlocking), and a DIR, which is let
   go before others can come: each call is an event that changes it.

   What threads write to the standard streams is the same to the program in any
   order: such calls are no events, unless somebody locks one of them
   (flockfile), or the order is asked for (--outcomes).

   stdio.h is not included: it has other names for some of these functions,
   depending on the standard.  This file is compiled with -fexceptions, so that
   a thread that is cancelled in a call releases the stream. */

#include "base/assert.h"
#include "runtime/access/buffers.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/narrator.h"
#include "runtime/core/real.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/output.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/mutex.h"

#include <bits/types/FILE.h>
#include <bits/types/struct_FILE.h>
#include <dirent.h>
#include <sys/types.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

extern FILE *stdin, *stdout, *stderr;
int fileno_unlocked (FILE *);

#define PLACE sett_buffer_place (SETT_HERE)

/* A standard stream that leads to where nobody reads. */
static int is_output (FILE *file) {
  return (file == stdout || file == stderr) &&
         sett_descriptors_is_output (fileno_unlocked (file));
}

static int is_ordered (FILE *file) {
  return engine.ordered_output || !is_output (file) ||
         sett_output_is_ordered ();
}

/*------------------------------------------------------------------------*/
/* Locks, as mutex.c has them. */

enum { LOCKED_BY_CALLERS = 0x8000 }; /* as the C library has it */

static int has_lock (const FILE *file) {
  return file->_lock && !(file->_flags & LOCKED_BY_CALLERS);
}

/* The thread that has it, plus 1; 0: it is free. */
static unsigned owner_of (const void *stream) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    for (uint32_t i = 0; i < t->held_count; i++)
      if (sett_held_of (t)[i].lock == stream)
        return t->number + 1u;
  }
  return 0;
}

static int guard_free (const sett_thread *t) {
  return !owner_of (t->object);
}

/* What is in it, besides its lock. */
static void change_contents (const void *stream) {
  sett_change_inside ((const char *)stream + 1);
}

static void acquired (void *stream, uintptr_t place) {
  sett_affect (stream, SETT_EFFECT_ACQUIRE, 0);
  sett_races_acquire (stream);
  sett_held_add (stream, 0, place);
  sett_spin_progress ();
}

static void acquire (void *stream, uintptr_t place) {
  sett_visible (SETT_DO_STREAM, stream, SETT_EFFECT_ACQUIRE, guard_free, place);
  acquired (stream, place);
}

static void release_as (int visible, void *stream, uintptr_t place) {
  const unsigned owner = owner_of (stream);
  SETT_ASSERT (owner == world->current + 1);
  if (visible)
    sett_visible (SETT_DO_UNLOCK, stream, SETT_EFFECT_RELEASE, NULL, place);
  (visible ? sett_affect : sett_affect_inside) (stream, SETT_EFFECT_RELEASE,
                                                owner);
  sett_races_publish (stream);
  sett_held_remove (stream);
  sett_spin_progress ();
}

static void release (void *stream, uintptr_t place) {
  release_as (sett_release_visible (stream), stream, place);
}

/*------------------------------------------------------------------------*/

static void change (void *stream, uintptr_t place) {
  sett_visible (SETT_DO_STREAM, stream, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (stream, SETT_EFFECT_CHANGE, 0);
  sett_races_acquire (stream);
  sett_races_release (stream);
  sett_spin_progress ();
}

static int is_controlled (FILE *file) {
  return sett_active () && file && is_ordered (file);
}

/* Gives what is to be released at the end of the call. */
static void *begin (FILE *file, uintptr_t place) {
  if (!is_controlled (file))
    return NULL;
  if (!has_lock (file)) {
    change (file, place);
    return NULL;
  }
  const int is_held = sett_held_find (file) != NULL;
  if (!is_held)
    acquire (file, place);
  change_contents (file);
  if (is_held)
    return NULL;
  world->uses_streams |= !is_output (file);
  return file;
}

static void end (void *acquired_stream) {
  void *stream = *(void **)acquired_stream;
  if (stream && sett_active ())
    release (stream, sett_self ()->place);
}

#define USE(FILE_)                                                             \
  void *used __attribute__ ((unused, cleanup (end))) = begin (FILE_, SETT_HERE)

/*------------------------------------------------------------------------*/
/* Printing. */

int vfprintf (FILE *, const char *, va_list);

static int print (FILE *file, const char *format, va_list list,
                  uintptr_t place) {
  sett_format_printed (format, list, place);
  return SETT_REAL (vfprintf) (file, format, list);
}

#define WITH_LIST(LAST, CALL)                                                  \
  va_list list;                                                                \
  va_start (list, LAST);                                                       \
  const int result = CALL;                                                     \
  va_end (list);                                                               \
  return result

#define PRINTS(NAME, ...)                                                      \
  EXPORT int v##NAME (__VA_ARGS__ const char *format, va_list list) {          \
    USE (file);                                                                \
    return print (file, format, list, PLACE);                                  \
  }                                                                            \
  EXPORT int NAME (__VA_ARGS__ const char *format, ...) {                      \
    USE (file);                                                                \
    WITH_LIST (format, print (file, format, list, PLACE));                     \
  }

PRINTS (fprintf, FILE *file, )
#define file stdout
PRINTS (printf, )
#undef file

/* The checks are about formats alone. */
EXPORT int __vfprintf_chk (FILE *file, int flag, const char *format,
                           va_list list) {
  (void)flag;
  USE (file);
  return print (file, format, list, PLACE);
}

EXPORT int __fprintf_chk (FILE *file, int flag, const char *format, ...) {
  (void)flag;
  USE (file);
  WITH_LIST (format, print (file, format, list, PLACE));
}

EXPORT int __vprintf_chk (int flag, const char *format, va_list list) {
  (void)flag;
  USE (stdout);
  return print (stdout, format, list, PLACE);
}

EXPORT int __printf_chk (int flag, const char *format, ...) {
  (void)flag;
  USE (stdout);
  WITH_LIST (format, print (stdout, format, list, PLACE));
}

EXPORT int fputs (const char *text, FILE *file) {
  USE (file);
  sett_buffer_text (text, PLACE);
  return SETT_REAL (fputs) (text, file);
}

EXPORT int puts (const char *text) {
  USE (stdout);
  sett_buffer_text (text, PLACE);
  return SETT_REAL (puts) (text);
}

EXPORT size_t fwrite (const void *from, size_t size, size_t count, FILE *file) {
  USE (file);
  sett_buffer_read (from, size * count, PLACE);
  return SETT_REAL (fwrite) (from, size, count, file);
}

EXPORT void perror (const char *text) {
  USE (stderr);
  sett_buffer_text (text, PLACE);
  SETT_REAL (perror) (text);
}

#define PUTS(NAME)                                                             \
  EXPORT int NAME (int byte, FILE *file) {                                     \
    USE (file);                                                                \
    return SETT_REAL (NAME) (byte, file);                                      \
  }

PUTS (fputc)
PUTS (putc)
PUTS (_IO_putc)
PUTS (ungetc)

EXPORT int putchar (int byte) {
  USE (stdout);
  return SETT_REAL (putchar) (byte);
}

/*------------------------------------------------------------------------*/
/* Reading. */

#define GETS(NAME)                                                             \
  EXPORT int NAME (FILE *file) {                                               \
    USE (file);                                                                \
    return SETT_REAL (NAME) (file);                                            \
  }

GETS (fgetc)
GETS (getc)
GETS (_IO_getc)

EXPORT int getchar (void) {
  USE (stdin);
  return SETT_REAL (getchar) ();
}

EXPORT char *fgets (char *to, int size, FILE *file) {
  USE (file);
  char *got = SETT_REAL (fgets) (to, size, file);
  sett_buffer_write_text (got, PLACE);
  return got;
}

EXPORT char *__fgets_chk (char *to, size_t room, int size, FILE *file) {
  USE (file);
  char *got = SETT_REAL (__fgets_chk) (to, room, size, file);
  sett_buffer_write_text (got, PLACE);
  return got;
}

EXPORT size_t fread (void *to, size_t size, size_t count, FILE *file) {
  USE (file);
  const size_t got = SETT_REAL (fread) (to, size, count, file);
  sett_buffer_write (to, got * size, PLACE);
  return got;
}

EXPORT size_t __fread_chk (void *to, size_t room, size_t size, size_t count,
                           FILE *file) {
  USE (file);
  const size_t got = SETT_REAL (__fread_chk) (to, room, size, count, file);
  sett_buffer_write (to, got * size, PLACE);
  return got;
}

static ssize_t read_line (char **to, size_t *size, ssize_t length,
                          uintptr_t place) {
  sett_buffer_write (to, sizeof *to, place);
  sett_buffer_write (size, sizeof *size, place);
  if (length >= 0)
    sett_buffer_write (*to, (size_t)length + 1, place);
  return length;
}

EXPORT ssize_t getline (char **to, size_t *size, FILE *file) {
  USE (file);
  return read_line (to, size, SETT_REAL (getline) (to, size, file), PLACE);
}

EXPORT ssize_t getdelim (char **to, size_t *size, int end_byte, FILE *file) {
  USE (file);
  return read_line (to, size, SETT_REAL (getdelim) (to, size, end_byte, file),
                    PLACE);
}

EXPORT ssize_t __getdelim (char **to, size_t *size, int end_byte, FILE *file) {
  USE (file);
  return read_line (to, size, SETT_REAL (__getdelim) (to, size, end_byte, file),
                    PLACE);
}

static int scan (int (*real) (FILE *, const char *, va_list), FILE *file,
                 const char *format, va_list list, uintptr_t place) {
  va_list copy;
  va_copy (copy, list);
  const int assigned = real (file, format, copy);
  va_end (copy);
  sett_format_scanned (format, list, assigned, place);
  return assigned;
}

#define SCANS(PREFIX)                                                          \
  EXPORT int PREFIX##vfscanf (FILE *file, const char *format, va_list list) {  \
    USE (file);                                                                \
    return scan (SETT_REAL (PREFIX##vfscanf), file, format, list, PLACE);      \
  }                                                                            \
  EXPORT int PREFIX##fscanf (FILE *file, const char *format, ...) {            \
    USE (file);                                                                \
    WITH_LIST (format,                                                         \
               scan (SETT_REAL (PREFIX##vfscanf), file, format, list, PLACE)); \
  }                                                                            \
  EXPORT int PREFIX##vscanf (const char *format, va_list list) {               \
    USE (stdin);                                                               \
    return scan (SETT_REAL (PREFIX##vfscanf), stdin, format, list, PLACE);     \
  }                                                                            \
  EXPORT int PREFIX##scanf (const char *format, ...) {                         \
    USE (stdin);                                                               \
    WITH_LIST (format, scan (SETT_REAL (PREFIX##vfscanf), stdin, format, list, \
                             PLACE));                                          \
  }

SCANS ()
SCANS (__isoc99_)
SCANS (__isoc23_)

/*------------------------------------------------------------------------*/
/* Positions, buffers, the beginning and the end. */

#define OPENS(NAME)                                                            \
  EXPORT FILE *NAME (const char *path, const char *mode) {                     \
    sett_buffer_text (path, PLACE);                                            \
    sett_buffer_text (mode, PLACE);                                            \
    return SETT_REAL (NAME) (path, mode);                                      \
  }

OPENS (fopen)
OPENS (fopen64)

GETS (feof)
GETS (ferror)

EXPORT void clearerr (FILE *file) {
  USE (file);
  SETT_REAL (clearerr) (file);
}

EXPORT void rewind (FILE *file) {
  USE (file);
  SETT_REAL (rewind) (file);
}

#define SEEKS(NAME)                                                            \
  EXPORT int NAME (FILE *file, long position, int whence) {                    \
    USE (file);                                                                \
    return SETT_REAL (NAME) (file, position, whence);                          \
  }

SEEKS (fseek)
SEEKS (fseeko)
SEEKS (fseeko64)

#define TELLS(NAME)                                                            \
  EXPORT long NAME (FILE *file) {                                              \
    USE (file);                                                                \
    return SETT_REAL (NAME) (file);                                            \
  }

TELLS (ftell)
TELLS (ftello)
TELLS (ftello64)

/*------------------------------------------------------------------------*/
/* Locks. */

/* From now on it matters who uses a standard stream when. */
static void know_locked (FILE *file) {
  if (sett_active () && is_output (file))
    sett_know_ordered_output ();
}

EXPORT void flockfile (FILE *file) {
  know_locked (file);
  if (is_controlled (file) && !sett_held_find (file))
    acquire (file, SETT_HERE);
  SETT_REAL (flockfile) (file);
}

EXPORT int ftrylockfile (FILE *file) {
  know_locked (file);
  if (!is_controlled (file) || sett_held_find (file))
    return SETT_REAL (ftrylockfile) (file);
  sett_know_releases ();
  sett_spin_look (SETT_HERE);
  sett_visible (SETT_DO_TRYLOCK, file, SETT_EFFECT_ASK, NULL, SETT_HERE);
  if (owner_of (file)) {
    sett_affect (file, SETT_EFFECT_ASK, owner_of (file));
    sett_spin_progress ();
    return 1;
  }
  acquired (file, SETT_HERE);
  return SETT_REAL (ftrylockfile) (file);
}

/* How often the owner has locked it, as the C library knows. */
static int depth_of (const FILE *file) {
  const struct {
    int is_held, count;
    void *owner;
  } *lock = file->_lock;
  return lock->count;
}

EXPORT void funlockfile (FILE *file) {
  if (!is_controlled (file))
    SETT_REAL (funlockfile) (file);
  else if (!sett_held_find (file))
    sett_fail (SETT_VIOLATION_MISUSE, SETT_HERE, file,
               owner_of (file) ? "unlock of a stream that another thread has "
                                 "locked"
                               : "unlock of a stream that is not locked");
  else {
    const int is_last = depth_of (file) == 1;
    SETT_REAL (funlockfile) (file);
    if (is_last) {
      if (UNLIKELY (engine.narrating) && !sett_release_visible (file))
        narrator->aside (SETT_DO_UNLOCK, file, -1, SETT_HERE);
      release (file, SETT_HERE);
    }
  }
}

/* Whoever has locked it has it no more.  There is nothing that others could
   still use: no event of its own. */
EXPORT int fclose (FILE *file) {
  void *used = begin (file, SETT_HERE);
  if (sett_active () && file && sett_held_find (file))
    used = file;
  const int result = SETT_REAL (fclose) (file);
  if (used)
    release_as (0, used, SETT_HERE);
  return result;
}

EXPORT int fflush (FILE *file) {
  if (!file && sett_active () && world->uses_streams &&
      sett_threads_many (world->alive))
    sett_note_add (1, SETT_HERE,
                   "flushed all streams at once: that this could happen "
                   "earlier or later than what other threads do with them is "
                   "not tried");
  USE (file);
  return SETT_REAL (fflush) (file);
}

/*------------------------------------------------------------------------*/
/* Folders. */

static void use_folder (DIR *folder, uintptr_t place) {
  if (sett_active () && folder)
    change (folder, place);
}

EXPORT struct dirent *readdir (DIR *folder) {
  use_folder (folder, SETT_HERE);
  return SETT_REAL (readdir) (folder);
}

EXPORT struct dirent64 *readdir64 (DIR *folder) {
  use_folder (folder, SETT_HERE);
  return SETT_REAL (readdir64) (folder);
}

EXPORT void rewinddir (DIR *folder) {
  use_folder (folder, SETT_HERE);
  SETT_REAL (rewinddir) (folder);
}
