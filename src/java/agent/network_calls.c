/* Sockets as system calls of a stand-in: see network_calls.h.  What always
   holds: the arguments of a call that are in memory lie in the bytes of the
   thread that calls, which nobody else uses. */

#include "java/agent/network_calls.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/guest.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/object_numbers.h"
#include "java/agent/scheduler.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>

#define CALL(C, NUMBER, ...)                                                   \
  call (C, SYS_##NUMBER, (const long[6]){__VA_ARGS__})

static unsigned char *bytes_of (const sett_jcall *c) {
  return sett_guest_bytes (c->thread);
}

static uint32_t status_of (const sett_jsocket *s) {
  return sett_socket_number (s->key, SETT_STATUS);
}

/* Nobody may close it meanwhile. */
static long call (const sett_jcall *c, long number, const long arguments[6]) {
  sett_jsocket *s = c->socket;
  s->users++;
  const long result =
      sett_guest_call (c->env, c->thread, c->place, number, arguments);
  if (result == SETT_GUEST_OVER)
    return SETT_OVER;
  SETT_ASSERT (s->users);
  s->users--;
  sett_jaffect (status_of (s), SETT_EFFECT_LOAD, 1);
  return result;
}

/* An event: what is known of the socket says all, which is given. */
static long look (const sett_jcall *c, long known) {
  if (!sett_jvisible (c->env, c->thread, SETT_DO_LOAD, &c->socket->thing,
                      status_of (c->socket), SETT_EFFECT_LOAD, NULL, c->place))
    return SETT_OVER;
  sett_jaffect (status_of (c->socket), SETT_EFFECT_LOAD, 1);
  if (world.narrating)
    sett_narrate_hidden ();
  return known;
}

/* It has a descriptor, and is not closed: 0; or an error. */
static long prepare (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (s->is_closed)
    return look (c, -EBADF);
  if (s->is_open)
    return 0;
  const long file =
      CALL (c, socket, AF_INET6, s->is_datagram ? SOCK_DGRAM : SOCK_STREAM, 0);
  if (file < 0)
    return file;
  s->is_open = 1;
  s->file = (int)file;
  return 0;
}

/*------------------------------------------------------------------------*/
/* Addresses: as the JDK does it, all sockets are of IPv6, and what is of IPv4
   is mapped. */

static struct sockaddr_in6 name_of (unsigned port, uint32_t address) {
  struct sockaddr_in6 name = {.sin6_family = AF_INET6,
                              .sin6_port = htons ((uint16_t)port)};
  if (!address)
    return name;
  const uint32_t four = htonl (address);
  name.sin6_addr.s6_addr[10] = name.sin6_addr.s6_addr[11] = 0xff;
  memcpy (&name.sin6_addr.s6_addr[12], &four, sizeof four);
  return name;
}

enum { LOOPBACK = 0x7f000001 };

/* Puts it where the stand-in finds it, behind the data. */
typedef struct arguments {
  struct sockaddr_in6 name;
  socklen_t length;
  int option;
  struct linger linger;
  struct timeval limit;
} arguments;

enum { MOST = SETT_ERRAND_BYTES - sizeof (arguments) - 64 };

static arguments *arguments_of (const sett_jcall *c) {
  return (arguments *)(bytes_of (c) + (MOST + 63) / 64 * 64);
}

static long put_name (const sett_jcall *c, unsigned port, uint32_t address) {
  arguments_of (c)->name = name_of (port, address);
  return (long)&arguments_of (c)->name;
}

static unsigned port_of (const struct sockaddr_in6 *name) {
  return ntohs (name->sin6_port);
}

/* Calls that the program has not asked for are not worth telling. */
static long untold (long result) {
  if (world.narrating && result != SETT_OVER)
    sett_narrate_hidden ();
  return result;
}

static long set_option (const sett_jcall *c, int option, const void *value,
                        size_t size) {
  return untold (CALL (c, setsockopt, c->socket->file, SOL_SOCKET, option,
                       (long)value, (long)size));
}

static int learn_port (const sett_jcall *c) {
  arguments *a = arguments_of (c);
  a->length = sizeof a->name;
  const long result = untold (
      CALL (c, getsockname, c->socket->file, (long)&a->name, (long)&a->length));
  if (!result)
    c->socket->port = port_of (&a->name);
  return (int)result;
}

/*------------------------------------------------------------------------*/
/* Time limits. */

static long set_limit (const sett_jcall *c, int option, int limited) {
  arguments *a = arguments_of (c);
  a->limit = (struct timeval){.tv_sec = limited};
  return set_option (c, option, &a->limit, sizeof a->limit);
}

/* Of what is received. */
static long limit (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (s->is_limited == c->limited)
    return 0;
  s->is_limited = c->limited;
  return set_limit (c, SO_RCVTIMEO, c->limited);
}

static long out_of_time (const sett_jcall *c, long result) {
  const int is_out = result == -EAGAIN || result == -EINPROGRESS;
  return c->limited && is_out ? -ETIMEDOUT : result;
}

/*------------------------------------------------------------------------*/
/* Connections. */

int sett_calls_bind (const sett_jcall *c, unsigned port, uint32_t address,
                     int shares) {
  sett_jsocket *s = c->socket;
  arguments *a = arguments_of (c);
  long result = prepare (c);
  if (result < 0)
    return (int)result;
  a->option = 1;
  if (shares &&
      (result = set_option (c, SO_REUSEADDR, &a->option, sizeof a->option)) < 0)
    return (int)result;
  result = CALL (c, bind, s->file, put_name (c, port, address),
                 sizeof (struct sockaddr_in6));
  if (result || !port)
    return result ? (int)result : learn_port (c);
  s->port = port;
  return 0;
}

int sett_calls_listen (const sett_jcall *c, int backlog) {
  enum { USUAL = 50 };
  const long result = prepare (c);
  return result < 0 ? (int)result
                    : (int)CALL (c, listen, c->socket->file,
                                 backlog > 0 ? backlog : USUAL);
}

/* A socket that could not be connected is closed, as the JDK does it. */
int sett_calls_connect (const sett_jcall *c, unsigned port) {
  sett_jsocket *s = c->socket;
  long result = prepare (c);
  if (result < 0 ||
      (c->limited && (result = set_limit (c, SO_SNDTIMEO, 1)) < 0))
    return (int)result;
  result =
      out_of_time (c, CALL (c, connect, s->file, put_name (c, port, LOOPBACK),
                            sizeof (struct sockaddr_in6)));
  if (result == SETT_OVER)
    return SETT_OVER;
  if (result < 0) {
    const int closed = sett_calls_close (c);
    return closed < 0 ? closed : (int)result;
  }
  s->peer_port = port;
  if (c->limited && (result = set_limit (c, SO_SNDTIMEO, 0)) < 0)
    return (int)result;
  return learn_port (c);
}

int sett_calls_accept (const sett_jcall *c, unsigned *peer) {
  arguments *a = arguments_of (c);
  long result = prepare (c);
  if (result < 0 || (result = limit (c)) < 0)
    return (int)result;
  a->length = sizeof a->name;
  result = out_of_time (c, CALL (c, accept4, c->socket->file, (long)&a->name,
                                 (long)&a->length, 0));
  *peer = port_of (&a->name);
  return (int)result;
}

/*------------------------------------------------------------------------*/
/* Data. */

/* What the JDK knows of it already: what a call would give, or 1. */
static long known_input (const sett_jcall *c) {
  const sett_jsocket *s = c->socket;
  if (!s->no_input && !s->is_reset)
    return 1;
  return look (c, s->no_input ? 0 : -ECONNRESET);
}

long sett_calls_read (const sett_jcall *c, void *to, size_t size) {
  const size_t most = size < MOST ? size : MOST;
  long result = prepare (c);
  if (result < 0 || (result = known_input (c)) <= 0 || (result = limit (c)) < 0)
    return result;
  result = out_of_time (c, CALL (c, recvfrom, c->socket->file,
                                 (long)bytes_of (c), (long)most, 0, 0, 0));
  if (result > 0)
    memcpy (to, bytes_of (c), (size_t)result);
  if (result == -ECONNRESET) {
    c->socket->is_reset = 1; /* for good */
    sett_jaffect (status_of (c->socket), SETT_EFFECT_STORE, 1);
  }
  return result;
}

long sett_calls_write (const sett_jcall *c, const void *from, size_t size) {
  size_t done = 0;
  long result = prepare (c);
  while (result >= 0 && done < size) {
    const size_t part = size - done < MOST ? size - done : MOST;
    memcpy (bytes_of (c), (const char *)from + done, part);
    result = CALL (c, sendto, c->socket->file, (long)bytes_of (c), (long)part,
                   MSG_NOSIGNAL, 0, 0);
    done += result > 0 ? (size_t)result : 0;
  }
  return result < 0 ? result : (long)done;
}

long sett_calls_available (const sett_jcall *c) {
  long result = prepare (c);
  if (result < 0)
    return result;
  if (c->socket->no_input && (result = known_input (c)) <= 0)
    return result;
  int *count = &arguments_of (c)->option;
  const long told = CALL (c, ioctl, c->socket->file, FIONREAD, (long)count);
  return told < 0 ? told : *count;
}

/*------------------------------------------------------------------------*/
/* Ends. */

/* The JDK does not mind if the connection is gone. */
int sett_calls_shut_down (const sett_jcall *c, int which) {
  long result = prepare (c);
  if (!result)
    result = CALL (c, shutdown, c->socket->file,
                   which & SETT_NO_INPUT ? SHUT_RD : SHUT_WR);
  if (result == SETT_OVER || (result < 0 && result != -ENOTCONN))
    return (int)result;
  if (which & SETT_NO_INPUT) {
    c->socket->no_input = 1;
    sett_jaffect (status_of (c->socket), SETT_EFFECT_STORE, 1);
  }
  return 0;
}

int sett_calls_linger (const sett_jcall *c, int linger) {
  struct linger *l = &arguments_of (c)->linger;
  const long result = prepare (c);
  if (result < 0)
    return (int)result;
  *l = (struct linger){.l_onoff = linger >= 0,
                       .l_linger = linger >= 0 ? linger : 0};
  return (int)set_option (c, SO_LINGER, l, sizeof *l);
}

int sett_calls_close (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (s->is_closed)
    return (int)look (c, 0);
  if (s->users) {
    sett_jnote (1, c->place,
                "a socket is closed while another thread uses it, in a system "
                "with C programs: not explored");
    sett_jend (SETT_CUT);
    sett_junwind (c->env);
    return SETT_OVER;
  }
  s->is_closed = 1;
  const long result = s->is_open ? CALL (c, close, s->file) : 0;
  if (result != SETT_OVER)
    sett_jaffect (status_of (s), SETT_EFFECT_STORE, 0);
  return (int)result;
}

/*------------------------------------------------------------------------*/
/* Datagrams. */

int sett_calls_direct (const sett_jcall *c, unsigned port) {
  sett_jsocket *s = c->socket;
  const long result = prepare (c);
  if (result < 0)
    return (int)result;
  put_name (c, port, LOOPBACK);
  arguments *a = arguments_of (c);
  if (!port)
    a->name.sin6_family = AF_UNSPEC;
  const long done = CALL (c, connect, s->file, (long)&a->name, sizeof a->name);
  if (!done)
    s->peer_port = port;
  return (int)done;
}

long sett_calls_send (const sett_jcall *c, unsigned port, const void *from,
                      size_t size) {
  const long result = prepare (c);
  if (result < 0)
    return result;
  if (size > MOST)
    return -EMSGSIZE;
  if (size)
    memcpy (bytes_of (c), from, size);
  const int named = !c->socket->peer_port;
  return CALL (c, sendto, c->socket->file, (long)bytes_of (c), (long)size, 0,
               named ? put_name (c, port, LOOPBACK) : 0,
               named ? sizeof (struct sockaddr_in6) : 0);
}

int sett_calls_receive (const sett_jcall *c, const sett_jdatagram **datagram) {
  arguments *a = arguments_of (c);
  long result = prepare (c);
  if (result < 0 || (result = limit (c)) < 0)
    return (int)result;
  a->length = sizeof a->name;
  result =
      out_of_time (c, CALL (c, recvfrom, c->socket->file, (long)bytes_of (c),
                            (long)MOST, 0, (long)&a->name, (long)&a->length));
  if (result < 0)
    return (int)result;
  sett_jdatagram *d = sett_jalloc (sizeof *d + (size_t)result);
  d->port = port_of (&a->name);
  d->size = (size_t)result;
  memcpy (d->bytes, bytes_of (c), d->size);
  *datagram = d;
  return 0;
}
