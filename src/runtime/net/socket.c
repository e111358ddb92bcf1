/* Sockets: their table, how they are made, and how they go away with the last
   descriptor. */

#include "runtime/net/sockets.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/net/charges.h"
#include "runtime/sync/clock.h"
#include "runtime/net/epoll.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/kill.h"
#include "runtime/sched/signals.h"
#include "runtime/core/sockets_known.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <poll.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* The table.  The k-th socket of a thread has its place for good. */

static long place_of (unsigned thread, unsigned ordinal) {
  sett_sockets_known *known = sett_sockets_known_get ();
  for (uint32_t i = 0; i < known->socket_count; i++)
    if (known->sockets[i].thread == thread &&
        known->sockets[i].ordinal == ordinal)
      return i;
  if (known->socket_count == SETT_MOST_SOCKETS)
    return -1;
  known->sockets[known->socket_count].thread = (uint8_t)thread;
  known->sockets[known->socket_count].ordinal = (uint16_t)ordinal;
  return known->socket_count++;
}

sett_socket *sett_socket_create (int family, int type, uintptr_t place) {
  for (unsigned k = 0;; k++) {
    const long i = place_of (world->current, k);
    if (i < 0) {
      sett_note_add (1, place, "too many sockets: refused");
      return NULL;
    }
    sett_socket *s = &os_model->sockets[i];
    if (s->state != SETT_SOCKET_FREE) {
      sett_socket_look (s);
      continue;
    }
    sett_socket_change (s);
    if (os_model->socket_count <= i)
      os_model->socket_count = (uint32_t)i + 1;
    *s = (sett_socket){.state = SETT_SOCKET_IDLE,
                       .family = (uint8_t)family,
                       .type = (uint8_t)type,
                       .owner = (uint16_t)world->current,
                       .ordinal = (uint16_t)k};
    sett_socket_update (s);
    return s;
  }
}

void sett_socket_free (sett_socket *s) {
  memset (sett_socket_contents (s), 0, s->length);
  sett_queue_clear (&s->queue);
  memset (s, 0, sizeof *s);
}

/*------------------------------------------------------------------------*/
/* Calls. */

_Static_assert(sizeof os_process->busy_sockets >= SETT_MOST_SOCKETS, "room");

void sett_socket_hold (sett_socket *s) {
  if (!s)
    return;
  s->busy++;
  os_process->busy_sockets[s - os_model->sockets]++;
}

void sett_socket_release (sett_socket *s) {
  SETT_ASSERT (s->busy && os_process->busy_sockets[s - os_model->sockets]);
  if (!s)
    return;
  os_process->busy_sockets[s - os_model->sockets]--;
  if (!--s->busy && !s->references)
    sett_socket_close (s);
}

void sett_socket_close (sett_socket *s) {
  if (sett_socket_is_stream (s))
    sett_stream_close (s);
  else
    sett_datagram_close (s);
}

static void tell_end (const sett_socket *s) {
  sett_socket_change (s);
  if (s->partner)
    sett_socket_change (sett_socket_number (s->partner));
}

void sett_socket_tell_close (const sett_socket *s) {
  tell_end (s);
  if (s->address) {
    const sett_address *a = &os_model->addresses[s->address - 1];
    sett_affect (&a->users, SETT_EFFECT_STORE, a->users);
    sett_affect (&a->listeners, SETT_EFFECT_STORE, a->listeners);
  }
  for (const sett_socket *h = sett_socket_number (s->first); h;
       h = sett_socket_number (h->next))
    tell_end (h);
}

void sett_sockets_leave (void) {
  for (uint32_t i = 0; i < os_model->socket_count; i++)
    if (os_process->busy_sockets[i]) {
      sett_socket *s = &os_model->sockets[i];
      s->busy -= os_process->busy_sockets[i];
      SETT_ASSERT (s->busy < UINT8_MAX);
      os_process->busy_sockets[i] = 0;
      if (!s->busy && !s->references)
        sett_socket_close (s);
    }
}

void sett_sockets_forked (void) {
  memset (os_process->busy_sockets, 0, sizeof os_process->busy_sockets);
}

/*------------------------------------------------------------------------*/
/* What others wait for. */

static int is_readable (const sett_socket *s) {
  if (s->state == SETT_SOCKET_LISTENING)
    return s->queued > 0 || s->no_input;
  if (s->error || s->no_input || s->ended)
    return 1;
  if (s->type == SOCK_DGRAM)
    return s->messages > 0;
  return s->length > 0 || s->state != SETT_SOCKET_CONNECTED;
}

static uint64_t room_of (const sett_socket *s) {
  if (s->state == SETT_SOCKET_LISTENING)
    return s->queued > s->backlog ? 0 : s->backlog + 1 - s->queued;
  return s->type == SOCK_DGRAM ? SETT_MESSAGES_ROOM - s->messages
                               : sett_stream_room (s);
}

/* Does whoever receives go on even if nothing is there? */
static int is_at_end (const sett_socket *s) {
  if (s->state == SETT_SOCKET_LISTENING)
    return 0;
  return s->error || s->no_input || s->ended ||
         (s->type == SOCK_STREAM && s->state != SETT_SOCKET_CONNECTED);
}

/* Can the other end be written to, with so much room? */
static int is_enough (const sett_socket *s, uint64_t room) {
  const sett_socket *from = sett_socket_number (s->partner);
  if (!from || s->state == SETT_SOCKET_LISTENING)
    return 0;
  return sett_socket_is_stream (s)
             ? sett_stream_has_enough (from, room)
             : room > SETT_MESSAGES_ROOM - SETT_MOST_MESSAGES;
}

/* News for who waits for events: it is in another state, something arrived, or
   the other end can write again. */
static void tell_epolls (const sett_socket *s, uint64_t status, uint64_t outlet,
                         uint64_t hangup, uint64_t room) {
  const size_t number = (size_t)(s - os_model->sockets);
  if (s->status != status || s->outlet != outlet || s->hangup != hangup)
    sett_epoll_arrived (SETT_DESCRIPTOR_SOCKET, number, 0);
  else if (s->room < room)
    sett_epoll_arrived (SETT_DESCRIPTOR_SOCKET, number, POLLIN);
  else if (s->room > room && is_enough (s, s->room) && !is_enough (s, room))
    sett_epoll_arrived (SETT_DESCRIPTOR_SOCKET, s->partner - 1u, POLLOUT);
}

static uint64_t outlet_of (const sett_socket *s) {
  const sett_socket *p = sett_socket_number (s->peer);
  return p ? 1u + 2u * s->deaf + 4u * (unsigned)sett_socket_is_done (p) : 0;
}

void sett_socket_update (sett_socket *s) {
  const uint64_t status = s->status, room = s->room;
  const uint64_t outlet = s->outlet, hangup = s->hangup;
  s->status = (unsigned)(s->state | !!s->error << 4 | s->no_input << 6 |
                         s->no_output << 7 | s->hasty << 10) |
              (uint64_t)s->send_buffer << 16 | (uint64_t)s->low_water << 40;
  s->outlet = outlet_of (s);
  s->hangup = s->ended;
  sett_queue_set_end (&s->queue, is_at_end (s));
  s->readable = (uint64_t)is_readable (s);
  s->room = room_of (s);
  tell_epolls (s, status, outlet, hangup, room);
}

void sett_socket_look (const sett_socket *s) {
  sett_affect (&s->status, SETT_EFFECT_LOAD, s->status);
}

/* Does a datagram fill other cells than the next one? */
static int are_shuffled (void) {
  const sett_orders *orders = &engine.shared->orders;
  return orders->failures[SETT_FAILURE_DUPLICATE] ||
         orders->failures[SETT_FAILURE_REORDER];
}

int sett_socket_has_cells (const sett_socket *s) {
  return s->state != SETT_SOCKET_LISTENING &&
         (s->type != SOCK_DGRAM || !are_shuffled ()) &&
         sett_queue_has_cells (&s->queue);
}

void sett_socket_used_by_receiver (sett_socket *s) {
  if (s->state != SETT_SOCKET_LISTENING)
    sett_queue_receive (&s->queue);
}

const uint64_t *sett_socket_guard (const sett_socket *s) {
  return sett_socket_has_cells (s) ? sett_queue_head (&s->queue) : &s->readable;
}

void sett_socket_fill (const sett_socket *s) {
  sett_affect (&s->readable, SETT_EFFECT_STORE, s->readable);
  sett_affect (&s->room, SETT_EFFECT_STORE, s->room);
}

/* The words of the whole are not used as long as there are cells; but it may
   become a listener.  Of the cells those are named that change. */
void sett_socket_change (const sett_socket *s) {
  const int connected =
      s->type == SOCK_DGRAM ||
      (s->state != SETT_SOCKET_FREE && s->state != SETT_SOCKET_IDLE);
  sett_affect (&s->status, SETT_EFFECT_STORE, s->status);
  sett_affect (&s->outlet, SETT_EFFECT_STORE, s->outlet);
  sett_affect (&s->hangup, SETT_EFFECT_STORE, s->hangup);
  if (!connected || !sett_socket_has_cells (s))
    sett_socket_fill (s);
}

void sett_socket_tell_receive (const sett_socket *s, sett_effect_kind kind,
                               uint64_t amount, int keeps) {
  if (sett_socket_has_cells (s)) {
    sett_queue_tell_receive (&s->queue, kind, amount, keeps);
    sett_queue_acquire (&s->queue, amount);
    if (!s->queue.count) {
      sett_races_acquire (s);
      sett_races_acquire (&s->hangup);
    }
    return;
  }
  sett_affect (&s->readable, kind, s->readable);
  sett_affect (&s->room, SETT_EFFECT_STORE, s->room);
  sett_races_acquire (s);
}

int sett_socket_is_open (const sett_thread *t) {
  return *(const uint64_t *)t->object != 0 || sett_cancel_pending (t);
}

static void let_go (void *socket) {
  sett_socket_release (socket);
}

void sett_socket_heed_cancel (sett_socket *s) {
  sett_cancel_heed (let_go, s);
}

int sett_socket_wait (sett_socket *s, uintptr_t place) {
  return sett_cancel_wait (let_go, s, place) == SETT_INTERRUPTED;
}

static int would_wait (const sett_thread *t) {
  const uint64_t *word = t->object;
  sett_affect (word, SETT_EFFECT_LOAD, *word);
  return !*word;
}

int sett_socket_interrupts (sett_operation operation, const uint64_t *word,
                            int waits, int limited, uintptr_t place) {
  const sett_effect_kind kind = waits ? SETT_EFFECT_RECEIVE : SETT_EFFECT_STORE;
  if (limited)
    return sett_visible_for_a_while (operation, word, kind, would_wait, NULL,
                                     place);
  return sett_visible_unless (operation, word, kind,
                              waits ? sett_socket_is_open : NULL, place);
}

/* What is received is always at the beginning: states that are alike look
   alike. */
void sett_socket_take (sett_socket *s, size_t size) {
  SETT_ASSERT (size <= s->length);
  char *contents = sett_socket_contents (s);
  s->length -= size;
  memmove (contents, contents + size, s->length);
  memset (contents + s->length, 0, size);
}

/*------------------------------------------------------------------------*/
/* Transfers. */

void sett_transfer_out (const sett_transfer *x, size_t offset, char *memory,
                        size_t size) {
  sett_parts_out (&x->parts, offset, memory, size);
}

void sett_transfer_in (const sett_transfer *x, size_t offset,
                       const char *memory, size_t size) {
  sett_parts_in (&x->parts, offset, memory, size);
}

long sett_transfer_broken (const sett_transfer *x) {
  if (!(x->flags & MSG_NOSIGNAL))
    sett_signals_raise (SIGPIPE);
  return -EPIPE;
}

void sett_socket_glance (const sett_socket *s, const uint64_t *word) {
  const sett_glance_kind kind =
      sett_socket_rests (s) ? SETT_GLANCE_REST : SETT_GLANCE_INPUT;
  sett_spin_looked_for (word, kind);
  sett_spin_looked_for (&s->status, kind);
}

long sett_transfer_late (const sett_transfer *x, uint64_t limit) {
  (void)x;
  if (limit)
    sett_clock_pass (limit);
  return -EAGAIN;
}

/*------------------------------------------------------------------------*/
/* At rest. */

int sett_socket_rests (const sett_socket *s) {
  if (s->state == SETT_SOCKET_LISTENING)
    return 1;
  return s->type == SOCK_DGRAM && s->name.length && !s->peer_name.length;
}

int sett_sockets_rests (const sett_thread *t) {
  const uintptr_t at = (uintptr_t)t->object;
  if (t->operation == SETT_DO_ACCEPT)
    return 1;
  if (t->operation != SETT_DO_RECEIVE_FROM ||
      at - (uintptr_t)os_model->sockets >= sizeof os_model->sockets)
    return 0;
  const sett_socket *s =
      &os_model->sockets[(at - (uintptr_t)os_model->sockets) / sizeof *s];
  return sett_socket_rests (s);
}
