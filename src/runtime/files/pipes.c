/* Pipes and event counters (eventfd).

   They live in memory that is reset, not in the kernel; a real descriptor of
   /dev/null keeps the number.  Every use is visible; what was written happens
   before it is read.  How much a pipe holds: slots.h. */

#include "runtime/files/pipes.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/cwd.h"
#include "runtime/sched/kill.h"
#include "runtime/core/knowledge.h"
#include "runtime/undo/leftovers.h"
#include "runtime/sched/queue.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/signals.h"
#include "runtime/core/slots.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>

static const uint64_t MOST_COUNT = UINT64_MAX - 1;

static sett_pipe *pipe_of (const sett_descriptor *d) {
  SETT_ASSERT (d->index < SETT_MOST_PIPES);
  return &os_model->pipes[d->index];
}

/*------------------------------------------------------------------------*/
/* What the searches know of a pipe: its queue (queue.h), and which of its ends
   are closed.  Of an event counter, or if the queue has no cells: whether it is
   readable, and how much room it has.  Every use stores both, closing an end
   `gone', too.

   With cells a writer looks whether there are readers (`deaf'), which is also
   ordered with changes of the size.  Whoever closes
   a descriptor for writing last puts the end into the queue.  The thread that
   writes knows where; others who close one do so after everything was written,
   unless they belong to the same process: these are ordered with all writers by
   `deaf', too, as are those that close one for reading with readers, by `held'.

   Which slots are in use depends on the order of transfers, even if nobody has
   to wait for room then.  So cells will do only as long as that does not
   matter: all that was ever written has room by the bound (slots.h), which the
   writer knows alone.  If not, that is learnt (knowledge.h).

   As a line, readers take turns at the word `readable', writers at `room'.
   Closing an end changes both.

   A reader waits until a word is no longer 0.  A writer that finds too little
   room waits until there is another amount, and tries again. */

static int is_event (const sett_pipe *p) {
  return p->event != 0;
}

static int has_cells (const sett_pipe *p) {
  return !is_event (p) && sett_queue_has_cells (&p->queue);
}

static int is_line (const sett_pipe *p) {
  return !is_event (p) && sett_queue_is_line (&p->queue);
}

static const uint64_t *word_to_read (const sett_pipe *p) {
  return has_cells (p) ? sett_queue_head (&p->queue) : &p->readable;
}

static const uint64_t *word_to_write (const sett_pipe *p) {
  return has_cells (p) ? sett_queue_next (&p->queue, &p->tail) : &p->room;
}

static void update (sett_pipe *p) {
  SETT_ASSERT (is_event (p) || !p->filled == !p->length);
  p->readable = is_event (p) ? p->value > 0 : p->length > 0 || !p->writers;
  p->room = is_event (p) ? MOST_COUNT - p->value
            : p->readers ? sett_slots_room (p)
                         : UINT64_MAX;
  p->gone = is_event (p) ? 0 : !p->writers + 2u * !p->readers;
  p->deaf = !p->readers;
  if (!is_event (p))
    sett_queue_set_end (&p->queue, !p->writers);
}

/* In the event of a use, before it changes anything. */
void sett_pipe_affect (const sett_pipe *p) {
  sett_affect (&p->readable, SETT_EFFECT_STORE, p->readable);
  sett_affect (&p->room, SETT_EFFECT_STORE, p->room);
}

static void tell_read (const sett_pipe *p, sett_effect_kind kind, size_t size) {
  if (has_cells (p)) {
    sett_queue_tell_receive (&p->queue, kind, size, 0);
    sett_affect (&p->held, SETT_EFFECT_LOAD, p->held);
    return;
  }
  if (is_line (p)) {
    sett_queue_tell_turn (&p->readable, p->turns + p->queue.head, &p->room);
    return;
  }
  sett_affect (&p->readable, kind, p->readable);
  sett_affect (&p->room, SETT_EFFECT_STORE, p->room);
}

static void tell_write (const sett_pipe *p) {
  if (is_line (p)) {
    sett_affect (&p->deaf, SETT_EFFECT_LOAD, p->deaf);
    sett_queue_tell_turn (&p->room, p->turns + p->tail.next, NULL);
    return;
  }
  if (!has_cells (p)) {
    sett_pipe_affect (p);
    return;
  }
  sett_affect (&p->deaf, SETT_EFFECT_LOAD, p->deaf);
  sett_queue_tell_send (&p->queue, &p->tail);
}

/* Who does something else than to take one item, or to add one, breaks a
   line. */
static void keep_in_line (sett_pipe *p, size_t size, int nonblocking) {
  if (is_event (p) || engine.stateful)
    return;
  if (!p->unit)
    p->unit = size;
  else if (p->unit != size)
    p->unit = SIZE_MAX;
  if (is_line (p) && (nonblocking || p->unit != size || size > SETT_SLOT_SIZE ||
                      p->queue.count == SETT_CELLS))
    sett_queue_give_up (&p->queue);
}

static void note_reader (sett_pipe *p) {
  if (!is_event (p))
    sett_queue_receive (&p->queue);
}

/* The running thread writes so much, or looks whether it can. */
static void note_writer (sett_pipe *p, uint64_t size) {
  if (is_event (p))
    return;
  sett_queue_send (&p->queue, &p->tail);
  if ((has_cells (p) || is_line (p)) &&
      !sett_slots_holds (p, sett_slots_bound (p->tail.sent, size)))
    sett_queue_give_up (&p->queue);
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

static void acquire (const sett_pipe *p, size_t size) {
  if ((has_cells (p) || is_line (p)) && p->queue.count)
    sett_queue_acquire (&p->queue, size);
  else
    sett_races_acquire (p);
}

/* False: a signal interrupted it. */
static int begin_reading (sett_pipe *p, int nonblocking, size_t size,
                          uintptr_t place) {
  const sett_effect_kind kind =
      nonblocking ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  note_reader (p);
  keep_in_line (p, size, nonblocking);
  if (sett_visible_unless (SETT_DO_RECEIVE, word_to_read (p),
                           is_line (p) ? SETT_EFFECT_NEXT : kind,
                           nonblocking ? NULL : is_readable, place))
    return 0;
  note_reader (p);
  keep_in_line (p, size, nonblocking || p->length < size);
  tell_read (p, kind, size);
  if (!nonblocking)
    look_while_waiting ();
  acquire (p, size);
  return 1;
}

/* It would not have waited, and gets the same answer until the words change. */
static long late (const uint64_t *word, const uint64_t *other) {
  sett_spin_looked_for (word, SETT_GLANCE_INPUT);
  if (other)
    sett_spin_looked_for (other, SETT_GLANCE_INPUT);
  return -EAGAIN;
}

static long late_reader (const sett_pipe *p) {
  return late (word_to_read (p), NULL);
}

static long late_writer (const sett_pipe *p) {
  return late (&p->room, &p->deaf);
}

static int has_room (const sett_pipe *p, uint64_t size, int begins) {
  if (is_event (p))
    return p->room >= size;
  return !p->readers || sett_slots_accepts (p, size, begins);
}

/* 0, or: there is no room, and the caller would not wait (-EAGAIN), or a signal
   interrupted it.  Who has waited goes on, as the kernel sees it. */
static long begin_writing (sett_pipe *p, uint64_t size, int begins,
                           int nonblocking, uintptr_t place) {
  for (;; begins = 0) {
    note_writer (p, size);
    keep_in_line (p, size, nonblocking);
    sett_visible (SETT_DO_SEND, word_to_write (p),
                  is_line (p) ? SETT_EFFECT_NEXT : SETT_EFFECT_STORE, NULL,
                  place);
    note_writer (p, size);
    keep_in_line (p, size, nonblocking);
    tell_write (p);
    if (!nonblocking)
      look_while_waiting ();
    if (has_room (p, size, begins))
      return 0;
    if (nonblocking)
      return late_writer (p);
    sett_spin_progress ();
    sett_spin_looked (&p->room, &p->room, sizeof p->room);
    sett_spin_looked (&p->deaf, &p->deaf, sizeof p->deaf);
    if (sett_cancel_wait (NULL, NULL, place) == SETT_INTERRUPTED)
      return -EINTR;
  }
}

/* Who waits for input, or for room, is told by these words that the other end
   is closed, too. */
typedef void visitor (const uint64_t *word, const void *order);

static void watch_cells (const sett_descriptor *d, int in, visitor *visit) {
  sett_pipe *p = pipe_of (d);
  const uint64_t *head = sett_queue_head (&p->queue);
  const void *order = p->queue.count ? (const void *)head : p;
  if (d->kind == SETT_DESCRIPTOR_READER) {
    if (in)
      visit (head, order);
    visit (&p->gone, p->writers ? NULL : p);
    return;
  }
  visit (&p->deaf, p);
}

static void watch (const sett_descriptor *d, short wanted,
                   void (*visit) (const uint64_t *, const void *)) {
  sett_pipe *p = pipe_of (d);
  if (is_line (p))
    sett_queue_give_up (&p->queue);
  const int in = wanted & (POLLIN | POLLRDNORM);
  const int out = wanted & (POLLOUT | POLLWRNORM);
  if (in && d->kind == SETT_DESCRIPTOR_READER)
    note_reader (p);
  if (out && d->kind == SETT_DESCRIPTOR_WRITER)
    note_writer (p, SETT_SLOT_SIZE); /* a slot that is free */
  if (has_cells (p)) {
    watch_cells (d, in, visit);
    return;
  }
  if (in && d->kind != SETT_DESCRIPTOR_WRITER)
    visit (&p->readable, p);
  else if (d->kind == SETT_DESCRIPTOR_READER)
    visit (&p->gone, p);
  if (out && d->kind != SETT_DESCRIPTOR_READER)
    visit (&p->room, p);
  else if (d->kind == SETT_DESCRIPTOR_WRITER)
    visit (&p->gone, p);
}

/* Something can be read, or written, now: news for who waits for events. */
static void arrived (const sett_pipe *p) {
  upcalls.arrived (is_event (p) ? SETT_DESCRIPTOR_EVENT
                                : SETT_DESCRIPTOR_READER,
                   (size_t)(p - os_model->pipes), POLLIN);
}

static void left (const sett_pipe *p) {
  upcalls.arrived (is_event (p) ? SETT_DESCRIPTOR_EVENT
                                : SETT_DESCRIPTOR_WRITER,
                   (size_t)(p - os_model->pipes), POLLOUT);
}

/*------------------------------------------------------------------------*/
/* Pipes. */

static long read_pipe (sett_pipe *p, int nonblocking, const sett_parts *to,
                       uintptr_t place) {
  const size_t size = sett_parts_size (to);
  size_t gone;
  if (!size)
    return 0;
  if (!begin_reading (p, nonblocking, size, place))
    return -EINTR;
  if (!p->readable)
    return late_reader (p);
  sett_spin_progress ();
  const int full = sett_slots_full (p);
  const size_t count = sett_slots_take (p, to, size, &gone);
  sett_queue_take (&p->queue, gone, gone);
  update (p);
  if (full && !sett_slots_full (p))
    left (p);
  return (long)count;
}

static long broken_pipe (void) {
  sett_signals_raise (SIGPIPE);
  return -EPIPE;
}

/* Up to PIPE_BUF bytes, a page, are written together or not at all; more may be
   written in parts.  The bound counts a call as a whole when it begins to
   write: its parts use no more. */
static long write_some (sett_pipe *p, int nonblocking, const sett_parts *from,
                        size_t offset, size_t size, uintptr_t place) {
  const int begins = !offset;
  const long wrong = begin_writing (p, size, begins, nonblocking, place);
  if (wrong)
    return wrong;
  if (!p->readers)
    return broken_pipe ();
  sett_spin_progress ();
  const uint64_t bound =
      begins ? sett_slots_bound (p->tail.sent, size) : p->tail.sent;
  const size_t count = sett_slots_put (p, from, offset, size, (int)p->packets);
  SETT_ASSERT (count == size || !has_cells (p) || !sett_slots_holds (p, bound));
  sett_queue_put (&p->queue, &p->tail, count, bound - p->tail.sent);
  update (p);
  arrived (p);
  if (!has_cells (p) && !is_line (p))
    sett_races_release (p);
  return (long)count;
}

static long write_pipe (sett_pipe *p, int nonblocking, const sett_parts *from,
                        uintptr_t place) {
  const size_t size = sett_parts_size (from);
  size_t done = 0;
  while (done < size) {
    const long n = write_some (p, nonblocking, from, done, size - done, place);
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
  if (!begin_reading (p, nonblocking, size, place))
    return -EINTR;
  if (!p->readable)
    return late_reader (p);
  sett_spin_progress ();
  const uint64_t value = p->semaphore ? 1 : p->value;
  p->value -= value;
  update (p);
  left (p);
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
  const long wrong = begin_writing (p, value, 1, nonblocking, place);
  if (wrong)
    return wrong;
  sett_spin_progress ();
  p->value += value;
  update (p);
  arrived (p);
  sett_races_release (p);
  return sizeof value;
}

/*------------------------------------------------------------------------*/

long sett_pipe_transfer (sett_descriptor *d, const sett_parts *parts,
                         int writes, uintptr_t place) {
  if (d->kind == (writes ? SETT_DESCRIPTOR_READER : SETT_DESCRIPTOR_WRITER)) {
    sett_descriptors_mistake ();
    return -EBADF;
  }
  return (writes ? write_pipe : read_pipe) (pipe_of (d), d->nonblocking, parts,
                                            place);
}

static long read_reader (sett_descriptor *d, void *to, size_t size,
                         uintptr_t place) {
  const struct iovec part = {to, size};
  return sett_pipe_transfer (d, &(sett_parts){&part, 1}, 0, place);
}

static long write_writer (sett_descriptor *d, const void *from, size_t size,
                          uintptr_t place) {
  const struct iovec part = {(void *)from, size};
  return sett_pipe_transfer (d, &(sett_parts){&part, 1}, 1, place);
}

static long read_counter (sett_descriptor *d, void *to, size_t size,
                          uintptr_t place) {
  return read_event (pipe_of (d), d->nonblocking, to, size, place);
}

static long write_counter (sett_descriptor *d, const void *from, size_t size,
                           uintptr_t place) {
  return write_event (pipe_of (d), d->nonblocking, from, size, place);
}

static long control (sett_descriptor *d, const sett_call *call,
                     uintptr_t place) {
  sett_pipe *p = pipe_of (d);
  if (call->a[1] != FIONREAD || is_event (p))
    return -ENOTTY;
  begin_reading (p, 1, SIZE_MAX, place);
  *(int *)call->a[2] = (int)p->length;
  return 0;
}

/* The size (F_GETPIPE_SZ, F_SETPIPE_SZ): writers depend on it; and it cannot
   become smaller than what is in the pipe. */

int sett_pipe_is (const sett_descriptor *d) {
  return d->kind == SETT_DESCRIPTOR_READER ||
         d->kind == SETT_DESCRIPTOR_WRITER || d->kind == SETT_DESCRIPTOR_FIFO;
}

int sett_pipe_has_packets (const sett_descriptor *d) {
  return sett_pipe_is (d) && d->kind != SETT_DESCRIPTOR_READER &&
         pipe_of (d)->packets;
}

static void begin_sizing (const sett_pipe *p, int changes, uintptr_t place) {
  const sett_effect_kind kind = changes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD;
  const uint64_t *word = has_cells (p) ? &p->deaf : &p->room;
  sett_visible (SETT_DO_TRANSFER, word, kind, NULL, place);
  sett_spin_progress ();
  sett_affect (word, kind, *word);
}

long sett_pipe_size (const sett_descriptor *d, const sett_call *call,
                     uintptr_t place) {
  const int changes = (int)call->a[1] == F_SETPIPE_SZ;
  if (!sett_pipe_is (d))
    return -EBADF;
  sett_pipe *p = pipe_of (d);
  begin_sizing (p, changes, place);
  if (!changes)
    return (long)(p->slots * SETT_SLOT_SIZE);
  const int full = sett_slots_full (p);
  const long result = sett_slots_resize (p, (unsigned)call->a[2]);
  if (!sett_slots_holds (p, p->tail.sent) || result == -EBUSY)
    sett_queue_give_up (&p->queue);
  update (p);
  if (full && !sett_slots_full (p))
    left (p);
  return result;
}

/*------------------------------------------------------------------------*/
/* What is ready? */

static short reader_events (const sett_descriptor *d, short wanted) {
  const sett_pipe *p = pipe_of (d);
  const short events =
      (p->length ? POLLIN | POLLRDNORM : 0) | (p->writers ? 0 : POLLHUP);
  return events & (wanted | POLLHUP);
}

static short writer_events (const sett_descriptor *d, short wanted) {
  const sett_pipe *p = pipe_of (d);
  const short events = (sett_slots_full (p) ? 0 : POLLOUT | POLLWRNORM) |
                       (p->readers ? 0 : POLLERR);
  return events & (wanted | POLLERR);
}

static short both_events (const sett_descriptor *d, short wanted) {
  return reader_events (d, wanted) | writer_events (d, wanted);
}

static short counter_events (const sett_descriptor *d, short wanted) {
  const sett_pipe *p = pipe_of (d);
  return ((p->value ? POLLIN | POLLRDNORM : 0) |
          (p->value < MOST_COUNT ? POLLOUT | POLLWRNORM : 0)) &
         wanted;
}

/*------------------------------------------------------------------------*/
/* Descriptors. */

/* Whoever closes a descriptor: does it know what its process does with others
   of the same kind?  The user is a thread, plus 1. */
static int knows (uint16_t user) {
  return user && (user == world->current + 1 ||
                  (engine.multi && engine.shared->stations[user - 1].process !=
                                       engine.process));
}

static void tell_count (const sett_pipe *p, sett_descriptor_kind kind) {
  sett_affect (&p->gone, SETT_EFFECT_STORE, p->gone);
  if (!has_cells (p)) {
    sett_pipe_affect (p);
    sett_affect (&p->deaf, SETT_EFFECT_STORE, p->deaf);
    return;
  }
  if (kind == SETT_DESCRIPTOR_READER && !knows (p->queue.receiver))
    sett_affect (&p->held, SETT_EFFECT_STORE, p->held);
  if (kind == SETT_DESCRIPTOR_READER || !knows (p->tail.sender))
    sett_affect (&p->deaf, SETT_EFFECT_STORE, p->deaf);
  else if (sett_queue_is_sender (&p->tail))
    sett_queue_tell_send (&p->queue, &p->tail);
}

void sett_pipe_count (const sett_descriptor *d, int change) {
  sett_pipe *p = pipe_of (d);
  tell_count (p, d->kind);
  if (d->kind != SETT_DESCRIPTOR_WRITER)
    p->readers += (uint32_t)change;
  if (d->kind != SETT_DESCRIPTOR_READER)
    p->writers += (uint32_t)change;
  p->used = p->readers || p->writers;
  update (p);
}

/* The last descriptor of an end was closed. */
static void tell_end (const sett_descriptor *d) {
  const sett_pipe *p = pipe_of (d);
  upcalls.gone (d);
  if (!p->readers)
    sett_leftovers_of_pipe (p);
  if (is_event (p) || !p->readers == !p->writers)
    return;
  upcalls.arrived (SETT_DESCRIPTOR_READER, d->index, 0);
  upcalls.arrived (SETT_DESCRIPTOR_WRITER, d->index, 0);
}

/* Is another thread about to use this end, in a call? */
static int is_busy (const sett_pipe *p, sett_descriptor_kind kind) {
  const sett_operation use =
      kind == SETT_DESCRIPTOR_WRITER ? SETT_DO_SEND : SETT_DO_RECEIVE;
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    if (t->number != world->current && t->has_object && t->operation == use &&
        (uintptr_t)t->object - (uintptr_t)p < sizeof *p)
      return 1;
  }
  return 0;
}

static void closed (const sett_descriptor *d) {
  const sett_pipe *p = pipe_of (d);
  if (is_busy (p, d->kind))
    sett_know_calls ();
  sett_pipe_count (d, -1);
  sett_races_release (p);
  if (!(d->kind == SETT_DESCRIPTOR_WRITER ? p->writers : p->readers))
    tell_end (d);
}

static void copied (const sett_descriptor *d) {
  sett_pipe_count (d, 1);
}

const sett_file_operations sett_pipe_reader = {.read = read_reader,
                                               .write = write_writer,
                                               .control = control,
                                               .events = reader_events,
                                               .watch = watch,
                                               .copied = copied,
                                               .closed = closed,
                                               .access = O_RDONLY};
const sett_file_operations sett_pipe_writer = {.read = read_reader,
                                               .write = write_writer,
                                               .control = control,
                                               .events = writer_events,
                                               .watch = watch,
                                               .copied = copied,
                                               .closed = closed,
                                               .access = O_WRONLY};
const sett_file_operations sett_event_counter = {.read = read_counter,
                                                 .write = write_counter,
                                                 .control = control,
                                                 .events = counter_events,
                                                 .watch = watch,
                                                 .copied = copied,
                                                 .closed = closed,
                                                 .access = O_RDWR};

/* FIFOs. */
const sett_file_operations sett_pipe_both = {.read = read_reader,
                                             .write = write_writer,
                                             .control = control,
                                             .events = both_events,
                                             .watch = watch,
                                             .copied = copied,
                                             .closed = closed,
                                             .access = O_RDWR};

/*------------------------------------------------------------------------*/
/* Which pipe is it?  The k-th one of a thread, or the one of a name, is the
   same for good, so that it does not matter who asks first.  -1: there are too
   many.
 */

_Static_assert(sizeof ((sett_shared *)0)->pipe_keys ==
                   SETT_MOST_PIPES * sizeof (uint64_t),
               "one for each pipe");

long sett_pipe_known (uint64_t key) {
  sett_shared *shared = engine.shared;
  uint32_t i = 0;
  while (i < shared->pipe_count && shared->pipe_keys[i] != key)
    i++;
  if (i == SETT_MOST_PIPES)
    return -1;
  if (i == shared->pipe_count)
    shared->pipe_keys[shared->pipe_count++] = key;
  SETT_ASSERT (shared->pipe_count <= SETT_MOST_PIPES);
  if (i >= os_model->pipe_count)
    os_model->pipe_count = i + 1;
  return i;
}

/* The first one of the thread that nobody uses any more. */
static long free_pipe (uintptr_t place) {
  for (uint64_t k = 0;; k++) {
    const long i = sett_pipe_known ((uint64_t)world->current << 32 | k);
    if (i < 0) {
      sett_note_add (1, place, "too many pipes: failed with ENFILE");
      return -ENFILE;
    }
    sett_pipe_affect (&os_model->pipes[i]);
    sett_affect (&os_model->pipes[i].gone, SETT_EFFECT_STORE,
                 os_model->pipes[i].gone);
    if (!os_model->pipes[i].used)
      return i;
  }
}

sett_descriptor sett_pipe_descriptor (long pipe, sett_descriptor_kind kind,
                                      int flags) {
  return (sett_descriptor){.kind = kind,
                           .nonblocking = !!(flags & O_NONBLOCK),
                           .index = (uint16_t)pipe};
}

static void open_pipe (long pipe, sett_pipe as) {
  sett_queue_clear (&os_model->pipes[pipe].queue);
  as.opens = os_model->pipes[pipe].opens;
  if (!engine.stateful)
    as.turns = os_model->pipes[pipe].turns + os_model->pipes[pipe].tail.next;
  os_model->pipes[pipe] = as;
  sett_pipe_affect (&os_model->pipes[pipe]);
  sett_affect (&os_model->pipes[pipe].gone, SETT_EFFECT_STORE, 0);
  update (&os_model->pipes[pipe]);
  if (as.packets)
    sett_queue_give_up (&os_model->pipes[pipe].queue);
}

long sett_call_pipe (const sett_call *call, uintptr_t place) {
  int *both = (int *)call->a[0];
  const int flags = call->number == SYS_pipe2 ? (int)call->a[1] : 0;
  sett_descriptors_use (place);
  const long pipe = free_pipe (place);
  if (pipe < 0)
    return pipe;
  const long reader = sett_descriptors_reserve (
      sett_pipe_descriptor (pipe, SETT_DESCRIPTOR_READER, flags),
      flags & O_CLOEXEC);
  const long writer = sett_descriptors_reserve (
      sett_pipe_descriptor (pipe, SETT_DESCRIPTOR_WRITER, flags),
      flags & O_CLOEXEC);
  if (reader < 0 || writer < 0) {
    if (reader >= 0) {
      os_process->descriptors[reader].kind = SETT_DESCRIPTOR_REAL;
      sett_raw (SYS_close, reader);
    }
    return -EMFILE;
  }
  open_pipe (pipe, (sett_pipe){.readers = 1,
                               .writers = 1,
                               .used = 1,
                               .slots = SETT_USUAL_SLOTS,
                               .packets = !!(flags & O_DIRECT)});
  both[0] = (int)reader;
  both[1] = (int)writer;
  return 0;
}

long sett_call_eventfd (const sett_call *call, uintptr_t place) {
  const int flags = call->number == SYS_eventfd2 ? (int)call->a[1] : 0;
  sett_descriptors_use (place);
  const long pipe = free_pipe (place);
  if (pipe < 0)
    return pipe;
  const long number = sett_descriptors_reserve (
      sett_pipe_descriptor (pipe, SETT_DESCRIPTOR_EVENT, flags),
      flags & EFD_CLOEXEC);
  if (number < 0)
    return number;
  open_pipe (pipe, (sett_pipe){.readers = 1,
                               .writers = 1,
                               .used = 1,
                               .event = 1,
                               .semaphore = !!(flags & EFD_SEMAPHORE),
                               .value = (uint32_t)call->a[0]});
  return number;
}
