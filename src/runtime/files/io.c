/* The functions for reading and writing that programs use most.  They would be
   caught as system calls (trap.c), too; this is quicker, works where nothing is
   caught, and tells which memory they access. */

#include "runtime/files/io.h"
#include "runtime/files/output.h"

#include "runtime/access/buffers.h"
#include "runtime/access/buffers.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sync/threads.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define CALL(NUMBER, ...)                                                      \
  sett_result (sett_call_do (&(const sett_call){SYS_##NUMBER, {__VA_ARGS__}},  \
                             SETT_HERE))

void sett_io_accessed (const void *memory, long size, unsigned how,
                       uintptr_t place) {
  if (size <= 0 || engine.all_visible)
    return;
  if (how & SETT_MEMORY_WRITE)
    sett_buffer_write (memory, (size_t)size, sett_buffer_place (place));
  else
    sett_buffer_read (memory, (size_t)size, sett_buffer_place (place));
}

EXPORT ssize_t read (int file, void *to, size_t size) {
  if (!sett_active ())
    return SETT_REAL (read) (file, to, size);
  sett_cancellation_point (SETT_HERE);
  const ssize_t n = CALL (read, file, (long)to, (long)size);
  sett_io_accessed (to, n, SETT_MEMORY_WRITE, SETT_HERE);
  return n;
}

EXPORT ssize_t write (int file, const void *from, size_t size) {
  if (!sett_active ())
    return SETT_REAL (write) (file, from, size);
  sett_cancellation_point (SETT_HERE);
  sett_io_accessed (from, (long)size, SETT_MEMORY_READ, SETT_HERE);
  sett_output_order (file, SETT_HERE);
  return CALL (write, file, (long)from, (long)size);
}

EXPORT int close (int file) {
  if (!sett_active ())
    return SETT_REAL (close) (file);
  sett_cancellation_point (SETT_HERE);
  return (int)CALL (close, file);
}

/* What has large files in its name is the same on this machine. */
#define TRANSFER(NAME, FROM, HOW, BYTES)                                       \
  EXPORT ssize_t NAME (int file, BYTES *bytes, size_t size, off_t at) {        \
    if (!sett_active ())                                                       \
      return SETT_REAL (NAME) (file, bytes, size, at);                         \
    sett_cancellation_point (SETT_HERE);                                       \
    const ssize_t n = CALL (FROM, file, (long)bytes, (long)size, at);          \
    sett_io_accessed (bytes, n, HOW, SETT_HERE);                               \
    return n;                                                                  \
  }

TRANSFER (pread, pread64, SETT_MEMORY_WRITE, void)
TRANSFER (pread64, pread64, SETT_MEMORY_WRITE, void)
TRANSFER (pwrite, pwrite64, SETT_MEMORY_READ, const void)
TRANSFER (pwrite64, pwrite64, SETT_MEMORY_READ, const void)

/*------------------------------------------------------------------------*/
/* Opening: the mode is there if something may be created. */

#define MODE(FLAGS)                                                            \
  mode_t mode = 0;                                                             \
  if ((FLAGS) & (O_CREAT | __O_TMPFILE)) {                                     \
    va_list list;                                                              \
    va_start (list, FLAGS);                                                    \
    mode = va_arg (list, mode_t);                                              \
    va_end (list);                                                             \
  }

#define OPEN(NAME)                                                             \
  EXPORT int NAME (const char *path, int flags, ...) {                         \
    MODE (flags)                                                               \
    if (!sett_active ())                                                       \
      return SETT_REAL (NAME) (path, flags, mode);                             \
    sett_cancellation_point (SETT_HERE);                                       \
    sett_buffer_text (path, sett_buffer_place (SETT_HERE));                    \
    return (int)CALL (open, (long)path, flags, mode);                          \
  }

#define OPENAT(NAME)                                                           \
  EXPORT int NAME (int folder, const char *path, int flags, ...) {             \
    MODE (flags)                                                               \
    if (!sett_active ())                                                       \
      return SETT_REAL (NAME) (folder, path, flags, mode);                     \
    sett_cancellation_point (SETT_HERE);                                       \
    sett_buffer_text (path, sett_buffer_place (SETT_HERE));                    \
    return (int)CALL (openat, folder, (long)path, flags, mode);                \
  }

#define CREAT(NAME)                                                            \
  EXPORT int NAME (const char *path, mode_t mode) {                            \
    if (!sett_active ())                                                       \
      return SETT_REAL (NAME) (path, mode);                                    \
    sett_cancellation_point (SETT_HERE);                                       \
    sett_buffer_text (path, sett_buffer_place (SETT_HERE));                    \
    return (int)CALL (creat, (long)path, mode);                                \
  }

OPEN (open)
OPEN (open64)
OPENAT (openat)
OPENAT (openat64)
CREAT (creat)
CREAT (creat64)

#define SYNCHRONISE(NAME)                                                      \
  EXPORT int NAME (int file) {                                                 \
    if (!sett_active ())                                                       \
      return SETT_REAL (NAME) (file);                                          \
    sett_cancellation_point (SETT_HERE);                                       \
    return (int)CALL (NAME, file);                                             \
  }

SYNCHRONISE (fsync)
SYNCHRONISE (fdatasync)

/*------------------------------------------------------------------------*/

EXPORT int pipe (int ends[2]) {
  if (!sett_active ())
    return SETT_REAL (pipe) (ends);
  sett_io_accessed (ends, 2 * sizeof *ends, SETT_MEMORY_WRITE, SETT_HERE);
  return (int)CALL (pipe, (long)ends);
}

EXPORT int pipe2 (int ends[2], int flags) {
  if (!sett_active ())
    return SETT_REAL (pipe2) (ends, flags);
  sett_io_accessed (ends, 2 * sizeof *ends, SETT_MEMORY_WRITE, SETT_HERE);
  return (int)CALL (pipe2, (long)ends, flags);
}

EXPORT int eventfd (unsigned value, int flags) {
  if (!sett_active ())
    return SETT_REAL (eventfd) (value, flags);
  return (int)CALL (eventfd2, value, flags);
}

EXPORT int eventfd_read (int file, eventfd_t *value) {
  return read (file, value, sizeof *value) == sizeof *value ? 0 : -1;
}

EXPORT int eventfd_write (int file, eventfd_t value) {
  return write (file, &value, sizeof value) == sizeof value ? 0 : -1;
}

EXPORT int dup (int file) {
  if (!sett_active ())
    return SETT_REAL (dup) (file);
  return (int)CALL (dup, file);
}

EXPORT int dup2 (int file, int copy) {
  if (!sett_active ())
    return SETT_REAL (dup2) (file, copy);
  return (int)CALL (dup2, file, copy);
}

EXPORT int dup3 (int file, int copy, int flags) {
  if (!sett_active ())
    return SETT_REAL (dup3) (file, copy, flags);
  return (int)CALL (dup3, file, copy, flags);
}

EXPORT int fcntl (int file, int command, ...) {
  va_list list;
  va_start (list, command);
  const long argument = va_arg (list, long);
  va_end (list);
  if (!sett_active ())
    return SETT_REAL (fcntl) (file, command, argument);
  return (int)CALL (fcntl, file, command, argument);
}
