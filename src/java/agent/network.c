/* Sockets of a Java program as a model: see network.h.

   What always holds: before a word of a socket changes, the present event has
   an effect on it (touch), and `before` is whether a call that waits for the
   word could go on. */

#include "java/agent/network.h"

#include "base/assert.h"
#include "java/agent/object_numbers.h"
#include "java/agent/execution_memory.h"
#include "java/agent/injected_failures.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/scheduler.h"
#include "java/agent/things.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What Linux promises at least, in each direction of a connection; what
   datagrams may occupy, and each of them besides its bytes. */
enum { CAPACITY = 64 << 10, ALL_DATAGRAMS = 212992, ONE_DATAGRAM = 832 };
enum { FIRST_FREE_PORT = 49152, SOCKETS_OF_THREAD = 256 };

typedef enum word { IN, ROOM, STATUS } word;

struct sett_jsocket {
  sett_thing thing; /* what it is called; the first: guards find it by that */
  uint64_t key;     /* the same in all executions */
  sett_jsocket *another; /* that there is, whosever it is */
  unsigned process;      /* whose it is */
  int is_datagram, is_listener, is_closed;
  int no_input, no_output;
  int is_known; /* others know the port beforehand */
  unsigned port, peer_port;
  uint32_t *clock; /* what those who sent to it had seen */
  int linger;      /* 0: to close it is to reset the connection */

  /* A connection. */
  sett_jsocket *peer; /* null: none; it may be closed */
  unsigned char *bytes;
  size_t first, count, room;
  int has_ended; /* the other end sends no more */
  int is_reset;  /* the other end is gone, without an end of the stream */
  int is_broken; /* ...it is known that nobody hears */

  int is_queued; /* ...it waits to be accepted */

  /* A listener: what waits to be accepted. */
  sett_jsocket *head, *tail, *next;
  unsigned waiting, most;

  /* Datagrams. */
  sett_jdatagram *first_datagram, *last_datagram;
  size_t occupied;
  int is_unheard; /* nobody was at the port that it is connected to */
};

typedef struct port {
  struct port *next;
  sett_thing thing;
  unsigned number;
  int is_datagram;
  sett_jsocket *holder; /* who is bound to it; or null */
  uint32_t address;
} port;

static port *ports;
static sett_jsocket *sockets; /* the last that was made */

void sett_network_begin (void) {
  ports = NULL; /* memory of the execution */
  sockets = NULL;
}

/*------------------------------------------------------------------------*/
/* Words. */

static int is_dead (const sett_jsocket *s) {
  return s->is_closed || s->is_reset || s->is_broken;
}

static int is_readable (const sett_jsocket *s) {
  if (s->is_closed || s->no_input)
    return 1;
  if (s->is_listener)
    return s->waiting > 0;
  if (s->is_datagram)
    return s->first_datagram || s->is_unheard;
  return s->count || s->has_ended || s->is_reset;
}

/* For whoever wants to write to it, or to connect. */
static int has_room (const sett_jsocket *s) {
  if (s->is_listener)
    return s->is_closed || s->waiting < s->most;
  return s->is_closed || s->no_input || s->count < CAPACITY || !s->peer ||
         is_dead (s->peer) || s->peer->no_output;
}

static uint32_t number_of (const sett_jsocket *s, word w) {
  return sett_socket_number (s->key, w);
}

static void touch (const sett_jsocket *s, word w, sett_effect_kind kind) {
  if (kind != SETT_EFFECT_LOAD)
    sett_crash_expose ();
  sett_jaffect (number_of (s, w), kind,
                (uint64_t)(w == IN     ? is_readable (s)
                           : w == ROOM ? has_room (s)
                                       : 1));
}

static void touch_all (const sett_jsocket *s) {
  touch (s, IN, SETT_EFFECT_STORE);
  touch (s, ROOM, SETT_EFFECT_STORE);
  touch (s, STATUS, SETT_EFFECT_STORE);
}

static void touch_port (const port *p, sett_effect_kind kind) {
  if (kind != SETT_EFFECT_LOAD)
    sett_crash_expose ();
  sett_jaffect (sett_port_number (p->is_datagram, p->number), kind, 1);
}

static const sett_jsocket *wanted (const sett_jthread *t) {
  return (const sett_jsocket *)t->thing;
}

static int may_receive (const sett_jthread *t) {
  return is_readable (wanted (t));
}

/* The thread has the socket in mind whose room it needs. */
static int may_send (const sett_jthread *t) {
  return has_room (wanted (t));
}

/* An event: what is called so, and the word that it has an effect on. */
static int visible (const sett_jcall *c, sett_operation operation,
                    sett_jsocket *s, word w, sett_effect_kind intent,
                    sett_jguard guard) {
  sett_jthread *t = c->thread;
  t->spreads = 1; /* to other words */
  const int goes_on = sett_jvisible (c->env, t, operation, &s->thing,
                                     number_of (s, w), intent, guard, c->place);
  t->spreads = 0;
  return goes_on;
}

static int visible_change (const sett_jcall *c, sett_operation operation) {
  return visible (c, operation, c->socket, STATUS, SETT_EFFECT_STORE, NULL);
}

static int fail (int error) {
  if (world.narrating)
    sett_narrate_error (error);
  return -error;
}

static long moved (size_t size) {
  if (world.narrating)
    sett_narrate_size (size);
  return (long)size;
}

/*------------------------------------------------------------------------*/
/* Opening, ports. */

static sett_jsocket *make_socket (uint64_t key, unsigned process) {
  sett_jsocket *s = sett_jalloc (sizeof *s);
  s->key = key;
  s->process = process;
  s->thing.owner = -1;
  s->linger = -1;
  s->another = sockets;
  return sockets = s;
}

/* The k-th socket of a thread is the same in all executions; so is the port
   that it gets if it asks for none. */
sett_jsocket *sett_network_open (JNIEnv *env, sett_jthread *t, int datagrams) {
  if (t->sockets == SOCKETS_OF_THREAD) {
    sett_jnote (1, 0, "a thread has more than 256 sockets: ended there");
    sett_jend (SETT_CUT);
    sett_junwind (env);
    return NULL;
  }
  sett_jsocket *s =
      make_socket ((uint64_t)t->number << 32 | ++t->sockets << 1, t->process);
  s->is_datagram = datagrams;
  snprintf (s->thing.name, sizeof s->thing.name, "a socket");
  return s;
}

static unsigned free_port (const sett_jsocket *s) {
  return FIRST_FREE_PORT + (unsigned)(s->key >> 32) * SOCKETS_OF_THREAD +
         ((unsigned)s->key >> 1) - 1;
}

static port *port_of (unsigned number, int datagrams) {
  port *p = ports;
  while (p && (p->number != number || p->is_datagram != datagrams))
    p = p->next;
  if (p)
    return p;
  p = sett_jalloc (sizeof *p);
  *p = (port){.next = ports, .number = number, .is_datagram = datagrams};
  p->thing.owner = -1;
  snprintf (p->thing.name, sizeof p->thing.name, "%s port %u",
            datagrams ? "UDP" : "TCP", number);
  return ports = p;
}

unsigned sett_network_port (const sett_jsocket *s) {
  return s->port;
}

unsigned sett_network_peer_port (const sett_jsocket *s) {
  return s->peer_port;
}

static void name_after_port (sett_jsocket *s, const port *p) {
  memcpy (s->thing.name, p->thing.name, sizeof s->thing.name);
}

/* An operation on a port, with what it is called. */
static int visible_port (const sett_jcall *c, sett_operation operation, port *p,
                         sett_effect_kind intent) {
  sett_jthread *t = c->thread;
  t->spreads = 1;
  const int goes_on = sett_jvisible (
      c->env, t, operation, &p->thing,
      sett_port_number (p->is_datagram, p->number), intent, NULL, c->place);
  t->spreads = 0;
  return goes_on;
}

int sett_network_bind (const sett_jcall *c, unsigned number, uint32_t address,
                       int shares) {
  sett_jsocket *s = c->socket;
  port *p = port_of (number ? number : free_port (s), s->is_datagram);
  if (!visible_port (c, SETT_DO_BIND, p, SETT_EFFECT_STORE))
    return SETT_OVER;
  touch (s, STATUS, SETT_EFFECT_STORE);
  if (s->is_closed)
    return fail (EBADF);
  if (s->port)
    return fail (EINVAL);
  touch_port (p, p->holder ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);
  if (p->holder) {
    if (shares || (address && p->address && address != p->address))
      sett_jnote (1, c->place,
                  "several sockets have one port (SO_REUSEADDR, or different "
                  "addresses): taken to be impossible");
    return fail (EADDRINUSE);
  }
  p->holder = s;
  p->address = address;
  s->port = p->number;
  s->is_known = number != 0;
  name_after_port (s, p);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Connections. */

int sett_network_listen (const sett_jcall *c, int backlog) {
  enum { USUAL = 50 };
  sett_jsocket *s = c->socket;
  if (!visible_change (c, SETT_DO_LISTEN))
    return SETT_OVER;
  touch_all (s);
  if (s->is_closed)
    return fail (EBADF);
  touch_port (port_of (s->port, 0), SETT_EFFECT_STORE);
  s->is_listener = 1;
  s->most = (unsigned)(backlog > 0 ? backlog : USUAL) + 1;
  return 0;
}

/* "connection alice:49664 -> 7000" */
static void name_connection (sett_jsocket *s, const sett_jsocket *client) {
  const char *name =
      world.multi ? world.shared->members[client->process].name : "";
  snprintf (s->thing.name, sizeof s->thing.name, "connection %.20s%s%u -> %u",
            name, *name ? ":" : "", client->port, client->peer_port);
}

/* The other end is there at once, and waits to be accepted. */
static void establish (const sett_jcall *c, sett_jsocket *listener) {
  sett_jsocket *s = c->socket, *h = make_socket (s->key | 1, listener->process);
  touch (listener, IN, SETT_EFFECT_STORE);
  touch (listener, ROOM, SETT_EFFECT_STORE);
  touch_all (s);
  if (!s->port)
    s->port = free_port (s);
  s->peer_port = h->port = listener->port;
  h->peer_port = s->port;
  s->peer = h;
  h->peer = s;
  name_connection (s, s);
  name_connection (h, s);
  *(listener->tail ? &listener->tail->next : &listener->head) = h;
  listener->tail = h;
  h->is_queued = 1;
  listener->waiting++;
  sett_clock_release (c->thread, &listener->clock);
}

/* A socket that could not be connected is closed, as the JDK does it. */
static int give_up (sett_jsocket *s, int error) {
  touch_all (s);
  s->is_closed = 1;
  return fail (error);
}

static sett_jsocket *listener_at (const port *p) {
  return p->holder && p->holder->is_listener ? p->holder : NULL;
}

int sett_network_connect (const sett_jcall *c, unsigned number) {
  sett_jsocket *s = c->socket, *listener = NULL;
  port *p = port_of (number, 0);
  for (;;) {
    if (listener ? !visible (c, SETT_DO_CONNECT, listener, ROOM,
                             SETT_EFFECT_RECEIVE, c->limited ? NULL : may_send)
                 : !visible_port (c, SETT_DO_CONNECT, p, SETT_EFFECT_LOAD))
      return SETT_OVER;
    touch (s, STATUS, SETT_EFFECT_STORE);
    touch_port (p, SETT_EFFECT_LOAD);
    if (listener)
      touch (listener, ROOM,
             c->limited ? SETT_EFFECT_LOAD : SETT_EFFECT_RECEIVE);
    if (s->is_closed)
      return fail (EBADF);
    const int waited = listener != NULL;
    listener = listener_at (p);
    if (!listener)
      return give_up (s, ECONNREFUSED);
    touch (listener, ROOM, SETT_EFFECT_LOAD);
    if (listener->waiting < listener->most)
      break;
    if (waited && c->limited)
      return give_up (s, ETIMEDOUT);
  }
  establish (c, listener);
  return 0;
}

int sett_network_accept (const sett_jcall *c, sett_jsocket **accepted) {
  sett_jsocket *s = c->socket;
  const sett_effect_kind kind =
      c->limited ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  if (!visible (c, SETT_DO_ACCEPT, s, IN, kind,
                c->limited ? NULL : may_receive))
    return SETT_OVER;
  touch (s, IN, kind);
  touch (s, ROOM, SETT_EFFECT_STORE);
  touch (s, STATUS, SETT_EFFECT_LOAD);
  if (s->is_closed)
    return fail (EBADF);
  if (!s->waiting)
    return fail (ETIMEDOUT);
  sett_jsocket *h = s->head;
  s->head = h->next;
  if (!s->head)
    s->tail = NULL;
  h->next = NULL;
  h->is_queued = 0;
  SETT_ASSERT (s->waiting);
  s->waiting--;
  sett_clock_acquire (c->thread, s->clock);
  if (world.narrating)
    sett_narrate_second (&h->thing);
  *accepted = h;
  return 0;
}

/*------------------------------------------------------------------------*/
/* Bytes. */

static size_t take (sett_jsocket *s, void *to, size_t size) {
  const size_t n = size < s->count ? size : s->count;
  SETT_ASSERT (s->first + s->count <= s->room);
  memcpy (to, s->bytes + s->first, n);
  s->first += n;
  s->count -= n;
  return n;
}

static void end_stream (sett_jthread *t, sett_jsocket *p, int orderly);

/* Both ends see it, and what has come before is still there. */
static int break_connection (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (!visible_change (c, SETT_DO_BREAK))
    return 0;
  touch (s, STATUS, SETT_EFFECT_STORE);
  if (!s->is_closed)
    end_stream (c->thread, s, 0);
  touch (s->peer, STATUS, SETT_EFFECT_STORE);
  if (!s->peer->is_closed)
    end_stream (c->thread, s->peer, 0);
  return 1;
}

/* Failures on request, before a transfer of so much at most.  False: the
   execution is over. */
static int risk (const sett_jcall *c, size_t *size) {
  if (!c->socket->peer)
    return 1;
  const int reset =
      sett_inject_choose (c->env, c->thread, SETT_FAILURE_RESET, 1, c->place);
  if (reset < 0 || (reset && !break_connection (c)))
    return 0;
  const int partial =
      *size > 1 ? sett_inject_choose (c->env, c->thread, SETT_FAILURE_PARTIAL,
                                      2, c->place)
                : 0;
  if (partial > 0)
    *size = partial == 1 ? 1 : *size / 2;
  return partial >= 0;
}

long sett_network_read (const sett_jcall *c, void *to, size_t size) {
  sett_jsocket *s = c->socket;
  const sett_effect_kind kind =
      c->limited ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  if (!risk (c, &size) || !visible (c, SETT_DO_RECEIVE_FROM, s, IN, kind,
                                    c->limited ? NULL : may_receive))
    return SETT_OVER;
  touch (s, IN, kind);
  if (s->is_closed)
    return fail (EBADF);
  if (s->no_input)
    return moved (0);
  if (!s->count && !s->has_ended && !s->is_reset)
    return fail (ETIMEDOUT);
  sett_clock_acquire (c->thread, s->clock);
  touch (s, ROOM, SETT_EFFECT_STORE);
  if (s->count)
    return moved (take (s, to, size));
  return s->has_ended ? moved (0) : fail (ECONNRESET);
}

long sett_network_available (const sett_jcall *c) {
  const sett_jsocket *s = c->socket;
  if (!visible (c, SETT_DO_RECEIVE_FROM, c->socket, IN, SETT_EFFECT_LOAD, NULL))
    return SETT_OVER;
  touch (s, IN, SETT_EFFECT_LOAD);
  if (s->is_closed)
    return fail (EBADF);
  sett_clock_acquire (c->thread, s->clock);
  if (world.narrating)
    sett_narrate_words ("look how much has come: %zu bytes", s->count);
  return s->no_input ? 0 : (long)s->count;
}

static void put (sett_jsocket *p, const void *from, size_t size) {
  if (p->first + p->count + size > p->room) {
    const size_t room = 2 * (p->count + size) + 256;
    unsigned char *wider = sett_jalloc (room);
    if (p->count)
      memcpy (wider, p->bytes + p->first, p->count);
    p->bytes = wider;
    p->first = 0;
    p->room = room;
  }
  memcpy (p->bytes + p->first + p->count, from, size);
  p->count += size;
  SETT_ASSERT (p->first + p->count <= p->room);
}

/* The other end is closed: what comes there is answered with a reset, which the
   next call finds. */
static void send_to_nobody (sett_jsocket *s) {
  touch_all (s);
  if (s->has_ended)
    s->is_broken = 1;
  else
    s->is_reset = 1;
}

/* One piece: as much as there is room for. */
static long write_some (const sett_jcall *c, const void *from, size_t size) {
  sett_jsocket *s = c->socket, *p = s->peer;
  if (s->is_closed)
    return -EBADF;
  if (!p)
    return -ENOTCONN;
  if (s->is_reset && !s->is_broken) {
    touch (s, STATUS, SETT_EFFECT_STORE);
    s->is_broken = 1;
    return -ECONNRESET;
  }
  if (s->no_output || s->is_broken)
    return -EPIPE;
  touch (p, IN, SETT_EFFECT_STORE);
  if (p->is_closed) {
    send_to_nobody (s);
    return (long)size;
  }
  sett_clock_release (c->thread, &p->clock);
  if (p->no_input)
    return (long)size;
  touch (p, ROOM, SETT_EFFECT_STORE);
  const size_t left = CAPACITY > p->count ? CAPACITY - p->count : 0;
  const size_t n = size < left ? size : left;
  put (p, from, n);
  return (long)n;
}

/* The JDK goes on with what is left of it. */
long sett_network_write (const sett_jcall *c, const void *from, size_t size) {
  sett_jsocket *s = c->socket;
  size_t done = 0, end = 0; /* ...of the part that is under way */
  for (int waits = 0; done < size; waits = 1) {
    if (done == end) {
      size_t part = size - done;
      if (!risk (c, &part))
        return SETT_OVER;
      end = done + part;
    }
    if (waits
            ? !visible (c, SETT_DO_SEND_TO, s->peer, ROOM, SETT_EFFECT_RECEIVE,
                        may_send)
            : !visible (c, SETT_DO_SEND_TO, s, STATUS, SETT_EFFECT_LOAD, NULL))
      return SETT_OVER;
    touch (s, STATUS, SETT_EFFECT_LOAD);
    if (waits)
      touch (s->peer, ROOM, SETT_EFFECT_RECEIVE);
    const long n = write_some (c, (const char *)from + done, end - done);
    if (n < 0)
      return fail ((int)-n);
    moved ((size_t)n);
    done += (size_t)n;
  }
  return (long)done;
}

/*------------------------------------------------------------------------*/
/* Ends. */

static void end_stream (sett_jthread *t, sett_jsocket *p, int orderly) {
  touch_all (p);
  if (orderly)
    p->has_ended |= !p->is_reset;
  else if (p->has_ended)
    p->is_broken = 1;
  else
    p->is_reset = 1;
  sett_clock_release (t, &p->clock);
}

int sett_network_shut_down (const sett_jcall *c, int which) {
  sett_jsocket *s = c->socket;
  if (!visible_change (c, SETT_DO_SHUTDOWN))
    return SETT_OVER;
  touch_all (s);
  if (s->is_closed)
    return fail (EBADF);
  if (!s->peer)
    return fail (ENOTCONN);
  if (which & SETT_NO_INPUT)
    s->no_input = 1;
  if ((which & SETT_NO_OUTPUT) && !s->no_output) {
    if (!s->peer->is_closed)
      end_stream (c->thread, s->peer, 1);
    s->no_output = 1;
  }
  return 0;
}

/* Those that nobody has accepted are broken. */
static void refuse_waiting (sett_jthread *t, sett_jsocket *listener) {
  for (sett_jsocket *h = listener->head; h; h = h->next) {
    touch_all (h);
    h->is_closed = 1;
    if (!h->peer->is_closed)
      end_stream (t, h->peer, 0);
  }
  listener->head = listener->tail = NULL;
  listener->waiting = 0;
}

static void close_now (sett_jthread *t, sett_jsocket *s) {
  touch_all (s);
  port *p = s->port ? port_of (s->port, s->is_datagram) : NULL;
  if (p && p->holder == s) {
    touch_port (p, SETT_EFFECT_STORE);
    p->holder = NULL;
  }
  refuse_waiting (t, s);
  if (s->peer && !s->peer->is_closed)
    end_stream (t, s->peer, !s->count && s->linger);
  s->is_closed = 1;
}

void sett_network_linger (sett_jsocket *s, int linger) {
  s->linger = linger;
}

int sett_network_close (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (!visible_change (c, SETT_DO_CLOSE))
    return SETT_OVER;
  touch (s, STATUS, s->is_closed ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);
  if (s->is_closed) {
    if (world.narrating)
      sett_narrate_hidden ();
    return 0;
  }
  close_now (c->thread, s);
  return 0;
}

/* The kernel does it, for those that nobody has accepted with their listener.
 */
void sett_network_end (sett_jthread *t) {
  for (sett_jsocket *s = sockets; s; s = s->another)
    if (s->process == t->process && !s->is_closed && !s->is_queued)
      close_now (t, s);
}

int sett_network_is_closed (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (!visible (c, SETT_DO_LOAD, s, STATUS, SETT_EFFECT_LOAD, NULL))
    return SETT_OVER;
  touch (s, STATUS, SETT_EFFECT_LOAD);
  if (world.narrating)
    sett_narrate_hidden ();
  return s->is_closed;
}

/*------------------------------------------------------------------------*/
/* Datagrams. */

int sett_network_direct (const sett_jcall *c, unsigned number) {
  sett_jsocket *s = c->socket;
  if (!visible_change (c, SETT_DO_CONNECT))
    return SETT_OVER;
  touch_all (s);
  if (s->is_closed)
    return fail (EBADF);
  s->peer_port = number;
  s->is_unheard = 0;
  return 0;
}

/* Who is connected hears of one port only. */
static int hears (const sett_jsocket *receiver, const sett_jsocket *s) {
  return !receiver->peer_port || receiver->peer_port == s->port;
}

static int has_room_for (const sett_jsocket *r, size_t size) {
  return r->occupied + ONE_DATAGRAM + size <= ALL_DATAGRAMS;
}

static void deliver (const sett_jcall *c, sett_jsocket *r, const void *bytes,
                     size_t size) {
  sett_jdatagram *d = sett_jalloc (sizeof *d + size);
  d->port = c->socket->port;
  d->size = size;
  memcpy (d->bytes, bytes, size);
  *(r->last_datagram ? &r->last_datagram->next : &r->first_datagram) = d;
  r->last_datagram = d;
  r->occupied += ONE_DATAGRAM + size;
  sett_clock_release (c->thread, &r->clock);
}

/* Was nobody there when it sent the last time? */
static int learn_unheard (sett_jsocket *s) {
  if (!s->is_unheard)
    return 0;
  touch (s, IN, SETT_EFFECT_STORE);
  s->is_unheard = 0;
  return 1;
}

enum { LOST = 1, TWICE, EARLY };

/* Failures on request.  Below 0: the execution is over. */
static int risk_datagram (const sett_jcall *c) {
  static const sett_failure kinds[] = {
      SETT_FAILURE_LOSS, SETT_FAILURE_DUPLICATE, SETT_FAILURE_REORDER};
  for (int i = 0; i < 3; i++) {
    const int failure =
        sett_inject_choose (c->env, c->thread, kinds[i], 1, c->place);
    if (failure)
      return failure < 0 ? failure : LOST + i;
  }
  return 0;
}

/* The last one comes before the one before it. */
static void overtake (sett_jsocket *r) {
  sett_jdatagram **at = &r->first_datagram, *last = r->last_datagram;
  if (*at == last)
    return;
  while ((*at)->next != last)
    at = &(*at)->next;
  sett_jdatagram *previous = *at;
  *at = last;
  last->next = previous;
  previous->next = NULL;
  r->last_datagram = previous;
}

static void deliver_somehow (const sett_jcall *c, sett_jsocket *r,
                             const void *bytes, size_t size, int failure) {
  if (failure == LOST) {
    if (world.narrating)
      sett_narrate_lost ();
    return;
  }
  deliver (c, r, bytes, size);
  if (failure == TWICE && has_room_for (r, size))
    deliver (c, r, bytes, size);
  if (failure == EARLY)
    overtake (r);
}

long sett_network_send (const sett_jcall *c, unsigned number, const void *bytes,
                        size_t size) {
  enum { MOST = 65507 };
  sett_jsocket *s = c->socket;
  port *p = port_of (number, 1);
  const int failure = size <= MOST ? risk_datagram (c) : 0;
  if (failure < 0 ||
      !visible (c, SETT_DO_SEND_TO, s, STATUS, SETT_EFFECT_LOAD, NULL))
    return SETT_OVER;
  touch (s, STATUS, SETT_EFFECT_LOAD);
  if (world.narrating)
    sett_narrate_second (&p->thing);
  if (s->peer_port)
    touch (s, IN, SETT_EFFECT_LOAD);
  if (s->is_closed)
    return fail (EBADF);
  if (size > MOST)
    return fail (EMSGSIZE);
  if (s->peer_port && learn_unheard (s))
    return fail (ECONNREFUSED);
  touch_port (p, SETT_EFFECT_LOAD);
  sett_jsocket *r = p->holder;
  if (r)
    touch (r, IN, SETT_EFFECT_STORE);
  if (r && hears (r, s) && has_room_for (r, size)) {
    deliver_somehow (c, r, bytes, size, failure);
    return moved (size);
  }
  if (!r && s->peer_port) {
    touch (s, IN, SETT_EFFECT_STORE);
    s->is_unheard = 1;
  }
  if (world.narrating)
    sett_narrate_lost ();
  return moved (size);
}

int sett_network_receive (const sett_jcall *c, const sett_jdatagram **got) {
  sett_jsocket *s = c->socket;
  const sett_effect_kind kind =
      c->limited ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  if (!visible (c, SETT_DO_RECEIVE_FROM, s, IN, kind,
                c->limited ? NULL : may_receive))
    return SETT_OVER;
  touch (s, IN, kind);
  if (s->is_closed)
    return fail (EBADF);
  if (learn_unheard (s))
    return fail (ECONNREFUSED);
  sett_jdatagram *d = s->first_datagram;
  if (!d)
    return fail (ETIMEDOUT);
  s->first_datagram = d->next;
  if (!d->next)
    s->last_datagram = NULL;
  s->occupied -= ONE_DATAGRAM + d->size;
  sett_clock_acquire (c->thread, s->clock);
  moved (d->size);
  *got = d;
  return 0;
}

/*------------------------------------------------------------------------*/

int sett_network_rests (const sett_jthread *t) {
  return t->operation == SETT_DO_ACCEPT ||
         (t->operation == SETT_DO_RECEIVE_FROM && wanted (t)->is_datagram &&
          wanted (t)->is_known && !wanted (t)->peer_port);
}
