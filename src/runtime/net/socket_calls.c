/* Sockets as system calls. */

#include "base/assert.h"
#include "runtime/net/charges.h"
#include "runtime/net/epoll.h"
#include "runtime/core/knowledge.h"
#include "runtime/undo/pages.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/net/sockets.h"
#include "runtime/sched/spin.h"
#include "runtime/net/waiting.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>

/* What a call is about. */
typedef struct target {
  sett_socket *socket;
  sett_descriptor *descriptor;
} target;

static sett_socket *socket_of (const sett_descriptor *d) {
  SETT_ASSERT (d->kind == SETT_DESCRIPTOR_SOCKET &&
               d->index < SETT_MOST_SOCKETS);
  return &os_model->sockets[d->index];
}

/* Which socket is it?  Null, and what the call gives then: an error; or what
   the kernel says, if it is a socket from outside. */
static sett_socket *find (const sett_call *call, sett_descriptor **d,
                          uintptr_t place, long *result) {
  struct stat s;
  const long number = (int)call->a[0];
  *d = sett_descriptors_model (number);
  if (*d && (*d)->kind == SETT_DESCRIPTOR_SOCKET)
    return socket_of (*d);
  if (!*d && (sett_raw (SYS_fstat, number, &s) ||
              (unsigned long)number >= SETT_MOST_DESCRIPTORS))
    *result = -EBADF;
  else if (*d || !S_ISSOCK (s.st_mode)) {
    sett_descriptors_mistake ();
    *result = -ENOTSOCK;
  } else {
    if (call->number == SYS_accept || call->number == SYS_accept4 ||
        call->number == SYS_recvfrom || call->number == SYS_recvmsg)
      sett_wait_ready (number, 0, place);
    *result = sett_call_note (call, place);
  }
  return NULL;
}

sett_socket *sett_socket_find (const sett_call *call, uintptr_t place,
                               long *result) {
  sett_descriptor *d;
  return find (call, &d, place, result);
}

/*------------------------------------------------------------------------*/
/* New ones. */

static long number_for (sett_socket *s, int flags) {
  SETT_ASSERT (!s->references); /* nobody else has it yet */
  const long number = sett_descriptors_reserve (
      (sett_descriptor){.kind = SETT_DESCRIPTOR_SOCKET,
                        .nonblocking = !!(flags & SOCK_NONBLOCK),
                        .index = (uint16_t)(s - os_model->sockets)},
      flags & SOCK_CLOEXEC);
  if (number >= 0)
    s->references = 1;
  return number;
}

static long check_kind (int family, int type, int protocol, uintptr_t place) {
  static const int protocols[] = {
      [SOCK_STREAM] = IPPROTO_TCP, [SOCK_DGRAM] = IPPROTO_UDP};
  if (family != AF_INET && family != AF_INET6 && family != AF_UNIX) {
    sett_call_remark ("socket", "this family is refused", place);
    return -EAFNOSUPPORT;
  }
  if (family == AF_UNIX && type == SOCK_SEQPACKET) { /* works natively */
    sett_call_remark ("socket", "SOCK_SEQPACKET is not modelled: ended there",
                      place);
    sett_end (SETT_CUT);
  }
  if (type != SOCK_STREAM && type != SOCK_DGRAM) {
    sett_call_remark ("socket", "this type is refused", place);
    return family == AF_UNIX ? -ESOCKTNOSUPPORT : -EPERM;
  }
  if (protocol &&
      (family == AF_UNIX ? protocol != PF_UNIX : protocol != protocols[type]))
    return -EPROTONOSUPPORT;
  return 0;
}

static int plain_type (long type) {
  return (int)type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
}

long sett_call_socket (const sett_call *call, uintptr_t place) {
  const int family = (int)call->a[0], type = plain_type (call->a[1]);
  const long wrong = check_kind (family, type, (int)call->a[2], place);
  if (wrong)
    return wrong;
  sett_descriptors_open (place);
  sett_socket *s = sett_socket_create (family, type, place);
  if (!s)
    return -ENFILE;
  const long number = number_for (s, (int)call->a[1]);
  if (number < 0)
    sett_socket_free (s);
  else
    sett_spin_opened (number);
  return number;
}

long sett_call_socketpair (const sett_call *call, uintptr_t place) {
  int *both = (int *)call->a[3];
  sett_socket *s[2] = {NULL, NULL};
  long numbers[2] = {-ENFILE, -ENFILE};
  const int family = (int)call->a[0], type = plain_type (call->a[1]);
  const long wrong = check_kind (family, type, (int)call->a[2], place);
  if (wrong)
    return wrong;
  if (family != AF_UNIX)
    return -EOPNOTSUPP;
  sett_descriptors_open (place);
  sett_spin_progress ();
  for (int i = 0; i < 2; i++) {
    s[i] = sett_socket_create (family, type, place);
    numbers[i] = s[i] ? number_for (s[i], (int)call->a[1]) : -ENFILE;
  }
  if (numbers[0] >= 0 && numbers[1] >= 0) {
    sett_stream_join (s[0], s[1]);
    both[0] = (int)numbers[0];
    both[1] = (int)numbers[1];
    return 0;
  }
  for (int i = 0; i < 2; i++) {
    if (numbers[i] >= 0) {
      os_process->descriptors[numbers[i]].kind = SETT_DESCRIPTOR_REAL;
      sett_raw (SYS_close, numbers[i]);
    }
    if (s[i])
      sett_socket_free (s[i]);
  }
  return numbers[1];
}

static long accept_one (const target *t, const sett_call *call, int flags,
                        uintptr_t place) {
  long error;
  sett_socket *s = t->socket;
  if (!sett_socket_is_stream (s))
    return -EOPNOTSUPP;
  sett_socket_timeout_begin (s);
  const int nonblocking = t->descriptor->nonblocking;
  const int limited = !nonblocking && s->receive_limit;
  sett_socket *h =
      sett_stream_accept (s, nonblocking || limited, limited, place, &error);
  if (!h)
    return error;
  const long number = number_for (h, flags);
  if (number < 0)
    sett_stream_unaccept (s, h);
  else
    sett_address_write (&h->peer_name, (void *)call->a[1],
                        (socklen_t *)call->a[2]);
  return number;
}

static long do_accept (const target *t, const sett_call *call,
                       uintptr_t place) {
  const int flags = call->number == SYS_accept4 ? (int)call->a[3] : 0;
  if (flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC))
    return -EINVAL;
  return accept_one (t, call, flags, place);
}

/*------------------------------------------------------------------------*/
/* Names. */

static long do_bind (const target *t, const sett_call *call, uintptr_t place) {
  long result;
  sett_socket_name name;
  sett_socket *s = t->socket;
  result = sett_address_read (s, (const void *)call->a[1],
                              (socklen_t)call->a[2], &name);
  if (result)
    return result;
  sett_visible (SETT_DO_BIND, &s->status, SETT_EFFECT_STORE, NULL, place);
  sett_spin_progress ();
  sett_socket_change (s);
  result = sett_address_bind (s, &name);
  sett_socket_update (s);
  return result;
}

static long do_listen (const target *t, const sett_call *call,
                       uintptr_t place) {
  sett_socket *s = t->socket;
  if (!sett_socket_is_stream (s))
    return -EOPNOTSUPP;
  return sett_stream_listen (s, (int)call->a[1], place);
}

static int is_unspecified (const void *name, socklen_t length) {
  return length >= sizeof (sa_family_t) &&
         ((const struct sockaddr *)name)->sa_family == AF_UNSPEC;
}

static long do_connect (const target *t, const sett_call *call,
                        uintptr_t place) {
  long result;
  sett_socket_name name;
  const void *given = (const void *)call->a[1];
  const socklen_t length = (socklen_t)call->a[2];
  sett_socket *s = t->socket;
  if (!sett_socket_is_stream (s) && is_unspecified (given, length))
    return sett_datagram_connect (s, NULL, place);
  result = sett_address_read (s, given, length, &name);
  if (result && sett_socket_is_stream (s))
    return sett_stream_connect_wrong (s, result, place);
  if (result)
    return result;
  if (!sett_socket_is_stream (s))
    return sett_datagram_connect (s, &name, place);
  return sett_stream_connect (s, &name, t->descriptor->nonblocking, place);
}

/* A name as the kernel gives it, even if there is none. */
static sett_socket_name full_name (const sett_socket *s,
                                   const sett_socket_name *n) {
  sett_socket_name full = *n;
  if (!full.length) {
    const sa_family_t family = s->family;
    memcpy (full.bytes, &family, sizeof family);
    full.length = s->family == AF_INET    ? sizeof (struct sockaddr_in)
                  : s->family == AF_INET6 ? sizeof (struct sockaddr_in6)
                                          : sizeof family;
  }
  return full;
}

static void look (const sett_socket *s, uintptr_t place) {
  sett_visible (SETT_DO_TRANSFER, &s->status, SETT_EFFECT_LOAD, NULL, place);
  sett_socket_look (s);
  sett_spin_looked_for (&s->status, SETT_GLANCE_MEMORY);
}

static long do_getsockname (const target *t, const sett_call *call,
                            uintptr_t place) {
  sett_socket *s = t->socket;
  look (s, place);
  const sett_socket_name name = full_name (s, &s->name);
  sett_address_write (&name, (void *)call->a[1], (socklen_t *)call->a[2]);
  return 0;
}

static long do_getpeername (const target *t, const sett_call *call,
                            uintptr_t place) {
  sett_socket *s = t->socket;
  look (s, place);
  if (s->state != SETT_SOCKET_CONNECTED)
    return -ENOTCONN;
  const sett_socket_name name = full_name (s, &s->peer_name);
  sett_address_write (&name, (void *)call->a[1], (socklen_t *)call->a[2]);
  return 0;
}

static long do_shutdown (const target *t, const sett_call *call,
                         uintptr_t place) {
  sett_socket *s = t->socket;
  if (call->a[1] < SHUT_RD || call->a[1] > SHUT_RDWR)
    return -EINVAL;
  return sett_socket_is_stream (s)
             ? sett_stream_shutdown (s, (int)call->a[1], place)
             : sett_datagram_shutdown (s, (int)call->a[1], place);
}

/*------------------------------------------------------------------------*/
/* Sending and receiving. */

static sett_transfer begin (sett_descriptor *d, const struct iovec *parts,
                            size_t count, int flags, uintptr_t place) {
  sett_socket *s = socket_of (d);
  return (sett_transfer){.socket = s,
                         .parts = {parts, count},
                         .size = sett_parts_size (&(sett_parts){parts, count}),
                         .flags = flags,
                         .nonblocking =
                             d->nonblocking || (flags & MSG_DONTWAIT),
                         .place = place};
}

static long send_it (sett_transfer *x) {
  sett_socket *s = x->socket;
  sett_socket_timeout_begin (s);
  x->nonblocking |= s->send_limit != 0;
  return sett_socket_is_stream (s) ? sett_stream_send (x)
                                   : sett_datagram_send (x);
}

static long receive_it (sett_transfer *x) {
  sett_socket *s = x->socket;
  sett_socket_timeout_begin (s);
  x->limited = !x->nonblocking && s->receive_limit;
  x->nonblocking |= x->limited;
  if (x->flags & MSG_OOB)
    return -EINVAL;
  if (x->flags & MSG_ERRQUEUE)
    return -EAGAIN;
  return sett_socket_is_stream (s) ? sett_stream_receive (x)
                                   : sett_datagram_receive (x);
}

long sett_socket_transfer (sett_descriptor *d, const struct iovec *parts,
                           size_t count, int sends, uintptr_t place) {
  sett_transfer x = begin (d, parts, count, 0, place);
  sett_socket_hold (x.socket);
  const long result = sends ? send_it (&x) : receive_it (&x);
  sett_socket_release (x.socket);
  return result;
}

static long read_destination (sett_transfer *x, const void *name,
                              socklen_t length) {
  if (!name || !length)
    return 0;
  sett_socket *s = x->socket;
  if (sett_socket_is_stream (s) && !sett_socket_is_unix (s))
    return 0;
  if (sett_socket_is_stream (s)) {
    look (s, x->place);
    return s->state == SETT_SOCKET_CONNECTED ? -EISCONN : -EOPNOTSUPP;
  }
  return sett_address_read (s, name, length, &x->other);
}

static long do_sendto (const target *t, const sett_call *call,
                       uintptr_t place) {
  long result;
  const struct iovec part = {(void *)call->a[1], (size_t)call->a[2]};
  sett_transfer x = begin (t->descriptor, &part, 1, (int)call->a[3], place);
  result =
      read_destination (&x, (const void *)call->a[4], (socklen_t)call->a[5]);
  return result ? result : send_it (&x);
}

static long do_recvfrom (const target *t, const sett_call *call,
                         uintptr_t place) {
  long result;
  const struct iovec part = {(void *)call->a[1], (size_t)call->a[2]};
  sett_transfer x = begin (t->descriptor, &part, 1, (int)call->a[3], place);
  result = receive_it (&x);
  if (result >= 0 && call->a[4])
    sett_address_write (&x.other, (void *)call->a[4], (socklen_t *)call->a[5]);
  return result;
}

/* Descriptors and the like that travel with messages do not: whoever waits for
   them would wait in vain, which is not the program's fault. */
static long send_message (sett_descriptor *d, const struct msghdr *m, int flags,
                          uintptr_t place) {
  if (m->msg_controllen) {
    sett_call_remark ("sendmsg", "with control messages: ended there", place);
    sett_end (SETT_CUT);
  }
  sett_transfer x = begin (d, m->msg_iov, m->msg_iovlen, flags, place);
  const long result = read_destination (&x, m->msg_name, m->msg_namelen);
  return result ? result : send_it (&x);
}

static long receive_message (sett_descriptor *d, struct msghdr *m, int flags,
                             uintptr_t place) {
  sett_transfer x = begin (d, m->msg_iov, m->msg_iovlen, flags, place);
  const long result = receive_it (&x);
  if (result < 0)
    return result;
  if (m->msg_name)
    sett_address_write (&x.other, m->msg_name, &m->msg_namelen);
  m->msg_controllen = 0;
  m->msg_flags = x.result_flags;
  return result;
}

static long do_sendmsg (const target *t, const sett_call *call,
                        uintptr_t place) {
  return send_message (t->descriptor, (const struct msghdr *)call->a[1],
                       (int)call->a[2], place);
}

static long do_recvmsg (const target *t, const sett_call *call,
                        uintptr_t place) {
  return receive_message (t->descriptor, (struct msghdr *)call->a[1],
                          (int)call->a[2], place);
}

static long do_sendmmsg (const target *t, const sett_call *call,
                         uintptr_t place) {
  long result;
  struct mmsghdr *all = (struct mmsghdr *)call->a[1];
  for (unsigned i = 0; i < (unsigned)call->a[2]; i++) {
    result =
        send_message (t->descriptor, &all[i].msg_hdr, (int)call->a[3], place);
    if (result < 0)
      return i ? (long)i : result;
    all[i].msg_len = (unsigned)result;
  }
  return (unsigned)call->a[2];
}

/* A time limit counts after a message only, and the others are not waited for
   then. */
static long do_recvmmsg (const target *t, const sett_call *call,
                         uintptr_t place) {
  long result;
  struct mmsghdr *all = (struct mmsghdr *)call->a[1];
  int flags = (int)call->a[3] & ~MSG_WAITFORONE;
  for (unsigned i = 0; i < (unsigned)call->a[2]; i++) {
    result = receive_message (t->descriptor, &all[i].msg_hdr, flags, place);
    if (result < 0)
      return i ? (long)i : result;
    all[i].msg_len = (unsigned)result;
    if ((call->a[3] & MSG_WAITFORONE) || call->a[4])
      flags |= MSG_DONTWAIT;
  }
  return (unsigned)call->a[2];
}

/* The socket stays as long as the call goes on. */
static long holding (long (*act) (const target *, const sett_call *, uintptr_t),
                     const sett_call *call, uintptr_t place) {
  long result;
  target t;
  sett_descriptors_enter ((int)call->a[0], place);
  t.socket = find (call, &t.descriptor, place, &result);
  if (!t.socket)
    return result;
  sett_socket_hold (t.socket);
  result = act (&t, call, place);
  sett_socket_release (t.socket);
  return result;
}

#define HOLDING(NAME)                                                          \
  long sett_call_##NAME (const sett_call *call, uintptr_t place) {             \
    return holding (do_##NAME, call, place);                                   \
  }

HOLDING (accept)
HOLDING (bind)
HOLDING (listen)
HOLDING (connect)
HOLDING (getsockname)
HOLDING (getpeername)
HOLDING (shutdown)
HOLDING (sendto)
HOLDING (recvfrom)
HOLDING (sendmsg)
HOLDING (recvmsg)
HOLDING (sendmmsg)
HOLDING (recvmmsg)

/*------------------------------------------------------------------------*/
/* Descriptors. */

static long read_socket (sett_descriptor *d, void *to, size_t size,
                         uintptr_t place) {
  const struct iovec part = {to, size};
  return sett_socket_transfer (d, &part, 1, 0, place);
}

static long write_socket (sett_descriptor *d, const void *from, size_t size,
                          uintptr_t place) {
  const struct iovec part = {(void *)from, size};
  return sett_socket_transfer (d, &part, 1, 1, place);
}

static long control (sett_descriptor *d, const sett_call *call,
                     uintptr_t place) {
  sett_socket *s = socket_of (d);
  if (call->a[1] != FIONREAD)
    return -ENOTTY;
  sett_socket_used_by_receiver (s);
  sett_visible (SETT_DO_TRANSFER, sett_socket_guard (s), SETT_EFFECT_LOAD, NULL,
                place);
  if (!s->references)
    return -EBADF; /* closed before this event */
  sett_socket_used_by_receiver (s);
  sett_socket_look (s);
  if (sett_socket_has_cells (s))
    sett_queue_tell_length (&s->queue);
  else {
    sett_affect (&s->readable, SETT_EFFECT_LOAD, s->readable);
    sett_affect (&s->room, SETT_EFFECT_LOAD, s->room);
  }
  if (s->state == SETT_SOCKET_LISTENING)
    return -EINVAL;
  uint32_t size = (uint32_t)s->length;
  if (!sett_socket_is_stream (s) && s->messages)
    memcpy (&size, sett_socket_contents (s), sizeof size);
  *(int *)call->a[2] = (int)size;
  return 0;
}

/* Unix sockets do not care when they are polled. */
static size_t low_water (const sett_socket *s) {
  return sett_socket_is_unix (s) ? 1 : sett_low_water (s);
}

static short stream_events (const sett_socket *s) {
  const sett_socket *p = sett_socket_number (s->peer);
  const int no_input = s->no_input || s->ended;
  const int no_output = s->no_output || s->deaf;
  short events = 0;
  if (s->state == SETT_SOCKET_LISTENING && !s->no_input && !s->no_output)
    return s->queued ? POLLIN | POLLRDNORM : 0;
  if (s->state == SETT_SOCKET_LISTENING)
    return (s->no_input ? POLLIN | POLLRDNORM | POLLRDHUP : 0) |
           (s->no_input && s->no_output ? POLLHUP : 0) |
           (s->queued ? POLLIN | POLLRDNORM : 0);
  if (s->length >= low_water (s) || no_input)
    events |= POLLIN | POLLRDNORM;
  if (no_input)
    events |= POLLRDHUP;
  if (s->state != SETT_SOCKET_CONNECTED || (no_input && no_output))
    events |= POLLHUP;
  if (s->error)
    events |= POLLERR;
  if (!p || no_output || sett_stream_is_writable (s, p->charged))
    events |= POLLOUT | POLLWRNORM;
  return events;
}

static int has_room (const sett_socket *s) {
  const sett_socket *p = sett_socket_number (s->peer);
  if (!sett_socket_is_unix (s))
    return 1;
  return sett_datagram_is_writable (s) && (!p || !sett_datagram_is_full (p, s));
}

static short datagram_events (const sett_socket *s) {
  short events = 0;
  if (s->messages || s->no_input)
    events |= POLLIN | POLLRDNORM;
  if (s->no_input)
    events |= POLLRDHUP;
  if (s->no_input && s->no_output)
    events |= POLLHUP;
  if (s->error)
    events |= POLLERR;
  if (has_room (s))
    events |= POLLOUT | POLLWRNORM;
  return events;
}

static short events (const sett_descriptor *d, short wanted) {
  const sett_socket *s = socket_of (d);
  return (sett_socket_is_stream (s) ? stream_events (s) : datagram_events (s)) &
         (wanted | POLLERR | POLLHUP);
}

typedef void visitor (const uint64_t *word, const void *order);

static void watch_input (sett_socket *s, visitor *visit) {
  sett_socket_used_by_receiver (s);
  const uint64_t *guard = sett_socket_guard (s);
  visit (guard, sett_socket_has_cells (s) ? (const void *)guard : s);
  if (low_water (s) > 1) /* it has no cells */
    visit (&s->room, s);
}

/* How much a stream has sent is known to who does so. */
static void watch_room (sett_socket *s, visitor *visit) {
  sett_socket *p = sett_socket_number (s->partner);
  visit (&s->outlet, NULL);
  if (!sett_socket_is_stream (s) && sett_socket_is_unix (s))
    visit (&s->charged, NULL);
  if (!p)
    return;
  sett_tail *tail = sett_socket_is_stream (s) ? &s->tail : &p->tail;
  sett_queue_send (&p->queue, tail);
  if (!sett_socket_has_cells (p))
    visit (&p->room, NULL);
  else if (!sett_socket_is_stream (s) ||
           !sett_stream_is_writable (s, tail->sent))
    visit (&p->queue.taken, NULL);
}

/* A socket that is not connected becomes writable in other ways than by room at
   the other end: all words that could matter are visited.  That the other end
   sends no more is seen by who has received everything, unless it asks. */
static void watch (const sett_descriptor *d, short wanted,
                   void (*visit) (const uint64_t *, const void *)) {
  sett_socket *s = socket_of (d);
  const int in = wanted & (POLLIN | POLLRDNORM);
  const int out = wanted & (POLLOUT | POLLWRNORM);
  visit (&s->status, s);
  if (in || s->state == SETT_SOCKET_LISTENING)
    watch_input (s, visit);
  if (!s->queue.count || (wanted & POLLRDHUP) || s->no_output ||
      sett_socket_is_unix (s))
    visit (&s->hangup, &s->hangup);
  if (out)
    watch_room (s, visit);
  else if (sett_socket_is_unix (s))
    visit (&s->outlet, NULL);
}

static void copied (const sett_descriptor *d) {
  SETT_ASSERT (socket_of (d)->references);
  socket_of (d)->references++;
}

/* Nobody asks for the number of descriptors but whoever closes the last one;
   so closing is ordered among all who have one. */
static void closed (const sett_descriptor *d) {
  sett_socket *s = socket_of (d);
  SETT_ASSERT (s->references);
  if (--s->references) {
    sett_affect (&s->status, SETT_EFFECT_STORE, s->status);
    return;
  }
  sett_epoll_gone (d);
  if (s->busy) {
    sett_know_calls ();
    s->torn = 1;
    sett_socket_tell_close (s);
  } else
    sett_socket_close (s);
}

static int rests (const sett_descriptor *d) {
  return sett_socket_rests (socket_of (d));
}

const sett_file_operations sett_socket_model = {.read = read_socket,
                                                .write = write_socket,
                                                .control = control,
                                                .events = events,
                                                .watch = watch,
                                                .copied = copied,
                                                .closed = closed,
                                                .rests = rests,
                                                .access = O_RDWR};
