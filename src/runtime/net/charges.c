/* How much sockets hold: see charges.h. */

#include "runtime/net/charges.h"

#include "base/assert.h"

#include <limits.h>
#include <string.h>

enum {
  PAGE = 4096,
  HEAD = 256,          /* what describes a piece... */
  INFORMATION = 320,   /* ...and comes behind its data */
  SMALL_HEAD = 576,    /* of UDP: an allocation of its own */
  LARGEST = 4 * PAGE,  /* memory in one go */
  PIECE_PAGES = 32768, /* of a piece of a stream, besides the first one */
  UDP_HEADERS = 59,    /* and what they are aligned to */
  USUAL_BUFFER = 212992,
  MOST_TO_ASK_FOR = 212992,
  LEAST_SEND = 4608,
  LEAST_RECEIVE = 2304,
  TCP_SEND = 16384,
  TCP_RECEIVE = 131072,
  TCP_MOST_LOW_WATER = 6291456 / 2,
  TCP_BYTES = 65536
};

static size_t less (size_t a, size_t b) {
  return a < b ? a : b;
}

/*------------------------------------------------------------------------*/
/* Sizes that programs set. */

static int is_tcp (const sett_socket *s) {
  return sett_socket_is_stream (s) && !sett_socket_is_unix (s);
}

uint32_t sett_send_buffer (const sett_socket *s) {
  return s->send_buffer ? s->send_buffer : is_tcp (s) ? TCP_SEND : USUAL_BUFFER;
}

uint32_t sett_receive_buffer (const sett_socket *s) {
  return s->receive_buffer ? s->receive_buffer
         : is_tcp (s)      ? TCP_RECEIVE
                           : USUAL_BUFFER;
}

uint32_t sett_low_water (const sett_socket *s) {
  return s->low_water ? s->low_water : 1;
}

/* Twice what was asked for, which has no sign. */
static uint32_t doubled (int wanted, uint32_t least) {
  const uint32_t half =
      (uint32_t)wanted < MOST_TO_ASK_FOR ? (uint32_t)wanted : MOST_TO_ASK_FOR;
  return 2 * half > least ? 2 * half : least;
}

void sett_set_send_buffer (sett_socket *s, int wanted) {
  s->send_buffer = doubled (wanted, LEAST_SEND);
}

void sett_set_receive_buffer (sett_socket *s, int wanted) {
  s->receive_buffer = doubled (wanted, LEAST_RECEIVE);
}

void sett_set_low_water (sett_socket *s, int wanted) {
  uint32_t low = wanted < 0 ? INT_MAX : (uint32_t)wanted;
  const uint32_t most =
      s->receive_buffer ? s->receive_buffer / 2 : TCP_MOST_LOW_WATER;
  if (is_tcp (s) && low > most)
    low = most;
  s->low_water = low;
}

/*------------------------------------------------------------------------*/
/* What it costs. */

/* The allocator's sizes are powers of two. */
static uint32_t memory_for (size_t size) {
  const size_t needed = (size + 63) / 64 * 64 + INFORMATION;
  uint32_t memory = 512;
  while (memory < needed)
    memory *= 2;
  return memory;
}

static size_t in_pages (size_t size) {
  return (size + PAGE - 1) / PAGE * PAGE;
}

/* Of so much only the beginning is in one piece of memory. */
static uint32_t split (size_t size, size_t beginning) {
  const size_t rest =
      size > beginning ? less (size, in_pages (size - beginning)) : 0;
  return HEAD + memory_for (size - rest) + (uint32_t)in_pages (rest);
}

static uint32_t udp_charge (size_t size) {
  const size_t needed = size + UDP_HEADERS;
  if (needed <= SMALL_HEAD - INFORMATION)
    return HEAD + SMALL_HEAD;
  if (needed < LARGEST - INFORMATION)
    return HEAD + (memory_for (needed) > 1024 ? memory_for (needed) : 1024);
  return HEAD + SMALL_HEAD + (uint32_t)size;
}

/*------------------------------------------------------------------------*/
/* Streams. */

/* Of TCP they are counted, unless that would be too optimistic. */
static int counts_bytes (const sett_socket *s) {
  return is_tcp (s) && (!s->send_buffer || s->send_buffer >= TCP_SEND);
}

static uint64_t limit_of (const sett_socket *s) {
  if (!counts_bytes (s))
    return sett_send_buffer (s);
  return s->send_buffer ? less (TCP_BYTES, s->send_buffer / 4) : TCP_BYTES;
}

static size_t piece_of (const sett_socket *s, size_t size) {
  const size_t half = sett_send_buffer (s) / 2 - 64;
  return less (size, less (half, PAGE - INFORMATION + PIECE_PAGES));
}

static uint64_t rest (const sett_socket *from, uint64_t charged) {
  const uint64_t limit = limit_of (from);
  return charged < limit ? limit - charged : 0;
}

uint64_t sett_stream_room (const sett_socket *to) {
  const sett_socket *from = sett_socket_number (to->peer);
  return from ? rest (from, to->charged) : TCP_BYTES;
}

int sett_stream_has_enough (const sett_socket *from, uint64_t room) {
  const uint64_t limit = limit_of (from);
  return is_tcp (from) ? room >= limit / 3 : 4 * (limit - room + 1) <= limit;
}

int sett_stream_is_writable (const sett_socket *from, uint64_t charged) {
  return sett_stream_has_enough (from, rest (from, charged));
}

static uint64_t charge_for (const sett_socket *from, size_t size) {
  return counts_bytes (from) ? size : split (size, PAGE - INFORMATION);
}

int sett_stream_holds (const sett_socket *from, uint64_t sent, size_t size) {
  if (counts_bytes (from))
    return sent + size <= limit_of (from);
  while (size && sent < limit_of (from)) {
    const size_t n = piece_of (from, size);
    sent += charge_for (from, n);
    size -= n;
  }
  return !size;
}

size_t sett_stream_accepts (const sett_socket *from, const sett_socket *to,
                            size_t size) {
  const uint64_t room = rest (from, to->charged);
  const size_t kept = SETT_SOCKET_SIZE - to->length;
  if (counts_bytes (from))
    return less (less (size, room), kept);
  const size_t n = piece_of (from, size);
  return room && to->piece_count < SETT_MOST_PIECES ? less (n, kept) : 0;
}

static sett_piece *pieces_of (const sett_socket *s) {
  SETT_ASSERT (s >= os_model->sockets &&
               s < os_model->sockets + SETT_MOST_SOCKETS);
  return os_model->pieces[s - os_model->sockets];
}

/* Bytes that are counted are one piece. */
uint64_t sett_stream_charge (const sett_socket *from, sett_socket *to,
                             size_t size) {
  const uint64_t charge = charge_for (from, size);
  sett_piece *next = pieces_of (to) + to->piece_count;
  to->charged += charge;
  if (counts_bytes (from) && to->piece_count && next[-1].bytes) {
    next[-1].left += (uint32_t)size;
    next[-1].charge += (uint32_t)size;
    return charge;
  }
  SETT_ASSERT (to->piece_count <= SETT_MOST_PIECES);
  *next = (sett_piece){(uint32_t)size, (uint32_t)charge,
                       (uint32_t)counts_bytes (from)};
  to->piece_count++;
  return charge;
}

uint64_t sett_stream_discharge (sett_socket *s, size_t size) {
  sett_piece *pieces = pieces_of (s);
  uint64_t charge = 0;
  uint32_t done = 0;
  while (size) {
    sett_piece *p = &pieces[done];
    const size_t n = less (size, p->left);
    SETT_ASSERT (done < s->piece_count);
    size -= n;
    p->left -= (uint32_t)n;
    const uint32_t freed = p->bytes ? (uint32_t)n : p->left ? 0 : p->charge;
    p->charge -= freed;
    charge += freed;
    done += !p->left;
  }
  s->piece_count -= done;
  memmove (pieces, pieces + done, s->piece_count * sizeof *pieces);
  s->charged -= charge;
  return charge;
}

/*------------------------------------------------------------------------*/
/* Datagrams. */

uint32_t sett_datagram_charge (const sett_socket *from, size_t size) {
  return sett_socket_is_unix (from) ? split (size, LARGEST - INFORMATION)
                                    : udp_charge (size);
}

size_t sett_datagram_longest (const sett_socket *s) {
  return sett_send_buffer (s) - 32;
}

int sett_datagram_is_writable (const sett_socket *from) {
  return 4 * (from->charged + 1) <= sett_send_buffer (from);
}

int sett_datagram_fits (const sett_socket *to, uint32_t charge) {
  return !to->charged || to->charged + charge <= sett_receive_buffer (to);
}

void sett_datagram_charged (sett_socket *s, uint32_t charge) {
  s->charged += charge;
}

void sett_datagram_gather (sett_socket *s) {
  if (!s->batch)
    s->batch = s->messages;
}

void sett_datagram_discharge (sett_socket *s, uint32_t charge) {
  sett_datagram_gather (s);
  s->batch--;
  s->received += charge;
  if (s->batch && s->received < sett_receive_buffer (s) / 4)
    return;
  s->charged -= s->received;
  s->received = 0;
  s->batch = s->messages - 1;
}
