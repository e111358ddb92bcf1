/* Message queues of POSIX: descriptors that lead to mailboxes, in which
   messages of higher priority come first. */

#include "runtime/ipc/message_queues.h"

#include "base/assert.h"
#include "runtime/files/io.h"
#include "runtime/ipc/ipc.h"
#include "runtime/ipc/mailbox.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>

/* As Linux has them by default. */
enum { USUAL_COUNT = 10, USUAL_SIZE = 8192, MOST_PRIORITY = 32768 };

static sett_mailbox *mailbox (const sett_descriptor *d) {
  return sett_mailbox_at (SETT_MAILBOX_POSIX, d->index);
}

/*------------------------------------------------------------------------*/
/* As a descriptor. */

static long read_queue (sett_descriptor *d, void *to, size_t size,
                        uintptr_t place) {
  (void)d, (void)to, (void)size;
  sett_call_remark ("read", "on a message queue: not controlled", place);
  sett_end (SETT_CUT);
}

static long write_queue (sett_descriptor *d, const void *from, size_t size,
                         uintptr_t place) {
  (void)d, (void)from, (void)size, (void)place;
  return -EBADF;
}

static long control (sett_descriptor *d, const sett_call *call,
                     uintptr_t place) {
  (void)d, (void)call, (void)place;
  return -ENOTTY;
}

static int has_room (const sett_mailbox *m) {
  return m->count < m->most;
}

static short events (const sett_descriptor *d, short wanted) {
  const sett_mailbox *m = mailbox (d);
  return (short)(wanted & ((m->count ? POLLIN | POLLRDNORM : 0) |
                           (has_room (m) ? POLLOUT | POLLWRNORM : 0)));
}

static void watch (const sett_descriptor *d, short wanted,
                   void (*visit) (const uint64_t *, const void *)) {
  (void)wanted;
  visit (&mailbox (d)->state, &mailbox (d)->state);
}

/* Queues stay until the execution ends. */
static void counted (const sett_descriptor *d) {
  (void)d;
}

const sett_file_operations sett_queue_model = {.read = read_queue,
                                               .write = write_queue,
                                               .control = control,
                                               .events = events,
                                               .watch = watch,
                                               .copied = counted,
                                               .closed = counted,
                                               .access = O_RDWR};

/*------------------------------------------------------------------------*/
/* Opening. */

static void make (unsigned i, const struct mq_attr *attributes) {
  SETT_ASSERT (i < SETT_MOST_IPC);
  sett_mailbox *m = sett_mailbox_at (SETT_MAILBOX_POSIX, i);
  m->exists = 1;
  m->most = attributes ? (uint64_t)attributes->mq_maxmsg : USUAL_COUNT;
  m->widest = attributes ? (uint64_t)attributes->mq_msgsize : USUAL_SIZE;
  sett_mailbox_changed (m);
}

static long open_queue (const char *name, int flags,
                        const struct mq_attr *attributes, uintptr_t place) {
  sett_ipc_need ();
  const unsigned known = sett_ipc_find (SETT_IPC_QUEUE, name, place);
  long found = sett_ipc_open (known, flags, place);
  if (found < 0)
    return found;
  if (!found) {
    if (attributes &&
        (attributes->mq_maxmsg <= 0 || attributes->mq_msgsize <= 0))
      return -EINVAL;
    const unsigned made = sett_ipc_make (SETT_IPC_QUEUE, (int)known, place);
    make (made, attributes);
    sett_ipc_lead (known, made);
    found = made + 1l;
  }
  sett_affect (os_process->descriptors, SETT_EFFECT_CHANGE, 0);
  return sett_descriptors_reserve (
      (sett_descriptor){.kind = SETT_DESCRIPTOR_QUEUE,
                        .index = (uint16_t)(found - 1),
                        .nonblocking = !!(flags & O_NONBLOCK)},
      1);
}

mqd_t mq_open_looking (const char *, int, ...);
SETT_LOOKING (mq_open);
SETT_LOOKS mqd_t mq_open_looking (const char *name, int flags, ...) {
  mode_t mode = 0;
  struct mq_attr *attributes = NULL;
  if (flags & O_CREAT) {
    va_list list;
    va_start (list, flags);
    mode = va_arg (list, mode_t);
    attributes = va_arg (list, struct mq_attr *);
    va_end (list);
  }
  if (!sett_active ())
    return SETT_REAL (mq_open) (name, flags, mode, attributes);
  sett_spin_look (SETT_HERE);
  if (*name != '/') {
    errno = EINVAL;
    return -1;
  }
  return (mqd_t)sett_result (open_queue (name, flags, attributes, SETT_HERE));
}

EXPORT int mq_close (mqd_t queue) {
  if (!sett_active ())
    return SETT_REAL (mq_close) (queue);
  const sett_call call = {SYS_close, {queue}};
  return (int)sett_result (sett_call_do (&call, SETT_HERE));
}

EXPORT int mq_unlink (const char *name) {
  if (!sett_active ())
    return SETT_REAL (mq_unlink) (name);
  sett_ipc_need ();
  const long found = sett_ipc_unlink (
      sett_ipc_find (SETT_IPC_QUEUE, name, SETT_HERE), SETT_HERE);
  return (int)sett_result (found < 0 ? found : 0);
}

/*------------------------------------------------------------------------*/
/* Sending and receiving. */

typedef struct letter {
  sett_mailbox *box;
  char *text;
  size_t size;
  unsigned priority;
} letter;

static long try_send (void *what, uintptr_t place) {
  const letter *l = what;
  sett_message *before = sett_mailbox_first (l->box);
  if (!has_room (l->box))
    return -EAGAIN;
  while (before && before->type >= l->priority)
    before = sett_mailbox_next (l->box, before);
  const sett_message head = {.type = l->priority, .size = l->size};
  sett_mailbox_put (l->box, before, head, l->text, place);
  return 0;
}

static long try_receive (void *what, uintptr_t place) {
  letter *l = what;
  sett_message *m = sett_mailbox_first (l->box);
  (void)place;
  if (!m)
    return -EAGAIN;
  const size_t size = m->size;
  l->priority = (unsigned)m->type;
  memcpy (l->text, sett_message_text (m), size);
  sett_mailbox_take (l->box, m);
  return (long)size;
}

static sett_descriptor *queue_of (mqd_t number, uintptr_t place) {
  sett_descriptor *d = sett_descriptors_enter (number, place);
  return d && d->kind == SETT_DESCRIPTOR_QUEUE ? d : NULL;
}

static int is_bad (const struct timespec *limit) {
  return limit && (limit->tv_nsec < 0 || limit->tv_nsec > 999999999);
}

/* Without waiting it may do so busily. */
static long transfer (const sett_descriptor *d, letter *l,
                      long (*try) (void *, uintptr_t),
                      const struct timespec *limit, uintptr_t place) {
  if (is_bad (limit))
    return -EINVAL;
  const sett_attempt a = {.operation =
                              try == try_send ? SETT_DO_SEND : SETT_DO_RECEIVE,
                          .state = &l->box->state,
                          .try = try,
                          .what = l,
                          .waits = !d->nonblocking,
                          .cancels = 1,
                          .restarts = 1,
                          .limit = limit};
  if (d->nonblocking || limit)
    sett_spin_look (place);
  return sett_call_over (sett_attempt_do (&a, place), place);
}

static long send_to (mqd_t queue, const char *text, size_t size,
                     unsigned priority, const struct timespec *limit,
                     uintptr_t place) {
  const sett_descriptor *d = queue_of (queue, place);
  if (!d)
    return -EBADF;
  letter l = {mailbox (d), (char *)text, size, priority};
  if (priority >= MOST_PRIORITY || size > l.box->widest)
    return size > l.box->widest ? -EMSGSIZE : -EINVAL;
  sett_io_accessed (text, (long)size, SETT_MEMORY_READ, place);
  return transfer (d, &l, try_send, limit, place);
}

static long receive_from (mqd_t queue, char *text, size_t size,
                          unsigned *priority, const struct timespec *limit,
                          uintptr_t place) {
  const sett_descriptor *d = queue_of (queue, place);
  if (!d)
    return -EBADF;
  letter l = {mailbox (d), text, size, 0};
  if (size < l.box->widest)
    return -EMSGSIZE;
  const long n = transfer (d, &l, try_receive, limit, place);
  sett_io_accessed (text, n, SETT_MEMORY_WRITE, place);
  if (n >= 0 && priority)
    *priority = l.priority;
  return n;
}

int mq_timedsend_looking (mqd_t, const char *, size_t, unsigned,
                          const struct timespec *);
SETT_LOOKING (mq_timedsend);
SETT_LOOKS int mq_timedsend_looking (mqd_t queue, const char *text, size_t size,
                                     unsigned priority,
                                     const struct timespec *limit) {
  if (!sett_active ())
    return SETT_REAL (mq_timedsend) (queue, text, size, priority, limit);
  sett_cancellation_point (SETT_HERE);
  return (int)sett_result (
      send_to (queue, text, size, priority, limit, SETT_HERE));
}

int mq_send_looking (mqd_t, const char *, size_t, unsigned);
SETT_LOOKING (mq_send);
SETT_LOOKS int mq_send_looking (mqd_t queue, const char *text, size_t size,
                                unsigned priority) {
  if (!sett_active ())
    return SETT_REAL (mq_send) (queue, text, size, priority);
  sett_cancellation_point (SETT_HERE);
  return (int)sett_result (
      send_to (queue, text, size, priority, NULL, SETT_HERE));
}

ssize_t mq_timedreceive_looking (mqd_t, char *, size_t, unsigned *,
                                 const struct timespec *);
SETT_LOOKING (mq_timedreceive);
SETT_LOOKS ssize_t mq_timedreceive_looking (mqd_t queue, char *text,
                                            size_t size, unsigned *priority,
                                            const struct timespec *limit) {
  if (!sett_active ())
    return SETT_REAL (mq_timedreceive) (queue, text, size, priority, limit);
  sett_cancellation_point (SETT_HERE);
  return sett_result (
      receive_from (queue, text, size, priority, limit, SETT_HERE));
}

ssize_t mq_receive_looking (mqd_t, char *, size_t, unsigned *);
SETT_LOOKING (mq_receive);
SETT_LOOKS ssize_t mq_receive_looking (mqd_t queue, char *text, size_t size,
                                       unsigned *priority) {
  if (!sett_active ())
    return SETT_REAL (mq_receive) (queue, text, size, priority);
  sett_cancellation_point (SETT_HERE);
  return sett_result (
      receive_from (queue, text, size, priority, NULL, SETT_HERE));
}

/*------------------------------------------------------------------------*/
/* Attributes. */

static long tell (mqd_t queue, struct mq_attr *attributes, uintptr_t place) {
  const sett_descriptor *d = queue_of (queue, place);
  if (!d)
    return -EBADF;
  const sett_mailbox *m = mailbox (d);
  sett_visible (SETT_DO_TRANSFER, &m->state, SETT_EFFECT_LOAD, NULL, place);
  sett_affect (&m->state, SETT_EFFECT_LOAD, m->state);
  sett_spin_looked (&m->state, &m->state, sizeof m->state);
  memset (attributes, 0, sizeof *attributes);
  attributes->mq_flags = d->nonblocking ? O_NONBLOCK : 0;
  attributes->mq_maxmsg = (long)m->most;
  attributes->mq_msgsize = (long)m->widest;
  attributes->mq_curmsgs = m->count;
  return 0;
}

EXPORT int mq_getattr (mqd_t queue, struct mq_attr *attributes) {
  if (!sett_active ())
    return SETT_REAL (mq_getattr) (queue, attributes);
  return (int)sett_result (tell (queue, attributes, SETT_HERE));
}

EXPORT int mq_setattr (mqd_t queue, const struct mq_attr *restrict wanted,
                       struct mq_attr *restrict old) {
  if (!sett_active ())
    return SETT_REAL (mq_setattr) (queue, wanted, old);
  const long result = old ? tell (queue, old, SETT_HERE) : 0;
  sett_descriptor *d = queue_of (queue, SETT_HERE);
  if (!d || result)
    return (int)sett_result (d ? result : -EBADF);
  sett_spin_progress ();
  sett_descriptors_set_waiting (d, !!(wanted->mq_flags & O_NONBLOCK),
                                SETT_HERE);
  return 0;
}
