/* Addresses of sockets: ports of TCP and UDP, and names of Unix sockets.

   There is one host, with the addresses 127.0.0.0/8 and ::1.  A port that is
   chosen for a socket follows from the thread that made it, and from how many
   sockets that thread has: never from the order of threads.

   A name of a Unix socket is that of a file (files/shadow.h), which is made
   when the socket is bound and stays when it is closed.  Whoever connects
   follows the name as others do, and finds the file, whatever its name was when
   it was made: to ask is to look at names of files, and at the address that the
   file was made with, whose sockets come and go.  Both conflict with all that
   could lead elsewhere. */

#include "runtime/race/races.h"
#include "base/assert.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/net/sockets.h"
#include "runtime/core/sockets_known.h"
#include "runtime/files/name_locks.h"
#include "runtime/files/paths.h"
#include "runtime/files/shadow.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>

static int family_of (const sett_socket_name *n) {
  return ((const struct sockaddr *)n->bytes)->sa_family;
}

static struct sockaddr_in *as_4 (const sett_socket_name *n) {
  return (struct sockaddr_in *)n->bytes;
}

static struct sockaddr_in6 *as_6 (const sett_socket_name *n) {
  return (struct sockaddr_in6 *)n->bytes;
}

/* What comes after the family: a path with or without a 0 at the end, or a 0
   and a name of any bytes. */
static const char *path_of (const sett_socket_name *n) {
  return n->bytes + offsetof (struct sockaddr_un, sun_path);
}

static size_t path_length (const sett_socket_name *n) {
  SETT_ASSERT (n->length >= offsetof (struct sockaddr_un, sun_path));
  return n->length - offsetof (struct sockaddr_un, sun_path);
}

static int is_abstract (const sett_socket_name *n) {
  return path_length (n) && !path_of (n)[0];
}

static int has_name (const sett_socket_name *n) {
  return n->length > sizeof (sa_family_t);
}

/* Of a Unix socket: a name of a file? */
static int is_path (const sett_socket_name *n) {
  return family_of (n) == AF_UNIX && has_name (n) && !is_abstract (n);
}

static in_port_t *port_of (const sett_socket_name *n) {
  return family_of (n) == AF_INET ? &as_4 (n)->sin_port : &as_6 (n)->sin6_port;
}

/*------------------------------------------------------------------------*/
/* Hosts: an address of 16 bytes, that of IPv4 being mapped. */

typedef struct host {
  struct in6_addr at;
} host;

static host host_of (const sett_socket_name *n) {
  host h = {IN6ADDR_ANY_INIT};
  if (family_of (n) == AF_INET6)
    h.at = as_6 (n)->sin6_addr;
  else {
    h.at.s6_addr[10] = h.at.s6_addr[11] = 0xff;
    memcpy (&h.at.s6_addr[12], &as_4 (n)->sin_addr, 4);
  }
  return h;
}

static int is_4 (const host *h) {
  return IN6_IS_ADDR_V4MAPPED (&h->at);
}

static int is_any (const host *h) {
  static const uint8_t zeros[4];
  return IN6_IS_ADDR_UNSPECIFIED (&h->at) ||
         (is_4 (h) && !memcmp (&h->at.s6_addr[12], zeros, 4));
}

static int is_local (const host *h) {
  return is_any (h) || IN6_IS_ADDR_LOOPBACK (&h->at) ||
         (is_4 (h) && h->at.s6_addr[12] == 127);
}

/* Does a socket that is bound to `bound` hear what is sent to the host? */
static int hears (const sett_socket *s, const host *to) {
  const host bound = host_of (&s->name);
  if (!memcmp (&bound, to, sizeof bound))
    return 1;
  if (!is_any (&bound))
    return 0;
  return is_4 (&bound) ? is_4 (to) : !s->only_6 || !is_4 (to);
}

static int overlap (const sett_socket *s, const sett_socket_name *name,
                    int only_6) {
  const host a = host_of (&s->name), b = host_of (name);
  if (hears (s, &b))
    return 1;
  if (!is_any (&b))
    return 0;
  return is_4 (&b) ? is_4 (&a) || (is_any (&a) && !s->only_6)
                   : !only_6 || !is_4 (&a);
}

int sett_address_is_local (const sett_socket_name *n) {
  if (family_of (n) == AF_UNIX)
    return 1;
  const host h = host_of (n);
  return is_local (&h);
}

static void set_loopback (sett_socket_name *n) {
  if (family_of (n) == AF_INET)
    as_4 (n)->sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  else
    as_6 (n)->sin6_addr = in6addr_loopback;
}

void sett_address_any_to_loopback (sett_socket_name *n) {
  if (family_of (n) == AF_UNIX)
    return;
  const host h = host_of (n);
  if (!is_any (&h))
    return;
  if (is_4 (&h) && family_of (n) == AF_INET6) {
    const uint32_t loopback = htonl (INADDR_LOOPBACK);
    memcpy (&as_6 (n)->sin6_addr.s6_addr[12], &loopback, 4);
  } else
    set_loopback (n);
}

sett_socket_name sett_address_as (const sett_socket_name *n, int family) {
  sett_socket_name as = {0};
  if (!n->length || family_of (n) == family || family == AF_UNIX)
    return *n;
  const host h = host_of (n);
  if (family == AF_INET6) {
    as.length = sizeof *as_6 (&as);
    as_6 (&as)->sin6_family = AF_INET6;
    as_6 (&as)->sin6_addr = h.at;
  } else {
    as.length = sizeof *as_4 (&as);
    as_4 (&as)->sin_family = AF_INET;
    memcpy (&as_4 (&as)->sin_addr, &h.at.s6_addr[12], 4);
  }
  *port_of (&as) = *port_of (n);
  return as;
}

/*------------------------------------------------------------------------*/
/* To and from the program. */

static long read_inet (const sett_socket *s, const void *from, socklen_t length,
                       sett_socket_name *to) {
  const socklen_t needed = s->family == AF_INET ? sizeof (struct sockaddr_in)
                                                : sizeof (struct sockaddr_in6);
  if (length < needed && !(s->family == AF_INET6 && length >= 24))
    return -EINVAL;
  memcpy (to->bytes, from, length < needed ? length : needed);
  to->length = needed;
  const int family = family_of (to);
  if (s->family == AF_INET && family == AF_INET) {
    memset (as_4 (to)->sin_zero, 0, sizeof as_4 (to)->sin_zero);
    return 0;
  }
  return family == s->family ? 0 : -EAFNOSUPPORT;
}

static long read_unix (const void *from, socklen_t length,
                       sett_socket_name *to) {
  const size_t head = offsetof (struct sockaddr_un, sun_path);
  if (length < head || length > sizeof (struct sockaddr_un))
    return -EINVAL;
  memcpy (to->bytes, from, length);
  if (family_of (to) != AF_UNIX)
    return -EINVAL;
  to->length = length;
  if (length > head && path_of (to)[0])
    to->length = (uint32_t)(head + strlen (path_of (to)) + 1);
  return 0;
}

long sett_address_read (const sett_socket *s, const void *from,
                        socklen_t length, sett_socket_name *to) {
  *to = (sett_socket_name){0};
  if (length > sizeof (struct sockaddr_storage))
    return -EINVAL;
  if (sett_socket_is_unix (s))
    return read_unix (from, length, to);
  return read_inet (s, from, length, to);
}

void sett_address_write (const sett_socket_name *n, void *to,
                         socklen_t *length) {
  if (!to || !length)
    return;
  memcpy (to, n->bytes, *length < n->length ? *length : n->length);
  *length = n->length;
}

void sett_address_show (const sett_socket_name *n, char *text, size_t size) {
  char digits[INET6_ADDRSTRLEN] = "";
  const int active = engine.active;
  engine.active = 0; /* formatting is not the program's doing */
  if (!n->length)
    snprintf (text, size, "nowhere");
  else if (family_of (n) == AF_UNIX && !has_name (n))
    snprintf (text, size, "a socket without a name");
  else if (family_of (n) == AF_UNIX)
    snprintf (text, size, "%s%.*s", is_abstract (n) ? "@" : "",
              (int)path_length (n) - is_abstract (n),
              path_of (n) + is_abstract (n));
  else {
    const int four = family_of (n) == AF_INET;
    inet_ntop (family_of (n),
               four ? (void *)&as_4 (n)->sin_addr : &as_6 (n)->sin6_addr,
               digits, sizeof digits);
    snprintf (text, size, four ? "%s:%d" : "[%s]:%d", digits,
              ntohs (*port_of (n)));
  }
  engine.active = active;
}

/*------------------------------------------------------------------------*/
/* Objects. */

/* The complete name, without symbolic links, as it is at the moment; or as it
   was given, if it leads nowhere. */
static size_t write_path (char *key, size_t size, const char *path) {
  static char complete[PATH_MAX];
  static struct stat status;
  const long there = sett_shadow_where (AT_FDCWD, path, 1, &status, complete);
  const char *name = there >= 0 && *complete ? complete : path;
  const size_t length = strlen (name);
  if (length + 1 > size)
    sett_give_up ("the name of a socket is too long");
  key[0] = 'P';
  memcpy (key + 1, name, length);
  return length + 1;
}

static size_t write_key (char *key, size_t size, int type,
                         const sett_socket_name *n) {
  if (is_path (n))
    return write_path (key, size, path_of (n));
  if (family_of (n) == AF_UNIX) {
    key[0] = 'A';
    memcpy (key + 1, path_of (n), path_length (n));
    return 1 + path_length (n);
  }
  key[0] = type == SOCK_STREAM ? 'T' : 'U';
  memcpy (key + 1, port_of (n), sizeof (in_port_t));
  return 1 + sizeof (in_port_t);
}

__attribute__ ((noreturn)) static void too_many_addresses (void) {
  sett_note_add (1, 0, "too many addresses of sockets: ended there");
  sett_end (SETT_CUT);
}

static sett_address *address_of_key (const char *key, size_t length) {
  sett_sockets_known *known = sett_sockets_known_get ();
  uint32_t i = 0;
  while (i < known->address_count &&
         (known->addresses[i].length != length ||
          memcmp (known->addresses[i].key, key, length)))
    i++;
  if (i == known->address_count) {
    if (i == SETT_MOST_ADDRESSES)
      too_many_addresses ();
    known->addresses[i].length = (uint32_t)length;
    memcpy (known->addresses[i].key, key, length);
    known->address_count++;
  }
  if (os_model->address_count <= i)
    os_model->address_count = i + 1;
  return &os_model->addresses[i];
}

sett_address *sett_address_of (int type, const sett_socket_name *n) {
  char key[SETT_MOST_ADDRESS_KEY];
  return address_of_key (key, write_key (key, sizeof key, type, n));
}

void sett_address_look (const sett_address *a) {
  sett_affect (&a->users, SETT_EFFECT_LOAD, a->users);
}

/* Sums of these differ, whoever is there. */
static uint64_t mark_of (const sett_socket *s) {
  return sett_socket_plus_one (s) * 0x9e3779b97f4a7c15ul;
}

static void change_users (sett_address *a, uint64_t change) {
  sett_affect (&a->users, SETT_EFFECT_STORE, a->users);
  a->users += change;
}

void sett_address_change (sett_address *a) {
  change_users (a, 0);
}

void sett_address_listen (const sett_socket *s, int begins) {
  sett_address *a = &os_model->addresses[s->address - 1];
  const uint64_t change = begins ? mark_of (s) : -mark_of (s);
  change_users (a, change << 1);
  sett_affect (&a->listeners, SETT_EFFECT_STORE, a->listeners);
  a->listeners += change;
}

/* A socket that is bound and does not listen is as good as none, unless there
   is a file of its name. */
const uint64_t *sett_address_heard (const sett_address *a,
                                    const sett_socket_name *n) {
  return is_path (n) ? &a->users : &a->listeners;
}

/* The address that the file was made with; null, if there is none, with an
   error. */
static const sett_address *address_of_file (const sett_socket_name *n,
                                            uint32_t *node, long *wrong) {
  uint32_t number;
  *wrong = sett_shadow_socket (path_of (n), &number, node);
  return number ? &os_model->addresses[number - 1] : NULL;
}

void sett_address_ask (const sett_socket_name *n) {
  uint32_t node;
  long wrong;
  if (!is_path (n))
    return;
  sett_paths_look (path_of (n));
  const sett_address *a = address_of_file (n, &node, &wrong);
  if (a)
    sett_address_look (a);
}

void sett_address_missed (const sett_socket_name *n, const uint64_t *heard) {
  uint32_t node;
  long wrong;
  const sett_address *a =
      is_path (n) ? address_of_file (n, &node, &wrong) : NULL;
  sett_spin_looked (heard, heard, sizeof *heard);
  if (a)
    sett_spin_looked (&a->users, &a->users, sizeof a->users);
  if (is_path (n))
    sett_spin_looked (&os_model->renamed, &os_model->renamed,
                      sizeof os_model->renamed);
}

static uint16_t plus_one (const sett_address *a) {
  return (uint16_t)(a - os_model->addresses + 1);
}

/* Two connections that come and go do not care for each other. */
static const uint64_t FOR_LONG = (uint64_t)1 << 31;

static uint64_t both_halves (int reuse, uint64_t value) {
  return reuse ? value : value | value << 32;
}

void sett_address_linger (uint16_t number, int reuse, int change) {
  sett_address *a = &os_model->addresses[number - 1];
  sett_affect (&a->lingering, SETT_EFFECT_ADD, a->lingering);
  if (change > 0)
    a->lingering += both_halves (reuse, 1);
  else
    a->lingering -= both_halves (reuse, 1);
}

void sett_address_stay (uint16_t number, int reuse) {
  sett_address_linger (number, reuse, -1);
  os_model->addresses[number - 1].lingering |= both_halves (reuse, FOR_LONG);
}

/*------------------------------------------------------------------------*/
/* Who is where? */

#define FOR_SOCKETS(S)                                                         \
  for (sett_socket *S = os_model->sockets;                                     \
       S < os_model->sockets + os_model->socket_count; S++)

static int is_at (const sett_socket *s, const sett_address *a, int type) {
  return s->state != SETT_SOCKET_FREE && s->type == type && !s->accepted &&
         s->address == plus_one (a);
}

int sett_address_same (const sett_socket_name *a, const sett_socket_name *b) {
  if (!a->length || !b->length)
    return 0;
  if (family_of (a) == AF_UNIX)
    return a->length == b->length && !memcmp (a->bytes, b->bytes, a->length);
  const host x = host_of (a), y = host_of (b);
  return *port_of (a) == *port_of (b) && !memcmp (&x, &y, sizeof x);
}

static int is_partner (const sett_socket *s, const sett_socket *other) {
  sett_socket_name name = other->name;
  if (name.length)
    sett_address_any_to_loopback (&name);
  return sett_address_same (&s->peer_name, &name);
}

/* How well does it fit?  0: not at all. */
static int fitness (const sett_socket *s, const sett_socket_name *to,
                    const sett_socket *from) {
  if (sett_socket_is_unix (s))
    return 1;
  const host h = host_of (to);
  const host bound = host_of (&s->name);
  if (!hears (s, &h))
    return 0;
  if (s->type == SOCK_DGRAM && s->peer_name.length)
    return from && is_partner (s, from) ? 4 : 0;
  return !is_any (&bound) ? 3 : is_4 (&bound) ? 2 : 1;
}

sett_socket *sett_address_find (int type, const sett_socket_name *to,
                                const sett_socket *from) {
  long wrong;
  uint32_t node = 0;
  const sett_address *a = is_path (to) ? address_of_file (to, &node, &wrong)
                                       : sett_address_of (type, to);
  sett_socket *best = NULL;
  int best_fitness = 0;
  if (!a)
    return NULL;
  FOR_SOCKETS (s) {
    if (!is_at (s, a, type) || s->node != node ||
        (type == SOCK_STREAM && (s->state != SETT_SOCKET_LISTENING ||
                                 (s->no_input && sett_socket_is_unix (s)))))
      continue;
    const int f = fitness (s, to, from);
    if (f > best_fitness) {
      best = s;
      best_fitness = f;
    }
  }
  return best;
}

/* Is a socket of another type there? */
static int is_of_other_type (int type, const sett_address *a, uint32_t node) {
  FOR_SOCKETS (s)
  if (s->type != type && is_at (s, a, s->type) && s->node == node)
    return 1;
  return 0;
}

long sett_address_error (int type, const sett_socket_name *n) {
  uint32_t node;
  long wrong;
  if (!is_path (n))
    return -ECONNREFUSED;
  const sett_address *a = address_of_file (n, &node, &wrong);
  return wrong                                   ? wrong
         : a && is_of_other_type (type, a, node) ? -EPROTOTYPE
                                                 : -ECONNREFUSED;
}

int sett_address_is_taken (const sett_socket *own) {
  const sett_address *a = &os_model->addresses[own->address - 1];
  FOR_SOCKETS (s)
  if (s != own && is_at (s, a, SOCK_STREAM) &&
      s->state == SETT_SOCKET_LISTENING && !sett_socket_is_unix (s) &&
      overlap (s, &own->name, own->only_6))
    return 1;
  return 0;
}

/*------------------------------------------------------------------------*/
/* Binding. */

static int conflicts (const sett_socket *own, const sett_socket_name *name,
                      const sett_address *a) {
  const uint64_t lingering =
      own->reuse ? a->lingering >> 32 : a->lingering & UINT32_MAX;
  if (own->type == SOCK_STREAM && lingering)
    return 1;
  FOR_SOCKETS (s)
  if (s != own && is_at (s, a, own->type) && overlap (s, name, own->only_6) &&
      !(s->reuse && own->reuse && s->state != SETT_SOCKET_LISTENING)) {
    if (s->shares && own->shares) {
      sett_note_add (1, 0,
                     "several sockets at one port (SO_REUSEPORT) are not "
                     "modelled: ended there");
      sett_end (SETT_CUT);
    }
    return 1;
  }
  return 0;
}

static void settle (sett_socket *s, const sett_socket_name *name,
                    sett_address *a) {
  change_users (a, mark_of (s));
  s->address = plus_one (a);
  s->name = *name;
  sett_races_release (s);
}

/* Ports from 49152 on, 256 for each thread. */
static in_port_t own_port (const sett_socket *s, unsigned attempt) {
  const unsigned port = s->owner * 256u + s->ordinal % 256u;
  return htons ((in_port_t)(49152 + (port + attempt * 7919u) % 16384));
}

/* Not at the port where it will send to, which somebody else may have had
   before: it would talk to itself.  Linux takes ports by chance. */
static void bind_anywhere (sett_socket *s, sett_socket_name *name,
                           const sett_socket_name *to) {
  for (unsigned attempt = 0;; attempt++) {
    *port_of (name) = own_port (s, attempt);
    if (to && *port_of (to) == *port_of (name))
      continue;
    sett_address *a = sett_address_of (s->type, name);
    sett_affect (&a->lingering, SETT_EFFECT_LOAD, a->lingering);
    if (conflicts (s, name, a)) {
      sett_address_look (a);
      continue;
    }
    settle (s, name, a);
    return;
  }
}

static long bind_inet (sett_socket *s, const sett_socket_name *name) {
  sett_socket_name copy = *name;
  if (!sett_address_is_local (name))
    return -EADDRNOTAVAIL;
  if (!*port_of (name)) {
    bind_anywhere (s, &copy, NULL);
    return 0;
  }
  sett_address *a = sett_address_of (s->type, name);
  sett_affect (&a->lingering, SETT_EFFECT_LOAD, a->lingering);
  sett_address_look (a);
  if (conflicts (s, name, a))
    return -EADDRINUSE;
  settle (s, name, a);
  return 0;
}

static void name_itself (sett_socket *s, sett_socket_name *name) {
  static const char digits[] = "0123456789abcdef";
  enum { DIGITS = 5 };
  struct sockaddr_un *to = (struct sockaddr_un *)name->bytes;
  const unsigned number = s->owner * 256u + s->ordinal;
  to->sun_family = AF_UNIX;
  to->sun_path[0] = 0;
  for (int i = 0; i < DIGITS; i++)
    to->sun_path[DIGITS - i] = digits[number >> 4 * i & 15];
  name->length = offsetof (struct sockaddr_un, sun_path) + 1 + DIGITS;
}

static int is_abstract_taken (const sett_address *a) {
  FOR_SOCKETS (s)
  if (s->state != SETT_SOCKET_FREE && !s->accepted &&
      s->address == plus_one (a))
    return 1;
  return 0;
}

/* Others may look for the file, or make one of that name. */
static long make_file (sett_socket *s, const sett_socket_name *name,
                       sett_address *a) {
  const char *path = path_of (name);
  const sett_call make = {SYS_mknod, {(long)path, S_IFSOCK | 0777, 0}};
  sett_affect (&os_model->files, SETT_EFFECT_CHANGE, 0);
  const long result = sett_name_call (&make);
  if (result)
    return result == -EEXIST ? -EADDRINUSE : result;
  a->files++;
  s->node = sett_shadow_put_socket (path, plus_one (a));
  return 0;
}

static long bind_unix (sett_socket *s, const sett_socket_name *given) {
  sett_socket_name name = *given;
  if (!has_name (&name))
    name_itself (s, &name);
  sett_address *a = sett_address_of (s->type, &name);
  sett_address_look (a);
  const long wrong = is_path (&name)         ? make_file (s, &name, a)
                     : is_abstract_taken (a) ? -EADDRINUSE
                                             : 0;
  if (!wrong)
    settle (s, &name, a);
  return wrong;
}

static int can_bind (const sett_socket *s) {
  if (sett_socket_is_unix (s))
    return !s->name.length;
  if (s->state == SETT_SOCKET_OVER || s->state == SETT_SOCKET_REFUSED)
    return !s->asked;
  return s->state == SETT_SOCKET_IDLE && !s->name.length;
}

long sett_address_bind (sett_socket *s, const sett_socket_name *name) {
  if (!can_bind (s))
    return -EINVAL;
  if (sett_socket_is_unix (s))
    return bind_unix (s, name);
  const long result = bind_inet (s, name);
  s->asked |= !result;
  return result;
}

static sett_socket_name any_name (const sett_socket *s) {
  sett_socket_name name = {0};
  name.length =
      s->family == AF_INET ? sizeof *as_4 (&name) : sizeof *as_6 (&name);
  as_4 (&name)->sin_family = s->family;
  return name;
}

void sett_address_autobind (sett_socket *s, const sett_socket_name *to) {
  sett_socket_name name = any_name (s);
  if (!s->name.length && !sett_socket_is_unix (s))
    bind_anywhere (s, &name, to);
}

/* Who is connected has an address of the same kind as the other end. */
void sett_address_decide (sett_socket *s, const sett_socket_name *to) {
  if (sett_socket_is_unix (s))
    return;
  const host whom = host_of (to), own = host_of (&s->name);
  if (!is_any (&own))
    return;
  if (family_of (&s->name) == AF_INET6 && is_4 (&whom)) {
    static const uint8_t mapped[] = {0, 0, 0,    0,    0,   0, 0, 0,
                                     0, 0, 0xff, 0xff, 127, 0, 0, 1};
    memcpy (&as_6 (&s->name)->sin6_addr, mapped, sizeof mapped);
  } else
    set_loopback (&s->name);
}

void sett_address_unbind (sett_socket *s) {
  if (s->address && s->state == SETT_SOCKET_LISTENING)
    sett_address_listen (s, 0);
  if (s->address && !s->accepted)
    change_users (&os_model->addresses[s->address - 1], -mark_of (s));
  s->address = 0;
  s->node = 0;
}
