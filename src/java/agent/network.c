/* Sockets of a Java program as a model: see network.h.  Here are ports,
   connections and ends; what flows is in network_streams.c and
   network_datagrams.c. */

#include "java/agent/network_calls.h"

#include "base/assert.h"
#include "java/agent/object_numbers.h"
#include "java/agent/execution_memory.h"
#include "java/agent/injected_failures.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/scheduler.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_FREE_PORT = 49152, SOCKETS_OF_THREAD = 256 };

static sett_jport *ports;
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

int sett_is_readable (const sett_jsocket *s) {
  if (s->is_closed || s->no_input)
    return 1;
  if (s->is_listener)
    return s->waiting > 0;
  if (s->is_datagram)
    return s->first_datagram || s->is_unheard;
  return s->count || s->has_ended || s->is_reset;
}

int sett_has_room (const sett_jsocket *s) {
  if (s->is_listener)
    return s->is_closed || s->waiting < s->most;
  return s->is_closed || s->count < SETT_CAPACITY || !s->peer ||
         is_dead (s->peer) || s->peer->no_output;
}

static uint32_t number_of (const sett_jsocket *s, sett_jword w) {
  return sett_socket_number (s->key, w);
}

void sett_touch (const sett_jsocket *s, sett_jword w, sett_effect_kind kind) {
  if (kind != SETT_EFFECT_LOAD)
    sett_crash_expose ();
  sett_jaffect (number_of (s, w), kind,
                (uint64_t)(w == SETT_IN     ? sett_is_readable (s)
                           : w == SETT_ROOM ? sett_has_room (s)
                                            : 1));
}

/* One that is not connected has nothing to wait for. */
void sett_await_word (const sett_jsocket *s, sett_jword w) {
  const int ready = w == SETT_IN ? sett_is_readable (s)
                    : w == SETT_ROOM
                        ? sett_has_room (s)
                        : !s->is_datagram && !s->is_listener && !s->peer;
  sett_jaffect_await (number_of (s, w), ready);
}

void sett_touch_all (const sett_jsocket *s) {
  sett_touch (s, SETT_IN, SETT_EFFECT_STORE);
  sett_touch (s, SETT_ROOM, SETT_EFFECT_STORE);
  sett_touch (s, SETT_STATUS, SETT_EFFECT_STORE);
}

void sett_touch_port (const sett_jport *p, sett_effect_kind kind) {
  if (kind != SETT_EFFECT_LOAD)
    sett_crash_expose ();
  sett_jaffect (sett_port_number (p->is_datagram, p->number), kind, 1);
}

static const sett_jsocket *wanted (const sett_jthread *t) {
  return (const sett_jsocket *)t->thing;
}

int sett_may_receive (const sett_jthread *t) {
  return sett_is_readable (wanted (t));
}

int sett_may_send (const sett_jthread *t) {
  return sett_has_room (wanted (t));
}

int sett_visible_word (const sett_jcall *c, sett_operation operation,
                       sett_jsocket *s, sett_jword w, sett_effect_kind intent,
                       sett_jguard guard) {
  sett_jthread *t = c->thread;
  t->spreads = 1; /* to other words */
  const int goes_on = sett_jvisible (c->env, t, operation, &s->thing,
                                     number_of (s, w), intent, guard, c->place);
  t->spreads = 0;
  return goes_on;
}

int sett_visible_change (const sett_jcall *c, sett_operation operation) {
  return sett_visible_word (c, operation, c->socket, SETT_STATUS,
                            SETT_EFFECT_STORE, NULL);
}

int sett_call_failed (int error) {
  if (world.narrating)
    sett_narrate_error (error);
  return -error;
}

long sett_call_moved (size_t size) {
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
uint64_t sett_network_key (JNIEnv *env, sett_jthread *t) {
  if (t->sockets == SOCKETS_OF_THREAD) {
    sett_jnote (1, 0, "a thread has more than 256 sockets: ended there");
    sett_jend (SETT_CUT);
    sett_junwind (env);
    return 0;
  }
  return (uint64_t)t->number << 32 | ++t->sockets << 1;
}

sett_jsocket *sett_network_open (JNIEnv *env, sett_jthread *t, int datagrams) {
  const uint64_t key = sett_network_key (env, t);
  if (!key)
    return NULL;
  sett_jsocket *s = make_socket (key, t->process);
  s->is_datagram = datagrams;
  snprintf (s->thing.name, sizeof s->thing.name, "a socket");
  return s;
}

int sett_network_pipe (JNIEnv *env, sett_jthread *t, sett_jsocket *ends[2]) {
  if (world.guest) {
    sett_jnote (1, 0,
                "a pipe of java.nio in a system with C programs: the execution "
                "ends there");
    sett_jend (SETT_CUT);
    sett_junwind (env);
    return 0;
  }
  const uint64_t key = sett_network_key (env, t);
  if (!key)
    return 0;
  for (unsigned i = 0; i < 2; i++) {
    ends[i] = make_socket (key | i, t->process);
    ends[i]->is_pipe = 1;
    snprintf (ends[i]->thing.name, sizeof ends[i]->thing.name, "a pipe");
  }
  ends[0]->peer = ends[1];
  ends[1]->peer = ends[0];
  return 1;
}

static unsigned free_port (const sett_jsocket *s) {
  return FIRST_FREE_PORT + (unsigned)(s->key >> 32) * SOCKETS_OF_THREAD +
         ((unsigned)s->key >> 1) - 1;
}

sett_jport *sett_port_of (unsigned number, int datagrams) {
  sett_jport *p = ports;
  while (p && (p->number != number || p->is_datagram != datagrams))
    p = p->next;
  if (p)
    return p;
  p = sett_jalloc (sizeof *p);
  *p = (sett_jport){.next = ports, .number = number, .is_datagram = datagrams};
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

static void name_after_port (sett_jsocket *s, const sett_jport *p) {
  memcpy (s->thing.name, p->thing.name, sizeof s->thing.name);
}

int sett_visible_port (const sett_jcall *c, sett_operation operation,
                       sett_jport *p, sett_effect_kind intent) {
  sett_jthread *t = c->thread;
  t->spreads = 1;
  const int goes_on = sett_jvisible (
      c->env, t, operation, &p->thing,
      sett_port_number (p->is_datagram, p->number), intent, NULL, c->place);
  t->spreads = 0;
  return goes_on;
}

sett_jport *sett_port_to_bind (const sett_jsocket *s, unsigned number) {
  return sett_port_of (number ? number : free_port (s), s->is_datagram);
}

int sett_network_bind (const sett_jcall *c, unsigned number, uint32_t address,
                       int shares) {
  if (world.guest)
    return sett_calls_bind (c, number, address, shares);
  return sett_visible_port (c, SETT_DO_BIND,
                            sett_port_to_bind (c->socket, number),
                            SETT_EFFECT_STORE)
             ? sett_bind_now (c, number, address, shares)
             : SETT_OVER;
}

int sett_bind_now (const sett_jcall *c, unsigned number, uint32_t address,
                   int shares) {
  sett_jsocket *s = c->socket;
  sett_jport *p = sett_port_to_bind (s, number);
  sett_touch (s, SETT_STATUS, SETT_EFFECT_STORE);
  if (s->is_closed)
    return sett_call_failed (EBADF);
  if (s->port)
    return sett_call_failed (EINVAL);
  sett_touch_port (p, p->holder ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);
  if (p->holder) {
    if (shares || (address && p->address && address != p->address))
      sett_jnote (1, c->place,
                  "several sockets have one port (SO_REUSEADDR, or different "
                  "addresses): taken to be impossible");
    return sett_call_failed (EADDRINUSE);
  }
  p->holder = s;
  p->address = address;
  s->port = p->number;
  s->address = address;
  s->is_known = number != 0;
  name_after_port (s, p);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Connections. */

int sett_network_listen (const sett_jcall *c, int backlog) {
  if (world.guest)
    return sett_calls_listen (c, backlog);
  return sett_visible_change (c, SETT_DO_LISTEN) ? sett_listen_now (c, backlog)
                                                 : SETT_OVER;
}

int sett_listen_now (const sett_jcall *c, int backlog) {
  enum { USUAL = 50 };
  sett_jsocket *s = c->socket;
  sett_touch_all (s);
  if (s->is_closed)
    return sett_call_failed (EBADF);
  sett_touch_port (sett_port_of (s->port, 0), SETT_EFFECT_STORE);
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
  sett_touch (listener, SETT_IN, SETT_EFFECT_STORE);
  sett_touch (listener, SETT_ROOM, SETT_EFFECT_STORE);
  sett_touch_all (s);
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
  sett_touch_all (s);
  s->is_closed = 1;
  return sett_call_failed (error);
}

static sett_jsocket *listener_at (const sett_jport *p) {
  return p->holder && p->holder->is_listener ? p->holder : NULL;
}

/* Remote calls do not come over sockets here. */
static int is_not_for_sockets (const sett_jcall *c, const sett_jsocket *s) {
  if (!s || !s->is_for_calls)
    return 0;
  sett_jnote (1, c->place,
              "a socket is connected to a port of RMI: the execution ends "
              "there");
  sett_jend (SETT_CUT);
  sett_junwind (c->env);
  return 1;
}

int sett_network_connect (const sett_jcall *c, unsigned number) {
  if (world.guest)
    return sett_calls_connect (c, number);
  sett_jsocket *s = c->socket, *listener = NULL;
  sett_jport *p = sett_port_of (number, 0);
  for (;;) {
    if (listener ? !sett_visible_word (c, SETT_DO_CONNECT, listener, SETT_ROOM,
                                       SETT_EFFECT_RECEIVE,
                                       c->limited ? NULL : sett_may_send)
                 : !sett_visible_port (c, SETT_DO_CONNECT, p, SETT_EFFECT_LOAD))
      return SETT_OVER;
    sett_touch (s, SETT_STATUS, SETT_EFFECT_STORE);
    sett_touch_port (p, SETT_EFFECT_LOAD);
    if (listener)
      sett_touch (listener, SETT_ROOM,
                  c->limited ? SETT_EFFECT_LOAD : SETT_EFFECT_RECEIVE);
    if (s->is_closed)
      return sett_call_failed (EBADF);
    const int waited = listener != NULL;
    listener = listener_at (p);
    if (is_not_for_sockets (c, listener))
      return SETT_OVER;
    if (!listener)
      return give_up (s, ECONNREFUSED);
    sett_touch (listener, SETT_ROOM, SETT_EFFECT_LOAD);
    if (listener->waiting < listener->most)
      break;
    if (waited && c->limited)
      return give_up (s, ETIMEDOUT);
  }
  establish (c, listener);
  return 0;
}

int sett_connect_now (const sett_jcall *c, unsigned number) {
  sett_jsocket *s = c->socket;
  const sett_jport *p = sett_port_of (number, 0);
  sett_jsocket *listener = listener_at (p);
  sett_touch (s, SETT_STATUS, SETT_EFFECT_STORE);
  sett_touch_port (p, SETT_EFFECT_LOAD);
  if (s->is_closed)
    return sett_call_failed (EBADF);
  if (is_not_for_sockets (c, listener))
    return SETT_OVER;
  if (!listener) {
    sett_touch_all (s);
    return sett_call_failed (ECONNREFUSED);
  }
  sett_touch (listener, SETT_ROOM, SETT_EFFECT_LOAD);
  if (listener->waiting >= listener->most)
    return -EAGAIN;
  establish (c, listener);
  return 0;
}

/* Beside C programs. */
static int accept_file (const sett_jcall *c, sett_jsocket **accepted) {
  unsigned peer = 0;
  const int file = sett_calls_accept (c, &peer);
  if (file < 0)
    return file;
  sett_jsocket *s = sett_network_open (c->env, c->thread, 0);
  if (!s)
    return SETT_OVER;
  s->file = file;
  s->is_open = 1;
  s->port = c->socket->port;
  s->peer_port = peer;
  *accepted = s;
  return 0;
}

int sett_network_accept (const sett_jcall *c, sett_jsocket **accepted) {
  if (world.guest)
    return accept_file (c, accepted);
  sett_jsocket *s = c->socket;
  const sett_effect_kind kind =
      c->limited ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  if (!sett_visible_word (c, SETT_DO_ACCEPT, s, SETT_IN, kind,
                          c->limited ? NULL : sett_may_receive))
    return SETT_OVER;
  sett_touch (s, SETT_IN, kind);
  const int result = sett_accept_now (c, accepted);
  return result == -EAGAIN ? sett_call_failed (ETIMEDOUT) : result;
}

int sett_accept_now (const sett_jcall *c, sett_jsocket **accepted) {
  sett_jsocket *s = c->socket;
  sett_touch (s, SETT_ROOM, SETT_EFFECT_STORE);
  sett_touch (s, SETT_STATUS, SETT_EFFECT_LOAD);
  if (s->is_closed)
    return sett_call_failed (EBADF);
  if (!s->waiting)
    return -EAGAIN;
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
/* Ends. */

void sett_end_stream (sett_jthread *t, sett_jsocket *p, int orderly) {
  sett_touch_all (p);
  if (orderly)
    p->has_ended |= !p->is_reset;
  else if (p->has_ended)
    p->is_broken = 1;
  else
    p->is_reset = 1;
  sett_clock_release (t, &p->clock);
}

int sett_network_shut_down (const sett_jcall *c, int which) {
  if (world.guest)
    return sett_calls_shut_down (c, which);
  return sett_visible_change (c, SETT_DO_SHUTDOWN)
             ? sett_shut_down_now (c, which)
             : SETT_OVER;
}

int sett_shut_down_now (const sett_jcall *c, int which) {
  sett_jsocket *s = c->socket;
  sett_touch_all (s);
  if (s->is_closed)
    return sett_call_failed (EBADF);
  if (!s->peer)
    return sett_call_failed (ENOTCONN);
  if (which & SETT_NO_INPUT)
    s->no_input = 1;
  if ((which & SETT_NO_OUTPUT) && !s->no_output) {
    if (!s->peer->is_closed)
      sett_end_stream (c->thread, s->peer, 1);
    s->no_output = 1;
  }
  return 0;
}

/* Those that nobody has accepted are broken. */
static void refuse_waiting (sett_jthread *t, sett_jsocket *listener) {
  for (sett_jsocket *h = listener->head; h; h = h->next) {
    sett_touch_all (h);
    h->is_closed = 1;
    if (!h->peer->is_closed)
      sett_end_stream (t, h->peer, 0);
  }
  listener->head = listener->tail = NULL;
  listener->waiting = 0;
}

void sett_close_now (sett_jthread *t, sett_jsocket *s) {
  sett_touch_all (s);
  sett_jport *p = s->port ? sett_port_of (s->port, s->is_datagram) : NULL;
  if (p && p->holder == s) {
    sett_touch_port (p, SETT_EFFECT_STORE);
    p->holder = NULL;
  }
  refuse_waiting (t, s);
  if (s->peer && !s->peer->is_closed)
    sett_end_stream (t, s->peer, s->is_pipe || (!s->count && s->linger));
  s->is_closed = 1;
}

int sett_network_linger (const sett_jcall *c, int linger) {
  c->socket->linger = linger;
  return world.guest ? sett_calls_linger (c, linger) : 0;
}

int sett_network_close (const sett_jcall *c) {
  if (world.guest)
    return sett_calls_close (c);
  sett_jsocket *s = c->socket;
  if (!sett_visible_change (c, SETT_DO_CLOSE))
    return SETT_OVER;
  sett_touch (s, SETT_STATUS,
              s->is_closed ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);
  if (s->is_closed) {
    if (world.narrating)
      sett_narrate_hidden ();
    return 0;
  }
  sett_close_now (c->thread, s);
  return 0;
}

/* The kernel does it, for those that nobody has accepted with their listener.
 */
void sett_network_end (sett_jthread *t) {
  for (sett_jsocket *s = sockets; s; s = s->another)
    if (s->process == t->process && !s->is_closed && !s->is_queued)
      sett_close_now (t, s);
}

int sett_network_is_closed (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (!sett_visible_word (c, SETT_DO_LOAD, s, SETT_STATUS, SETT_EFFECT_LOAD,
                          NULL))
    return SETT_OVER;
  sett_touch (s, SETT_STATUS, SETT_EFFECT_LOAD);
  if (world.narrating)
    sett_narrate_hidden ();
  return s->is_closed;
}

/*------------------------------------------------------------------------*/

int sett_socket_rests (const sett_jsocket *s) {
  return s->is_listener || (s->is_datagram && s->is_known && !s->peer_port);
}

int sett_network_rests (const sett_jthread *t) {
  return t->operation == SETT_DO_ACCEPT ||
         (t->operation == SETT_DO_RECEIVE_FROM &&
          sett_socket_rests (wanted (t)));
}
