/* Pipes and event counters (eventfd).

   They live in memory that is reset, not in the kernel; a real descriptor of
   /dev/null keeps the number.  Every use is visible; what was written happens
   before it is read. */

#include "runtime/pipes.h"

#include "runtime/descriptors.h"
#include "runtime/files.h"
#include "runtime/pages.h"
#include "runtime/races.h"
#include "runtime/schedule.h"
#include "runtime/signals.h"
#include "runtime/spin.h"
#include "runtime/threads.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>

static const uint64_t MOST_COUNT = UINT64_MAX - 1;

static sett_pipe *pipe_of (const sett_descriptor *d) {
  return &outside->pipes[d->pipe];
}

/*------------------------------------------------------------------------*/
/* What the searches know of a pipe: two variables, whether it is readable, and
   how much room it has.  Every use stores both.  A reader waits until the first
   is no longer 0.  A writer that finds too little room waits until there is
   another amount, and tries again. */

static const void *readable_of (const sett_pipe *p) {
  return &p->readable;
}

static const void *room_of (const sett_pipe *p) {
  return &p->room;
}

static int is_event (const sett_pipe *p) {
  return p->event;
}

static void update (sett_pipe *p) {
  p->readable = is_event (p) ? p->value > 0 : p->length > 0 || !p->writers;
  p->room = is_event (p) ? MOST_COUNT - p->value
            : p->readers ? SETT_PIPE_SIZE - p->length
                         : UINT64_MAX;
}

/* In the event of a use, before it changes anything. */
static void affect (const sett_pipe *p) {
  sett_affect (readable_of (p), SETT_EFFECT_STORE, p->readable);
  sett_affect (room_of (p), SETT_EFFECT_STORE, p->room);
}

static int is_readable (const sett_thread *t) {
  return *(const uint64_t *)t->object != 0 || sett_cancel_pending (t);
}

/* To wait is a cancellation point.  Who is cancelled changes nothing, but the
   effects say what it was about to do. */
static void look_while_waiting (void) {
  if (sett_cancel_look ())
    sett_thread_cancel (0);
}

static void begin_reading (sett_pipe *p, int nonblocking, uintptr_t place) {
  const sett_effect_kind kind =
      nonblocking ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  sett_visible (SETT_DO_RECEIVE, readable_of (p), kind,
                nonblocking ? NULL : is_readable, place);
  sett_affect (readable_of (p), kind, p->readable);
  sett_affect (room_of (p), SETT_EFFECT_STORE, p->room);
  if (!nonblocking)
    look_while_waiting ();
  sett_races_acquire (p);
}

/* False: there is no room, and the caller would not wait. */
static int begin_writing (sett_pipe *p, uint64_t needed, int nonblocking,
                          uintptr_t place) {
  for (;;) {
    sett_visible (SETT_DO_SEND, room_of (p), SETT_EFFECT_STORE, NULL, place);
    affect (p);
    if (!nonblocking)
      look_while_waiting ();
    if (p->room >= needed || nonblocking)
      return p->room >= needed;
    sett_spin_progress ();
    sett_spin_looked (room_of (p), &p->room, sizeof p->room);
    sett_cancel_looked ();
    sett_spin_wait (place);
  }
}

void sett_pipes_asked (const sett_descriptor *d) {
  const sett_pipe *p = pipe_of (d);
  if (d->kind == SETT_DESCRIPTOR_RANDOM)
    return;
  sett_affect (readable_of (p), SETT_EFFECT_LOAD, p->readable);
  sett_affect (room_of (p), SETT_EFFECT_LOAD, p->room);
  sett_races_acquire (p);
}

void sett_pipes_looked (const sett_descriptor *d) {
  const sett_pipe *p = pipe_of (d);
  if (d->kind == SETT_DESCRIPTOR_RANDOM)
    return;
  sett_spin_looked (readable_of (p), &p->readable, sizeof p->readable);
  sett_spin_looked (room_of (p), &p->room, sizeof p->room);
}

/*------------------------------------------------------------------------*/
/* Pipes. */

static char *contents_of (const sett_pipe *p) {
  return outside->contents[p - outside->pipes];
}

static size_t less (size_t a, size_t b) {
  return a < b ? a : b;
}

static void take_out (sett_pipe *p, char *to, size_t size) {
  const size_t first = less (size, SETT_PIPE_SIZE - p->start);
  memcpy (to, contents_of (p) + p->start, first);
  memcpy (to + first, contents_of (p), size - first);
  p->start = (p->start + size) % SETT_PIPE_SIZE;
  p->length -= size;
}

static void put_in (sett_pipe *p, const char *from, size_t size) {
  const size_t at = (p->start + p->length) % SETT_PIPE_SIZE;
  const size_t first = less (size, SETT_PIPE_SIZE - at);
  memcpy (contents_of (p) + at, from, first);
  memcpy (contents_of (p), from + first, size - first);
  p->length += size;
}

static long read_pipe (sett_pipe *p, int nonblocking, char *to, size_t size,
                       uintptr_t place) {
  if (!size)
    return 0;
  begin_reading (p, nonblocking, place);
  if (!p->readable)
    return -EAGAIN;
  sett_spin_progress ();
  const size_t count = less (size, p->length);
  take_out (p, to, count);
  update (p);
  return (long)count;
}

static long broken_pipe (void) {
  sett_signals_raise (SIGPIPE);
  return -EPIPE;
}

/* Up to PIPE_BUF bytes are written together or not at all; more may be written
   in parts. */
static long write_some (sett_pipe *p, int nonblocking, const char *from,
                        size_t size, uintptr_t place) {
  const size_t needed = size <= PIPE_BUF ? size : 1;
  if (!begin_writing (p, needed, nonblocking, place))
    return -EAGAIN;
  if (!p->readers)
    return broken_pipe ();
  sett_spin_progress ();
  const size_t count = less (size, p->room);
  put_in (p, from, count);
  update (p);
  sett_races_release (p);
  return (long)count;
}

static long write_pipe (sett_pipe *p, int nonblocking, const char *from,
                        size_t size, uintptr_t place) {
  size_t done = 0;
  while (done < size) {
    const long n = write_some (p, nonblocking, from + done, size - done, place);
    if (n < 0)
      return done ? (long)done : n;
    done += (size_t)n;
    if (nonblocking)
      break;
  }
  return (long)done;
}

/*------------------------------------------------------------------------*/
/* Event counters. */

static long read_event (sett_pipe *p, int nonblocking, uint64_t *to,
                        size_t size, uintptr_t place) {
  if (size < sizeof *to)
    return -EINVAL;
  begin_reading (p, nonblocking, place);
  if (!p->readable)
    return -EAGAIN;
  sett_spin_progress ();
  const uint64_t value = p->semaphore ? 1 : p->value;
  p->value -= value;
  update (p);
  memcpy (to, &value, sizeof value);
  return sizeof value;
}

static long write_event (sett_pipe *p, int nonblocking, const uint64_t *from,
                         size_t size, uintptr_t place) {
  uint64_t value;
  if (size < sizeof value)
    return -EINVAL;
  memcpy (&value, from, sizeof value);
  if (value == UINT64_MAX)
    return -EINVAL;
  if (!begin_writing (p, value, nonblocking, place))
    return -EAGAIN;
  sett_spin_progress ();
  p->value += value;
  update (p);
  sett_races_release (p);
  return sizeof value;
}

/*------------------------------------------------------------------------*/

long sett_pipes_read (long number, void *to, size_t size, uintptr_t place) {
  const sett_descriptor *d = sett_descriptors_model (number);
  if (d->kind == SETT_DESCRIPTOR_WRITER)
    return -EBADF;
  if (d->kind == SETT_DESCRIPTOR_EVENT)
    return read_event (pipe_of (d), d->nonblocking, to, size, place);
  return read_pipe (pipe_of (d), d->nonblocking, to, size, place);
}

long sett_pipes_write (long number, const void *from, size_t size,
                       uintptr_t place) {
  const sett_descriptor *d = sett_descriptors_model (number);
  if (d->kind == SETT_DESCRIPTOR_READER)
    return -EBADF;
  if (d->kind == SETT_DESCRIPTOR_EVENT)
    return write_event (pipe_of (d), d->nonblocking, from, size, place);
  return write_pipe (pipe_of (d), d->nonblocking, from, size, place);
}

long sett_pipes_status (const sett_descriptor *d) {
  static const int access[] = {
      [SETT_DESCRIPTOR_READER] = O_RDONLY,
      [SETT_DESCRIPTOR_WRITER] = O_WRONLY,
      [SETT_DESCRIPTOR_EVENT] = O_RDWR,
      [SETT_DESCRIPTOR_RANDOM] = O_RDONLY,
  };
  return access[d->kind] | (d->nonblocking ? O_NONBLOCK : 0);
}

long sett_pipes_ioctl (const sett_call *call, uintptr_t place) {
  sett_descriptor *d = sett_descriptors_model ((int)call->a[0]);
  if (call->a[1] == FIONBIO) {
    d->nonblocking = *(const int *)call->a[2] != 0;
    return 0;
  }
  if (call->a[1] != FIONREAD || d->kind != SETT_DESCRIPTOR_READER)
    return -ENOTTY;
  begin_reading (pipe_of (d), 1, place);
  *(int *)call->a[2] = (int)pipe_of (d)->length;
  return 0;
}

short sett_pipes_events (const sett_descriptor *d, short wanted) {
  const sett_pipe *p = pipe_of (d);
  short events = 0;
  switch (d->kind) {
  case SETT_DESCRIPTOR_READER:
    events = (p->length ? POLLIN | POLLRDNORM : 0) | (p->writers ? 0 : POLLHUP);
    break;
  case SETT_DESCRIPTOR_WRITER:
    events =
        (SETT_PIPE_SIZE - p->length >= PIPE_BUF ? POLLOUT | POLLWRNORM : 0) |
        (p->readers ? 0 : POLLERR);
    break;
  case SETT_DESCRIPTOR_EVENT:
    events = (p->value ? POLLIN | POLLRDNORM : 0) |
             (p->value < MOST_COUNT ? POLLOUT | POLLWRNORM : 0);
    break;
  default:
    events = POLLIN | POLLRDNORM;
  }
  return events & (wanted | POLLHUP | POLLERR);
}

/*------------------------------------------------------------------------*/
/* Descriptors. */

static void count (const sett_descriptor *d, int change) {
  sett_pipe *p = pipe_of (d);
  affect (p);
  if (d->kind != SETT_DESCRIPTOR_WRITER)
    p->readers += (uint32_t)change;
  if (d->kind != SETT_DESCRIPTOR_READER)
    p->writers += (uint32_t)change;
  p->used = p->readers || p->writers;
  update (p);
}

void sett_pipes_close (long number, uintptr_t place) {
  (void)place;
  sett_descriptor *d = sett_descriptors_model (number);
  if (!d)
    return;
  if (d->kind != SETT_DESCRIPTOR_RANDOM) {
    count (d, -1);
    sett_races_release (pipe_of (d));
  }
  d->kind = SETT_DESCRIPTOR_REAL;
}

void sett_pipes_copy (long number, long copy, uintptr_t place) {
  (void)place;
  const sett_descriptor *d = sett_descriptors_model (number);
  if (!d)
    return;
  outside->descriptors[copy] = *d;
  if (d->kind != SETT_DESCRIPTOR_RANDOM)
    count (d, 1);
}

static long reserve_number (int flags) {
  return sett_descriptors_add (
      sett_raw (SYS_open, "/dev/null", O_RDWR | (flags & O_CLOEXEC), 0));
}

static long free_pipe (void) {
  for (long i = 0; i < SETT_MOST_PIPES; i++)
    if (!outside->pipes[i].used)
      return i;
  return -ENFILE;
}

static void describe (long number, long pipe, sett_descriptor_kind kind,
                      int flags) {
  outside->descriptors[number] =
      (sett_descriptor){.kind = kind,
                        .nonblocking = !!(flags & O_NONBLOCK),
                        .pipe = (uint16_t)pipe};
}

long sett_call_pipe (const sett_call *call, uintptr_t place) {
  int *both = (int *)call->a[0];
  const int flags = call->number == SYS_pipe2 ? (int)call->a[1] : 0;
  sett_files_use (1, place);
  const long pipe = free_pipe ();
  if (pipe < 0)
    return pipe;
  const long reader = reserve_number (flags);
  const long writer = reserve_number (flags);
  if (reader < 0 || writer < 0) {
    if (reader >= 0)
      sett_raw (SYS_close, reader);
    return -EMFILE;
  }
  outside->pipes[pipe] = (sett_pipe){.readers = 1, .writers = 1, .used = 1};
  describe (reader, pipe, SETT_DESCRIPTOR_READER, flags);
  describe (writer, pipe, SETT_DESCRIPTOR_WRITER, flags);
  affect (&outside->pipes[pipe]);
  update (&outside->pipes[pipe]);
  both[0] = (int)reader;
  both[1] = (int)writer;
  return 0;
}

long sett_call_eventfd (const sett_call *call, uintptr_t place) {
  const int flags = call->number == SYS_eventfd2 ? (int)call->a[1] : 0;
  sett_files_use (1, place);
  const long pipe = free_pipe ();
  if (pipe < 0)
    return pipe;
  const long number = reserve_number (flags);
  if (number < 0)
    return number;
  outside->pipes[pipe] = (sett_pipe){.readers = 1,
                                     .writers = 1,
                                     .used = 1,
                                     .event = 1,
                                     .semaphore = !!(flags & EFD_SEMAPHORE),
                                     .value = (uint32_t)call->a[0]};
  describe (number, pipe, SETT_DESCRIPTOR_EVENT, flags);
  affect (&outside->pipes[pipe]);
  update (&outside->pipes[pipe]);
  return number;
}
