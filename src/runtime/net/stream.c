/* Byte streams: TCP connections, and those of Unix sockets.

   A connection is there as soon as somebody connects and the listener has room
   in its queue, as over Linux's loopback; what is sent has arrived at once.

   TCP: who closes with something unread, or lingers for no time, resets the
   connection; so does what arrives at an end that was closed.  An end that was
   reset reports so once.  If the other end had said before that it sends no
   more, the error is EPIPE, and receivers see the end only.  Unix sockets: an
   end sees at once that the other one is gone. */

#include "runtime/net/charges.h"
#include "base/assert.h"
#include "runtime/sched/inject.h"
#include "runtime/sched/kill.h"
#include "runtime/undo/leftovers.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/net/sockets.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <string.h>

/* A connection in progress that came to nothing, and was shut down. */
enum { GIVEN_UP = 2 };

static size_t less (size_t a, size_t b) {
  return a < b ? a : b;
}

/* The other end, present or gone; itself: it was never connected. */
static sett_socket *partner_of (sett_socket *s) {
  return s->partner ? sett_socket_number (s->partner) : s;
}

static int is_connected (const sett_socket *s) {
  return s->state == SETT_SOCKET_CONNECTED;
}

/*------------------------------------------------------------------------*/
/* Ends. */

/* What lingers at the port of a listener does so no longer. */
static void leave_port (sett_socket *s) {
  if (!s->accepted)
    return;
  sett_address_linger (s->address, s->reuse, -1);
  s->accepted = 0;
  s->address = 0;
}

/* A reset goes to the other end, which was closed and lingers. */
static void reset_left (sett_socket *s) {
  if (s->left)
    sett_address_linger (s->left, !s->left_plain, -1);
  s->left = 0;
}

/* A reset has arrived, in an event that changes the socket. */
static void be_reset (sett_socket *s) {
  if (!is_connected (s))
    return;
  s->error = s->ended ? EPIPE : ECONNRESET;
  s->state = SETT_SOCKET_OVER;
  s->no_input = s->no_output = 1;
  leave_port (s);
  sett_socket_update (s);
}

/* Both have said that they send no more. */
static void end_if_both (sett_socket *s) {
  if (is_connected (s) && s->ended && s->no_output &&
      !sett_socket_is_unix (s)) {
    s->state = SETT_SOCKET_OVER;
    s->no_input = 1;
  }
  sett_socket_update (s);
}

void sett_stream_reset (sett_socket *s) {
  sett_socket *p = sett_socket_number (s->peer);
  be_reset (s);
  if (p)
    be_reset (p);
}

/* So many bytes were received. */
static void take (sett_socket *s, size_t size) {
  SETT_ASSERT (size <= s->length);
  sett_socket_take (s, size);
  sett_queue_take (&s->queue, size, sett_stream_discharge (s, size));
}

/* What is sent from now on goes there. */
static void empty_queue (sett_socket *s, sett_socket *from) {
  sett_queue_clear (&s->queue);
  s->queue.head = 0;
  s->queue.taken = 0;
  s->charged = s->piece_count = 0;
  from->tail = (sett_tail){0};
  if (from->edges || sett_low_water (s) > 1)
    sett_queue_give_up (&s->queue);
}

void sett_stream_join (sett_socket *a, sett_socket *b) {
  SETT_ASSERT (a != b);
  empty_queue (a, b);
  empty_queue (b, a);
  a->state = b->state = SETT_SOCKET_CONNECTED;
  a->peer = a->partner = sett_socket_plus_one (b);
  b->peer = b->partner = sett_socket_plus_one (a);
  sett_socket_update (a);
  sett_socket_update (b);
}

/* The other end of a connection is closed. */
static void lose_peer (sett_socket *p, int abruptly) {
  if (sett_socket_is_unix (p)) {
    if (abruptly)
      p->error = ECONNRESET;
    p->ended = p->deaf = 1;
  } else if (abruptly)
    be_reset (p);
  else if (is_connected (p))
    p->ended = 1;
  p->peer = 0;
  end_if_both (p);
}

/* The thread that sends ends its sending: what was sent before is received
   before the end is seen.  The other end goes on as it is. */
static int is_orderly (const sett_socket *s, const sett_socket *p) {
  return p && is_connected (s) && is_connected (p) && !p->no_output &&
         sett_queue_is_sender (&s->tail) && sett_queue_has_cells (&p->queue);
}

/* Nobody else can have received what would make it a reset. */
static int is_orderly_close (const sett_socket *s, const sett_socket *p) {
  return is_orderly (s, p) && !s->torn && !s->lingers &&
         (!s->queue.receiver || sett_queue_is_receiver (&s->queue)) &&
         sett_queue_has_cells (&s->queue);
}

static void tell_end (const sett_socket *s, const sett_socket *p) {
  sett_queue_tell_send (&p->queue, &s->tail);
  sett_affect (&p->hangup, SETT_EFFECT_STORE, p->hangup);
}

/* Who sees the end knows what was done before. */
static void release_end (sett_socket *s, int orderly) {
  sett_socket *p = partner_of (s);
  sett_races_release (orderly ? (const void *)&p->hangup : p);
}

static void close_end (sett_socket *s, int abruptly) {
  sett_socket *p = sett_socket_number (s->peer);
  const int orderly = !abruptly && is_orderly_close (s, p);
  if (orderly) {
    tell_end (s, p);
    sett_affect (&p->outlet, SETT_EFFECT_STORE, p->outlet);
  } else if (s->partner)
    sett_socket_change (partner_of (s));
  if (p) {
    /* Who ends a connection first keeps its port busy for a while. */
    const int first = is_connected (s) && !s->ended && !abruptly;
    lose_peer (p, abruptly);
    if (!first)
      leave_port (s);
    else if (s->accepted) {
      p->left = s->address;
      p->left_plain = !s->reuse;
    }
  } else {
    leave_port (s);
    if (abruptly)
      reset_left (s);
    else if (s->left)
      sett_address_stay (s->left, !s->left_plain);
  }
  release_end (s, orderly);
}

static void close_listener (sett_socket *s) {
  while (s->first) {
    sett_socket *h = sett_socket_number (s->first);
    s->first = h->next;
    sett_socket_change (h);
    close_end (h, 1);
    sett_socket_free (h);
  }
  s->last = 0;
  s->queued = 0;
}

void sett_stream_close (sett_socket *s) {
  sett_socket_change (s);
  sett_leftovers_of_socket (s);
  if (s->state == SETT_SOCKET_LISTENING)
    close_listener (s);
  close_end (s, s->length || (s->abrupt && !sett_socket_is_unix (s)));
  sett_address_unbind (s);
  sett_socket_free (s);
}

static void stop_output (sett_socket *s, sett_socket *p) {
  s->no_output = 1;
  if (p)
    p->ended = 1;
}

static void stop_input (sett_socket *s, sett_socket *p) {
  s->no_input = 1;
  if (p && sett_socket_is_unix (s))
    p->deaf = 1;
}

/* A Unix socket keeps its queue. */
static long shutdown_listener (sett_socket *s, int how) {
  if (s->address)
    sett_address_listen (s, 0);
  if (sett_socket_is_unix (s)) {
    s->no_input = 1;
    s->no_output |= how != SHUT_RD;
    sett_socket_update (s);
    return 0;
  }
  close_listener (s);
  s->state = SETT_SOCKET_IDLE;
  if (!s->asked) {
    sett_address_unbind (s);
    s->name = (sett_socket_name){0};
  }
  sett_socket_update (s);
  return 0;
}

long sett_stream_shutdown (sett_socket *s, int how, uintptr_t place) {
  sett_visible (SETT_DO_SHUTDOWN, &s->status, SETT_EFFECT_STORE, NULL, place);
  sett_spin_progress ();
  sett_socket_change (s);
  sett_socket *p = sett_socket_number (s->peer);
  const int orderly = how == SHUT_WR && !s->no_input && is_orderly (s, p);
  if (orderly)
    tell_end (s, p);
  else if (s->partner)
    sett_socket_change (partner_of (s));
  if (s->state == SETT_SOCKET_LISTENING && how != SHUT_WR)
    return shutdown_listener (s, how);
  if (!is_connected (s) && !sett_socket_is_unix (s)) {
    if (s->state == SETT_SOCKET_LISTENING)
      return 0;
    s->no_input |= how != SHUT_WR;
    s->no_output |= how != SHUT_RD;
    if (s->hasty)
      s->hasty = GIVEN_UP;
    sett_socket_update (s);
    return -ENOTCONN;
  }
  s->hasty = 0;
  if (how != SHUT_RD)
    stop_output (s, p);
  if (how != SHUT_WR)
    stop_input (s, p);
  if (!sett_socket_is_unix (s)) {
    end_if_both (s);
    if (p)
      end_if_both (p);
  }
  sett_socket_update (s);
  if (p)
    sett_socket_update (p);
  release_end (s, orderly);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Beginnings. */

long sett_stream_listen (sett_socket *s, int backlog, uintptr_t place) {
  enum { MOST_BACKLOG = 4096 };
  sett_visible (SETT_DO_LISTEN, &s->status, SETT_EFFECT_STORE, NULL, place);
  sett_spin_progress ();
  sett_socket_change (s);
  if (s->state != SETT_SOCKET_IDLE && s->state != SETT_SOCKET_LISTENING)
    return -EINVAL;
  if (sett_socket_is_unix (s) && !s->name.length)
    return -EINVAL;
  sett_address_autobind (s, NULL);
  if (s->address) {
    sett_address_look (&os_model->addresses[s->address - 1]);
    if (sett_address_is_taken (s))
      return -EADDRINUSE;
    if (s->state != SETT_SOCKET_LISTENING)
      sett_address_listen (s, 1);
  }
  s->state = SETT_SOCKET_LISTENING;
  s->backlog =
      backlog < 0 || backlog > MOST_BACKLOG ? MOST_BACKLOG : (uint32_t)backlog;
  sett_socket_update (s);
  sett_races_release (s);
  return 0;
}

static void enqueue (sett_socket *listener, sett_socket *h) {
  const uint16_t number = sett_socket_plus_one (h);
  if (listener->last)
    sett_socket_number (listener->last)->next = number;
  else
    listener->first = number;
  listener->last = number;
  listener->queued++;
  sett_socket_update (listener);
}

static long establish (sett_socket *s, const sett_socket_name *to,
                       sett_socket *listener, uintptr_t place) {
  sett_socket *h = sett_socket_create (listener->family, s->type, place);
  if (!h)
    return -ENFILE;
  sett_address_autobind (s, to);
  sett_address_decide (s, to);
  s->peer_name = *to;
  h->passive = 1;
  h->name = sett_address_as (to, h->family);
  h->peer_name = sett_address_as (&s->name, h->family);
  h->reuse = listener->reuse;
  h->abrupt = listener->abrupt;
  if (!sett_socket_is_unix (s)) {
    h->receive_limit = listener->receive_limit;
    h->send_limit = listener->send_limit;
    h->receive_buffer = listener->receive_buffer;
    h->send_buffer = listener->send_buffer;
    h->low_water = listener->low_water;
  }
  h->option_count = listener->option_count;
  memcpy (h->options, listener->options, sizeof h->options);
  if (!sett_socket_is_unix (s)) {
    h->accepted = 1;
    h->address = listener->address;
    sett_address_linger (h->address, h->reuse, 1);
  }
  sett_stream_join (s, h);
  enqueue (listener, h);
  sett_races_release (listener);
  return 0;
}

/* Another attempt on the same socket. */
static long connect_again (sett_socket *s) {
  const int hasty = s->hasty;
  const int error = s->error;
  sett_spin_progress ();
  if (hasty == GIVEN_UP)
    return -EINVAL;
  s->hasty = 0;
  if (hasty && s->state == SETT_SOCKET_CONNECTED) {
    sett_socket_update (s);
    return 0;
  }
  if (!hasty)
    return -EISCONN;
  if (!s->asked) {
    sett_address_unbind (s);
    s->name = (sett_socket_name){0};
  }
  s->error = 0;
  s->state = SETT_SOCKET_IDLE;
  s->ended = s->no_input = s->no_output = 0;
  sett_stream_discharge (s, s->length);
  sett_socket_take (s, s->length);
  sett_queue_clear (&s->queue);
  sett_socket_update (s);
  return error ? -error : -ECONNABORTED;
}

/* Nobody listens there: it was a look. */
static long refuse (sett_socket *s, const sett_socket_name *to,
                    const uint64_t *heard, int nonblocking) {
  if (!nonblocking || sett_socket_is_unix (s))
    sett_address_missed (to, heard);
  if (sett_socket_is_unix (s))
    return sett_address_error (s->type, to);
  if (!nonblocking)
    return -ECONNREFUSED;
  sett_spin_progress ();
  sett_address_autobind (s, to);
  sett_address_decide (s, to);
  s->state = SETT_SOCKET_REFUSED;
  s->error = ECONNREFUSED;
  s->hasty = s->no_input = s->no_output = 1;
  sett_socket_update (s);
  return -EINPROGRESS;
}

/* TCP says that it is in progress, even if it is done. */
static long done (sett_socket *s, int nonblocking) {
  if (!nonblocking || sett_socket_is_unix (s))
    return 0;
  s->hasty = 1;
  sett_socket_update (s);
  return -EINPROGRESS;
}

long sett_stream_connect (sett_socket *s, const sett_socket_name *given,
                          int nonblocking, uintptr_t place) {
  sett_socket_name to = *given;
  sett_address_any_to_loopback (&to);
  sett_address *a = sett_address_of (s->type, &to);
  const uint64_t *heard = sett_address_heard (a, &to);
  for (;;) {
    sett_visible (SETT_DO_CONNECT, heard, SETT_EFFECT_LOAD, NULL, place);
    sett_socket_change (s);
    sett_affect (heard, SETT_EFFECT_LOAD, *heard);
    sett_address_ask (&to);
    if (s->state != SETT_SOCKET_IDLE && !sett_socket_is_unix (s))
      return connect_again (s);
    if (!sett_address_is_local (&to))
      return -ENETUNREACH;
    sett_socket *listener = sett_address_find (s->type, &to, NULL);
    if (!listener)
      return refuse (s, &to, heard, nonblocking);
    sett_socket_fill (listener);
    if (!listener->room && nonblocking && sett_socket_is_unix (s)) {
      sett_spin_looked_for (&listener->room, SETT_GLANCE_INPUT);
      sett_address_missed (&to, heard);
      return -EAGAIN;
    }
    if (s->state != SETT_SOCKET_IDLE && listener->room)
      return s->state == SETT_SOCKET_LISTENING ? -EINVAL : -EISCONN;
    if (!listener->room && nonblocking)
      sett_note_add (1, place,
                     "connected without waiting where a queue was full: not "
                     "controlled");
    if (listener->room || nonblocking) {
      sett_spin_progress ();
      const long result = establish (s, &to, listener, place);
      return result ? result : done (s, nonblocking);
    }
    sett_spin_progress ();
    sett_spin_looked (&listener->room, &listener->room, sizeof listener->room);
    sett_address_missed (&to, heard);
    sett_socket_wait (s, place);
  }
}

/* An address that makes no sense does not matter any more. */
long sett_stream_connect_wrong (sett_socket *s, long error, uintptr_t place) {
  sett_visible (SETT_DO_CONNECT, &s->status, SETT_EFFECT_STORE, NULL, place);
  sett_socket_change (s);
  return s->state == SETT_SOCKET_IDLE || sett_socket_is_unix (s)
             ? error
             : connect_again (s);
}

static sett_socket *try_to_accept (sett_socket *s, int nonblocking, int limited,
                                   uintptr_t place, long *error) {
  const sett_effect_kind kind =
      nonblocking ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  *error = -EINTR;
  if (sett_socket_interrupts (SETT_DO_ACCEPT, &s->readable, !nonblocking,
                              limited, place))
    return NULL;
  sett_socket_look (s);
  sett_affect (&s->readable, kind, s->readable);
  sett_affect (&s->room, SETT_EFFECT_STORE, s->room);
  sett_affect (os_process->descriptors, SETT_EFFECT_CHANGE, 0);
  if (!nonblocking)
    sett_socket_heed_cancel (s);
  sett_races_acquire (s);
  *error = 0;
  if (s->state != SETT_SOCKET_LISTENING)
    *error = -EINVAL;
  else if (!s->queued)
    *error = s->no_input && !nonblocking ? -EINVAL : -EAGAIN;
  if (*error) {
    sett_socket_glance (s, &s->readable);
    return NULL;
  }
  sett_spin_progress ();
  sett_socket *h = sett_socket_number (s->first);
  s->first = h->next;
  if (!s->first)
    s->last = 0;
  h->next = 0;
  s->queued--;
  sett_socket_update (s);
  return h;
}

/* What does not listen is refused at once. */
sett_socket *sett_stream_accept (sett_socket *s, int nonblocking, int limited,
                                 uintptr_t place, long *error) {
  for (;;) {
    const int listens = s->state == SETT_SOCKET_LISTENING;
    sett_socket *h = try_to_accept (s, nonblocking || !listens,
                                    limited && listens, place, error);
    if (*error != -EAGAIN || nonblocking)
      return h;
  }
}

void sett_stream_unaccept (sett_socket *listener, sett_socket *h) {
  h->next = listener->first;
  listener->first = sett_socket_plus_one (h);
  if (!listener->last)
    listener->last = listener->first;
  listener->queued++;
  sett_socket_update (listener);
}

/*------------------------------------------------------------------------*/
/* Sending. */

/* The error that waits is reported now, and no more. */
static long report_error (sett_socket *s) {
  const int error = s->error;
  sett_socket_change (s);
  s->error = 0;
  sett_socket_update (s);
  return -error;
}

/* Nobody is there to receive: a reset comes back. */
static long send_to_nobody (const sett_transfer *x, sett_socket *p) {
  sett_socket *s = x->socket;
  sett_socket_change (s);
  if (s->peer)
    sett_socket_change (p);
  sett_stream_reset (s);
  reset_left (s);
  return (long)x->size;
}

static int hears_nothing (const sett_socket *s, const sett_socket *p) {
  return !s->peer || sett_socket_is_done (p);
}

/* As many pieces as there is room for. */
static size_t put (const sett_transfer *x, sett_socket *p, size_t offset,
                   uint64_t *charge) {
  size_t done = 0, n;
  while ((n = sett_stream_accepts (x->socket, p, x->size - offset - done))) {
    sett_transfer_out (x, offset + done, sett_socket_contents (p) + p->length,
                       n);
    *charge += sett_stream_charge (x->socket, p, n);
    p->length += n;
    done += n;
  }
  return done;
}

/* Writes something from the offset on.  0: there is no room. */
static long send_some (const sett_transfer *x, sett_socket *p, size_t offset) {
  sett_socket *s = x->socket;
  const int is_unix = sett_socket_is_unix (s);
  if (!is_unix && s->error) {
    const long error = report_error (s);
    return error == -EPIPE ? sett_transfer_broken (x) : error;
  }
  if (is_unix && !s->partner)
    return -ENOTCONN;
  if (s->no_output || s->deaf || !is_connected (s))
    return sett_transfer_broken (x);
  if (!is_unix && hears_nothing (s, p))
    return send_to_nobody (x, p) - (long)offset;
  uint64_t charge = 0;
  const size_t n = put (x, p, offset, &charge);
  if (!n)
    return 0;
  sett_queue_put (&p->queue, &s->tail, n, charge);
  sett_socket_update (p);
  if (!sett_queue_has_cells (&p->queue))
    sett_races_release (p);
  return (long)n;
}

/* The word that changes when there is more room. */
static const uint64_t *room_word (const sett_socket *p) {
  return sett_queue_has_cells (&p->queue) ? &p->queue.taken : &p->room;
}

static void look_for_room (const uint64_t *word) {
  sett_spin_looked (word, word, sizeof *word);
}

/* True: a signal interrupted it. */
static int wait_for_room (sett_socket *s, sett_socket *p, uintptr_t place) {
  sett_spin_progress ();
  look_for_room (room_word (p));
  look_for_room (&s->outlet);
  look_for_room (&s->status);
  return sett_socket_wait (s, place);
}

static const uint64_t *word_to_fill (const sett_socket *s,
                                     const sett_socket *p) {
  return sett_queue_has_cells (&p->queue)
             ? sett_queue_next (&p->queue, &s->tail)
             : &p->room;
}

/* In the event of a send.  Nobody can have kept it from having room if all that
   was ever sent has room. */
static void tell_send (const sett_transfer *x, sett_socket *p, size_t offset) {
  sett_socket *s = x->socket;
  sett_socket_look (s);
  sett_affect (&s->outlet, SETT_EFFECT_LOAD, s->outlet);
  if (s->partner)
    sett_queue_send (&p->queue, &s->tail);
  if (!sett_queue_has_cells (&p->queue)) {
    sett_socket_fill (p);
    return;
  }
  sett_queue_tell_send (&p->queue, &s->tail);
  if (!sett_stream_holds (s, s->tail.sent, x->size - offset))
    sett_affect (&p->queue.taken, SETT_EFFECT_LOAD, p->queue.taken);
}

/* Failures on request, before a transfer. */
static void risk (sett_transfer *x) {
  sett_socket *s = x->socket;
  if (!sett_socket_is_unix (s) &&
      sett_inject_choose (SETT_FAILURE_RESET, 1, x->place)) {
    sett_visible (SETT_DO_BREAK, &s->status, SETT_EFFECT_STORE, NULL, x->place);
    sett_socket_change (s);
    sett_socket_change (partner_of (s));
    sett_stream_reset (s);
  }
  if (x->size > 1)
    switch (sett_inject_choose (SETT_FAILURE_PARTIAL, 2, x->place)) {
    case 1:
      x->size = 1;
      break;
    case 2:
      x->size /= 2;
      break;
    }
}

long sett_stream_send (sett_transfer *x) {
  sett_socket *s = x->socket;
  size_t done = 0;
  risk (x);
  while (done < x->size || !x->size) {
    sett_socket *p = partner_of (s);
    if (s->partner)
      sett_queue_send (&p->queue, &s->tail);
    sett_visible (SETT_DO_SEND_TO, word_to_fill (s, p), SETT_EFFECT_STORE, NULL,
                  x->place);
    p = partner_of (s);
    tell_send (x, p, done);
    const long n = x->size ? send_some (x, p, done) : 0;
    if (!x->size)
      return 0;
    if (n)
      sett_spin_progress ();
    if (n < 0)
      return done ? (long)done : n;
    done += (size_t)n;
    if (done == x->size)
      break;
    if (x->nonblocking && done)
      return (long)done;
    if (x->nonblocking) {
      sett_socket_glance (s, room_word (p));
      sett_socket_glance (s, &s->outlet);
      return sett_transfer_late (x, s->send_limit);
    }
    if (!n && wait_for_room (s, p, x->place))
      return done ? (long)done : -EINTR;
  }
  sett_spin_progress ();
  return (long)done;
}

/*------------------------------------------------------------------------*/
/* Receiving. */

static int waits_for_all (const sett_transfer *x) {
  return (x->flags & MSG_WAITALL) && !(x->flags & MSG_PEEK) && !x->nonblocking;
}

/* Who waits for all takes one cell at a time: then it does not matter when the
   others are filled. */
static size_t most (const sett_transfer *x, size_t offset) {
  const sett_socket *s = x->socket;
  const uint64_t *head = sett_queue_head (&s->queue);
  const size_t wanted = x->size - offset;
  return waits_for_all (x) && sett_socket_has_cells (s) && s->queue.count
             ? less (wanted, *head)
             : wanted;
}

static long receive_some (const sett_transfer *x, size_t offset) {
  sett_socket *s = x->socket;
  const size_t n = less (most (x, offset), s->length);
  if (n) {
    sett_transfer_in (x, offset, sett_socket_contents (s), n);
    if (!(x->flags & MSG_PEEK))
      take (s, n);
    sett_socket_update (s);
    return (long)n;
  }
  if (sett_socket_is_unix (s) && !is_connected (s))
    return -EINVAL;
  if (s->state == SETT_SOCKET_LISTENING)
    return -ENOTCONN;
  if (s->ended && !sett_socket_is_unix (s))
    return 0;
  if (s->error)
    return offset ? 0 : report_error (s);
  if (s->ended || s->no_input)
    return 0;
  if (s->state == SETT_SOCKET_OVER)
    return 0;
  if (!is_connected (s))
    return -ENOTCONN;
  return -EAGAIN;
}

static long begin_receiving (const sett_transfer *x, int waits, size_t offset) {
  sett_socket *s = x->socket;
  const sett_effect_kind kind = waits ? SETT_EFFECT_RECEIVE : SETT_EFFECT_STORE;
  sett_socket_used_by_receiver (s);
  if (sett_socket_interrupts (SETT_DO_RECEIVE_FROM, sett_socket_guard (s),
                              waits, x->limited, x->place))
    return -EINTR;
  sett_socket_used_by_receiver (s);
  sett_socket_look (s);
  sett_socket_tell_receive (s, kind, most (x, offset), !!(x->flags & MSG_PEEK));
  if (waits)
    sett_socket_heed_cancel (s);
  return receive_some (x, offset);
}

/* So much a call waits for (SO_RCVLOWAT); what is there it takes before. */
static size_t least (const sett_transfer *x) {
  if (x->flags & MSG_PEEK)
    return 1;
  return x->flags & MSG_WAITALL ? x->size
                                : less (x->size, sett_low_water (x->socket));
}

/* Nobody waits for a listener. */
long sett_stream_receive (sett_transfer *x) {
  sett_socket *s = x->socket;
  size_t done = 0;
  if (!x->size)
    return 0;
  risk (x);
  do {
    const int waits = !x->nonblocking && s->state != SETT_SOCKET_LISTENING;
    const long n = begin_receiving (x, waits, done);
    if (n == -EAGAIN && !x->nonblocking)
      continue;
    if (n == -EAGAIN && !done) {
      sett_socket_glance (s, sett_socket_guard (s));
      return sett_transfer_late (x, s->receive_limit);
    }
    sett_spin_progress ();
    if (n == -EAGAIN)
      return (long)done;
    if (n <= 0)
      return done ? (long)done : n;
    done += (size_t)n;
  } while (done < least (x));
  return (long)done;
}
