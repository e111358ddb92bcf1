/* Datagrams: UDP, and those of Unix sockets.

   They arrive at once and in the order in which they were sent, unless failures
   are wanted (inject.h).  UDP drops what finds no room or nobody; a sender
   that is connected learns of the latter from its next operation.  Unix sockets
   let the sender wait for room.

   What is to be received: for each datagram a head, the name of the sender, and
   the data. */

#include "runtime/core/narrator.h"
#include "base/assert.h"
#include "runtime/net/charges.h"
#include "runtime/net/epoll.h"
#include "runtime/sched/inject.h"
#include "runtime/sched/kill.h"
#include "runtime/undo/leftovers.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/net/sockets.h"
#include "runtime/sched/spin.h"

#include <poll.h>
#include <string.h>

enum { MOST_DATAGRAM = 65507 };

/* What becomes of a datagram. */
enum { LOST = 1, TWICE, EARLY };

typedef struct head {
  uint32_t size, name_length;
  uint32_t charge;
  uint16_t sender, rest; /* a Unix socket, plus 1; 0: it is gone */
} head;

static size_t less (size_t a, size_t b) {
  return a < b ? a : b;
}

static long report_error (sett_socket *s) {
  const int error = s->error;
  sett_socket_change (s);
  s->error = 0;
  sett_socket_update (s);
  return -error;
}

/*------------------------------------------------------------------------*/
/* Who pays for datagrams: of Unix sockets, the sender. */

/* The size of one, with its head, behind others. */
static size_t next_head (const sett_socket *s, size_t at, head *h) {
  memcpy (h, sett_socket_contents (s) + at, sizeof *h);
  return at + sizeof *h + h->name_length + h->size;
}

static void discharge (sett_socket *s, const head *h) {
  if (!sett_socket_is_unix (s)) {
    sett_datagram_discharge (s, h->charge);
    return;
  }
  sett_socket *from = sett_socket_number (h->sender);
  if (!from)
    return;
  const int before = sett_datagram_is_writable (from);
  sett_affect (&from->charged, SETT_EFFECT_ADD, from->charged);
  from->charged -= h->charge;
  if (!before && sett_datagram_is_writable (from))
    sett_epoll_arrived (SETT_DESCRIPTOR_SOCKET,
                        (size_t)(from - os_model->sockets), POLLOUT);
}

/* Nobody will receive what is left. */
static void discharge_all (sett_socket *s) {
  head h;
  for (size_t at = 0; at < s->length;) {
    at = next_head (s, at, &h);
    discharge (s, &h);
    s->messages--;
  }
}

/* Nobody pays for what it has sent. */
static void disown (const sett_socket *gone) {
  const uint16_t number = sett_socket_plus_one (gone);
  for (uint32_t i = 0; gone->charged && i < os_model->socket_count; i++) {
    const sett_socket *s = &os_model->sockets[i];
    head h;
    if (s->state == SETT_SOCKET_FREE || s->type != SOCK_DGRAM)
      continue;
    for (size_t at = 0, next; at < s->length; at = next) {
      next = next_head (s, at, &h);
      if (h.sender != number)
        continue;
      h.sender = 0;
      memcpy (sett_socket_contents (s) + at, &h, sizeof h);
    }
  }
}

/*------------------------------------------------------------------------*/
/* Partners. */

/* Those who are connected to it. */
static void lose_partner (sett_socket *gone) {
  const uint16_t number = sett_socket_plus_one (gone);
  for (uint32_t i = 0; i < os_model->socket_count; i++) {
    sett_socket *s = &os_model->sockets[i];
    if (s == gone || s->type != SOCK_DGRAM || s->peer != number)
      continue;
    sett_socket_change (s);
    s->peer = 0;
    sett_socket_update (s);
  }
}

void sett_datagram_close (sett_socket *s) {
  sett_socket_change (s);
  sett_leftovers_of_socket (s);
  sett_address_unbind (s);
  if (sett_socket_is_unix (s)) {
    discharge_all (s);
    disown (s);
    lose_partner (s);
  }
  sett_socket_free (s);
}

/* Whoever receives is told at once, whatever was sent before. */
static void set_error (sett_socket *s, int error) {
  sett_queue_give_up (&s->queue);
  s->error = error;
  sett_socket_update (s);
}

/* A Unix socket forgets what it has not read, and tells the other one. */
static void forget_partner (sett_socket *s) {
  sett_socket *p = sett_socket_number (s->peer);
  if (!s->messages || !sett_socket_is_unix (s))
    return;
  discharge_all (s);
  sett_socket_take (s, s->length);
  sett_queue_clear (&s->queue);
  if (p && p != s && p->peer == sett_socket_plus_one (s)) {
    sett_socket_change (p);
    set_error (p, ECONNRESET);
  }
}

static void disconnect (sett_socket *s) {
  forget_partner (s);
  s->state = SETT_SOCKET_IDLE;
  s->peer = s->partner = 0;
  s->peer_name = (sett_socket_name){0};
  sett_socket_update (s);
}

/* A Unix socket that is connected hears its partner only. */
static int is_taken (const sett_socket *p, const sett_socket *by) {
  return sett_socket_is_unix (p) && p->partner &&
         p->partner != sett_socket_plus_one (by);
}

long sett_datagram_connect (sett_socket *s, const sett_socket_name *given,
                            uintptr_t place) {
  sett_visible (SETT_DO_CONNECT, &s->status, SETT_EFFECT_STORE, NULL, place);
  sett_spin_progress ();
  sett_socket_change (s);
  if (!given) {
    disconnect (s);
    return 0;
  }
  sett_socket_name to = *given;
  sett_address_any_to_loopback (&to);
  if (UNLIKELY (engine.narrating))
    narrator->target (s, &to);
  if (!sett_address_is_local (&to))
    return -ENETUNREACH;
  if (sett_socket_is_unix (s)) {
    const sett_address *a = sett_address_of (s->type, &to);
    sett_address_look (a);
    sett_address_ask (&to);
    sett_socket *p = sett_address_find (s->type, &to, s);
    if (!p)
      return sett_address_error (s->type, &to);
    sett_socket_look (p);
    if (is_taken (p, s))
      return -EPERM;
    if (s->partner && s->partner != sett_socket_plus_one (p))
      forget_partner (s);
    s->peer = s->partner = sett_socket_plus_one (p);
  }
  s->state = SETT_SOCKET_CONNECTED;
  sett_address_autobind (s, &to);
  sett_address_decide (s, &to);
  s->peer_name = to;
  if (s->address)
    sett_address_change (&os_model->addresses[s->address - 1]);
  sett_socket_update (s);
  return 0;
}

/* It works even if UDP says that it does not. */
long sett_datagram_shutdown (sett_socket *s, int how, uintptr_t place) {
  sett_visible (SETT_DO_SHUTDOWN, &s->status, SETT_EFFECT_STORE, NULL, place);
  sett_spin_progress ();
  sett_socket_change (s);
  s->no_input |= how != SHUT_WR;
  s->no_output |= how != SHUT_RD;
  sett_socket_update (s);
  return s->state == SETT_SOCKET_CONNECTED || sett_socket_is_unix (s)
             ? 0
             : -ENOTCONN;
}

/*------------------------------------------------------------------------*/
/* Sending. */

/* The sender as the receiver sees it. */
static sett_socket_name sender_for (const sett_socket *s,
                                    const sett_socket *p) {
  sett_socket_name name = s->name;
  if (name.length)
    sett_address_any_to_loopback (&name);
  return sett_address_as (&name, p->family);
}

static size_t space_for (const sett_transfer *x, const sett_socket *p) {
  return sizeof (head) + sender_for (x->socket, p).length + x->size;
}

static void put (const sett_transfer *x, sett_socket *p) {
  SETT_ASSERT (space_for (x, p) <= SETT_SOCKET_SIZE - p->length);
  sett_socket *s = x->socket;
  char *to = sett_socket_contents (p) + p->length;
  const sett_socket_name name = sender_for (s, p);
  const int is_unix = sett_socket_is_unix (s);
  const head h = {(uint32_t)x->size, name.length,
                  sett_datagram_charge (s, x->size),
                  is_unix ? sett_socket_plus_one (s) : 0, 0};
  memcpy (to, &h, sizeof h);
  memcpy (to + sizeof h, name.bytes, name.length);
  sett_transfer_out (x, 0, to + sizeof h + name.length, x->size);
  p->length += sizeof h + name.length + x->size;
  SETT_ASSERT (p->length <= SETT_SOCKET_SIZE);
  p->messages++;
  if (is_unix) {
    s->charged += h.charge;
    s->spent += h.charge;
  } else
    sett_datagram_charged (p, h.charge);
  sett_queue_put (&p->queue, &p->tail, 1, h.charge);
  sett_socket_update (p);
  if (!sett_socket_has_cells (p))
    sett_races_release (p);
}

static void reverse (char *from, char *to) {
  while (from < to) {
    const char c = *from;
    *from++ = *--to;
    *to = c;
  }
}

/* The last datagram goes before the one before it. */
static void overtake (const sett_transfer *x, sett_socket *p) {
  char *all = sett_socket_contents (p);
  const size_t size = space_for (x, p);
  size_t at = 0, previous = 0;
  for (uint32_t i = 0; i + 1 < p->messages; i++) {
    head h;
    previous = at;
    at = next_head (p, at, &h);
  }
  reverse (all + previous, all + at + size);
  reverse (all + previous, all + previous + size);
  reverse (all + previous + size, all + at + size);
}

static void tell_lost (void) {
  if (UNLIKELY (engine.narrating))
    narrator->lost ();
}

/* Nobody is there: the sender may get to know. */
static long unheard (sett_transfer *x, const sett_socket_name *to) {
  sett_socket *s = x->socket;
  if (sett_socket_is_unix (s))
    return sett_address_error (s->type, to);
  tell_lost ();
  if (sett_address_same (&s->peer_name, to)) {
    sett_socket_change (s);
    set_error (s, ECONNREFUSED);
  }
  return (long)x->size;
}

/* Is it the sender itself, or connected to it? */
static int is_back (const sett_socket *p, const sett_socket *by) {
  return p == by || p->partner == sett_socket_plus_one (by);
}

int sett_datagram_is_full (const sett_socket *p, const sett_socket *by) {
  return !is_back (p, by) && p->messages >= SETT_MOST_MESSAGES;
}

/* Who is there may lack room if what was ever sent is too much: of Unix
   sockets, which have no more datagrams than cells, it looks at what was taken;
   of UDP the order matters even before (charges.h). */
static void tell_send (const sett_transfer *x, sett_socket *p) {
  const int is_unix = sett_socket_is_unix (p);
  const uint32_t charge = sett_datagram_charge (x->socket, x->size);
  sett_socket_look (p);
  sett_queue_send (&p->queue, &p->tail);
  if (!is_unix && p->tail.sent + charge > sett_receive_buffer (p))
    sett_queue_give_up (&p->queue);
  if (!sett_socket_has_cells (p)) {
    sett_socket_fill (p);
    return;
  }
  sett_queue_tell_send (&p->queue, &p->tail);
  if (is_unix && !is_back (p, x->socket) && p->tail.next >= SETT_MOST_MESSAGES)
    sett_affect (&p->queue.taken, SETT_EFFECT_LOAD, p->queue.taken);
}

/* There is memory for so much only, whatever Linux would hold. */
static int is_too_much (const sett_transfer *x, const sett_socket *p) {
  if (space_for (x, p) <= SETT_SOCKET_SIZE - p->length)
    return 0;
  sett_note_add (1, x->place,
                 "more than 512 KiB of datagrams that nobody has received");
  return 1;
}

static int fits (const sett_transfer *x, const sett_socket *p) {
  const sett_socket *s = x->socket;
  if (sett_socket_is_unix (s)
          ? sett_datagram_is_full (p, s)
          : !sett_datagram_fits (p, sett_datagram_charge (s, x->size)))
    return 0;
  return !is_too_much (x, p);
}

static long send_now (sett_transfer *x, sett_socket *p) {
  const sett_socket *s = x->socket;
  tell_send (x, p);
  sett_spin_progress ();
  if (is_taken (p, s))
    return -EPERM;
  if (p->no_input && sett_socket_is_unix (s))
    return -EPIPE;
  const int has_room = fits (x, p);
  if (sett_socket_is_unix (s) && !has_room)
    return -EAGAIN;
  if (x->failure == LOST || !has_room)
    tell_lost ();
  if (x->failure == LOST)
    return (long)x->size;
  if (has_room)
    put (x, p);
  if (x->failure == TWICE && fits (x, p))
    put (x, p);
  if (x->failure == EARLY && has_room)
    overtake (x, p);
  return (long)x->size;
}

static long send_to_partner (sett_transfer *x) {
  sett_socket *s = x->socket;
  sett_socket *p = sett_socket_number (s->peer);
  if (p)
    return send_now (x, p);
  sett_socket_change (s);
  disconnect (s);
  return -ECONNREFUSED;
}

/* The socket that it goes to; null: nobody is there (`result`). */
static long try_to_send (sett_transfer *x, const sett_socket_name *to,
                         sett_socket **target) {
  sett_socket *s = x->socket;
  *target = sett_socket_number (s->peer);
  if (s->error)
    return report_error (s);
  if (s->no_output)
    return -EPIPE;
  if (!to)
    return send_to_partner (x);
  const sett_address *a = sett_address_of (s->type, to);
  sett_address_look (a);
  sett_address_ask (to);
  *target = sett_address_find (s->type, to, s);
  return *target ? send_now (x, *target) : unheard (x, to);
}

/* True: a signal interrupted it. */
static int wait_for_room (sett_socket *s, const sett_socket *p,
                          uintptr_t place) {
  sett_spin_progress ();
  if (p) {
    const uint64_t *room =
        sett_socket_has_cells (p) ? &p->queue.taken : &p->room;
    sett_spin_looked (room, room, sizeof *room);
    sett_spin_looked (&p->status, &p->status, sizeof p->status);
  } else
    sett_spin_looked (&s->charged, &s->charged, sizeof s->charged);
  sett_spin_looked (&s->status, &s->status, sizeof s->status);
  return sett_socket_wait (s, place);
}

static long late_sender (const sett_transfer *x, const sett_socket *p) {
  const sett_socket *s = x->socket;
  sett_socket_glance (s, !p                          ? &s->charged
                         : sett_socket_has_cells (p) ? &p->queue.taken
                                                     : &p->room);
  return sett_transfer_late (x, s->send_limit);
}

/* A Unix socket pays for what it sends.  Who may not be able to depends on
   everybody who pays, or receives; as long as it is, these commute. */
static int can_pay (const sett_transfer *x) {
  const sett_socket *s = x->socket;
  const uint64_t spent = s->spent + sett_datagram_charge (s, x->size);
  const int sure =
      !engine.shared->orders.stateful && spent <= sett_send_buffer (s);
  sett_affect (&s->charged, sure ? SETT_EFFECT_ADD : SETT_EFFECT_STORE,
               s->charged);
  return s->charged < sett_send_buffer (s);
}

/* Failures on request. */
static int risk (const sett_transfer *x) {
  return sett_inject_choose (SETT_FAILURE_LOSS, 1, x->place)        ? LOST
         : sett_inject_choose (SETT_FAILURE_DUPLICATE, 1, x->place) ? TWICE
         : sett_inject_choose (SETT_FAILURE_REORDER, 1, x->place)   ? EARLY
                                                                    : 0;
}

long sett_datagram_send (sett_transfer *x) {
  sett_socket *s = x->socket;
  if (!sett_socket_is_unix (s) && x->size > MOST_DATAGRAM)
    return -EMSGSIZE;
  if (!sett_socket_is_unix (s))
    x->failure = risk (x);
  for (;;) {
    sett_socket *target = NULL;
    sett_visible (SETT_DO_SEND_TO, &s->status, SETT_EFFECT_LOAD, NULL,
                  x->place);
    sett_socket_look (s);
    const int is_unix = sett_socket_is_unix (s);
    const int connected = s->state == SETT_SOCKET_CONNECTED;
    if (is_unix && s->no_output)
      return -EPIPE;
    if (!s->name.length && !is_unix) {
      sett_socket_change (s);
      sett_address_autobind (s, x->other.length ? &x->other : NULL);
      sett_socket_update (s);
    }
    if (!x->other.length && !connected)
      return is_unix ? -ENOTCONN : -EDESTADDRREQ;
    sett_socket_name to = x->other.length ? x->other : s->peer_name;
    if (to.length)
      sett_address_any_to_loopback (&to);
    if (to.length && !sett_address_is_local (&to))
      return -ENETUNREACH;
    if (UNLIKELY (engine.narrating))
      narrator->target (s, &to);
    if (is_unix && x->size > sett_datagram_longest (s))
      return -EMSGSIZE;
    const int by_partner = is_unix && !x->other.length;
    const int pays = !is_unix || can_pay (x);
    const long result =
        pays ? try_to_send (x, by_partner ? NULL : &to, &target) : -EAGAIN;
    if (result != -EAGAIN || (pays && !target))
      return result;
    if (x->nonblocking)
      return late_sender (x, target);
    if (wait_for_room (s, target, x->place))
      return -EINTR;
  }
}

/*------------------------------------------------------------------------*/
/* Receiving. */

static long take (sett_transfer *x) {
  sett_socket *s = x->socket;
  const char *from = sett_socket_contents (s);
  head h;
  memcpy (&h, from, sizeof h);
  x->other.length = h.name_length;
  memcpy (x->other.bytes, from + sizeof h, h.name_length);
  if (UNLIKELY (engine.narrating))
    narrator->sender (s, &x->other);
  const size_t n = less (x->size, h.size);
  sett_transfer_in (x, 0, from + sizeof h + h.name_length, n);
  if (h.size > x->size)
    x->result_flags |= MSG_TRUNC;
  if (x->flags & MSG_PEEK)
    sett_datagram_gather (s);
  else {
    sett_socket_take (s, sizeof h + h.name_length + h.size);
    sett_queue_take (&s->queue, 1, h.charge);
    discharge (s, &h);
    s->messages--;
    sett_socket_update (s);
  }
  return (long)(x->flags & MSG_TRUNC ? h.size : n);
}

/* -EAGAIN: there is nothing. */
static long try_to_receive (sett_transfer *x) {
  sett_socket *s = x->socket;
  const sett_effect_kind kind =
      x->nonblocking ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  sett_socket_used_by_receiver (s);
  if (sett_socket_interrupts (SETT_DO_RECEIVE_FROM, sett_socket_guard (s),
                              !x->nonblocking, x->limited, x->place))
    return -EINTR;
  sett_socket_used_by_receiver (s);
  sett_socket_look (s);
  sett_socket_tell_receive (s, kind, 1, !!(x->flags & MSG_PEEK));
  if (!x->nonblocking)
    sett_socket_heed_cancel (s);
  x->other.length = 0;
  if (s->error)
    return report_error (s);
  if (s->messages)
    return take (x);
  return s->no_input && !x->nonblocking ? 0 : -EAGAIN;
}

long sett_datagram_receive (sett_transfer *x) {
  long result;
  do
    result = try_to_receive (x);
  while (result == -EAGAIN && !x->nonblocking);
  if (result == -EAGAIN) {
    sett_socket_glance (x->socket, sett_socket_guard (x->socket));
    return sett_transfer_late (x, x->socket->receive_limit);
  }
  sett_spin_progress ();
  return result;
}
