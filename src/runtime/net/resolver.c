/* Names of hosts and services: those of this machine.  Nobody is asked, so all
   other names are unknown.  The answers are the same always: no events.

   A list of addresses is made as the C library makes it, so that its own
   freeaddrinfo fits. */

#include "runtime/access/buffers.h"
#include "runtime/sched/schedule.h"
#include "runtime/core/engine.h"
#include "base/assert.h"
#include "runtime/core/real.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

static const struct {
  const char *name;
  int port;
} services[] = {
    {"echo", 7},     {"discard", 9}, {"daytime", 13}, {"chargen", 19},
    {"ftp", 21},     {"ssh", 22},    {"telnet", 23},  {"smtp", 25},
    {"time", 37},    {"domain", 53}, {"tftp", 69},    {"gopher", 70},
    {"finger", 79},  {"http", 80},   {"pop3", 110},   {"ntp", 123},
    {"imap2", 143},  {"snmp", 161},  {"irc", 194},    {"https", 443},
    {"syslog", 514}, {"imaps", 993}, {"pop3s", 995},  {"http-alt", 8080},
};
enum { SERVICES = sizeof services / sizeof *services };

/* -1: there is none. */
static int port_of (const char *name, int only_digits) {
  char *end;
  if (!name || !*name)
    return 0;
  const unsigned long number = strtoul (name, &end, 10);
  if (!*end)
    return number < 65536 ? (int)number : -1;
  for (int i = 0; i < SERVICES && !only_digits; i++)
    if (!strcmp (services[i].name, name))
      return services[i].port;
  return -1;
}

static const char *service_at (int port) {
  for (int i = 0; i < SERVICES; i++)
    if (services[i].port == port)
      return services[i].name;
  return NULL;
}

static int is_own_name (const char *name) {
  struct utsname own;
  return !sett_raw (SYS_uname, &own) && !strcmp (name, own.nodename);
}

/*------------------------------------------------------------------------*/
/* Hosts. */

typedef struct host {
  int has_4, has_6;
  struct in_addr four;
  struct in6_addr six;
} host;

/* The machine's own table, as far as it is about this machine. */
static const char *table (void) {
  static char text[16384];
  static int known;
  if (known)
    return text;
  const long file = sett_raw (SYS_open, "/etc/hosts", O_RDONLY | O_CLOEXEC, 0);
  if (file >= 0) {
    const long size = sett_raw (SYS_read, file, text, sizeof text - 1);
    text[size > 0 ? size : 0] = 0;
    sett_raw (SYS_close, file);
  }
  known = 1;
  return text;
}

static void add_address (const char *digits, host *found) {
  struct in_addr four;
  struct in6_addr six;
  if (!found->has_4 && inet_pton (AF_INET, digits, &four) == 1 &&
      ntohl (four.s_addr) >> 24 == IN_LOOPBACKNET) {
    found->four = four;
    found->has_4 = 1;
  } else if (!found->has_6 && inet_pton (AF_INET6, digits, &six) == 1 &&
             IN6_IS_ADDR_LOOPBACK (&six)) {
    found->six = six;
    found->has_6 = 1;
  }
}

/* The next word of the line, or null. */
static const char *next_word (const char **at, char *word, size_t size) {
  const char *from = *at + strspn (*at, " \t");
  const size_t length = strcspn (from, " \t\n#");
  *at = from + length;
  if (!length || length >= size)
    return NULL;
  memcpy (word, from, length);
  word[length] = 0;
  return word;
}

static void look_up (const char *name, host *found) {
  char address[64], word[256];
  for (const char *line = table (); *line; line += strcspn (line, "\n")) {
    line += *line == '\n';
    const char *at = line;
    if (!next_word (&at, address, sizeof address))
      continue;
    while (next_word (&at, word, sizeof word))
      if (!strcasecmp (word, name))
        add_address (address, found);
  }
}

/* An error of getaddrinfo. */
static int find_host (const char *name, int passive, int only_digits,
                      host *found) {
  *found = (host){0};
  if (!name) {
    found->has_4 = found->has_6 = 1;
    found->four.s_addr = htonl (passive ? INADDR_ANY : INADDR_LOOPBACK);
    found->six = passive ? in6addr_any : in6addr_loopback;
    return 0;
  }
  if (inet_aton (name, &found->four)) {
    found->has_4 = 1;
    return 0;
  }
  if (inet_pton (AF_INET6, name, &found->six) == 1) {
    found->has_6 = 1;
    return 0;
  }
  if (only_digits)
    return EAI_NONAME;
  look_up (name, found);
  if (!found->has_4 && !found->has_6 &&
      (!strcasecmp (name, "localhost") || is_own_name (name))) {
    found->four.s_addr = htonl (INADDR_LOOPBACK);
    found->has_4 = 1;
  }
  return found->has_4 || found->has_6 ? 0 : EAI_NONAME;
}

/* Only those of the family that is wanted. */
static int choose_family (host *h, const struct addrinfo *hints) {
  const int had = h->has_4 || h->has_6;
  if (hints->ai_family == AF_INET)
    h->has_6 = 0;
  if (hints->ai_family == AF_INET6) {
    if (h->has_4 && !h->has_6 && (hints->ai_flags & AI_V4MAPPED)) {
      h->six = (struct in6_addr){.s6_addr = {[10] = 0xff, [11] = 0xff}};
      memcpy (&h->six.s6_addr[12], &h->four, sizeof h->four);
      h->has_6 = 1;
    }
    h->has_4 = 0;
  }
  return h->has_4 || h->has_6 ? 0 : had ? EAI_ADDRFAMILY : EAI_NONAME;
}

/*------------------------------------------------------------------------*/
/* Lists. */

typedef struct list {
  struct addrinfo *first, **end;
  int port;
  int failed;
} list;

static struct addrinfo *add_node (list *l, int family, size_t size) {
  struct addrinfo *node = malloc (sizeof *node + size);
  if (!node) {
    l->failed = 1;
    return NULL;
  }
  memset (node, 0, sizeof *node + size);
  node->ai_family = family;
  node->ai_addrlen = (socklen_t)size;
  node->ai_addr = (struct sockaddr *)(node + 1);
  *l->end = node;
  l->end = &node->ai_next;
  return node;
}

static struct addrinfo *add_4 (list *l, const host *h) {
  struct sockaddr_in *to;
  struct addrinfo *node = add_node (l, AF_INET, sizeof *to);
  if (!node)
    return NULL;
  to = (struct sockaddr_in *)node->ai_addr;
  to->sin_family = AF_INET;
  to->sin_port = htons ((in_port_t)l->port);
  to->sin_addr = h->four;
  return node;
}

static struct addrinfo *add_6 (list *l, const host *h) {
  struct sockaddr_in6 *to;
  struct addrinfo *node = add_node (l, AF_INET6, sizeof *to);
  if (!node)
    return NULL;
  to = (struct sockaddr_in6 *)node->ai_addr;
  to->sin6_family = AF_INET6;
  to->sin6_port = htons ((in_port_t)l->port);
  to->sin6_addr = h->six;
  return node;
}

static const struct {
  int type, protocol;
} kinds[] = {{SOCK_STREAM, IPPROTO_TCP},
             {SOCK_DGRAM, IPPROTO_UDP},
             {SOCK_RAW, IPPROTO_IP}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int is_wanted (const struct addrinfo *hints, int kind) {
  SETT_ASSERT (kind >= 0 && kind < (int)(sizeof kinds / sizeof *kinds));
  const int type = hints->ai_socktype, protocol = hints->ai_protocol;
  return (!type || type == kinds[kind].type) &&
         (!protocol || protocol == kinds[kind].protocol ||
          kinds[kind].type == SOCK_RAW);
}

static int add_all (list *l, const host *h, int six,
                    const struct addrinfo *hints) {
  int found = 0;
  for (int k = 0; k < KINDS; k++) {
    if (!is_wanted (hints, k))
      continue;
    struct addrinfo *node = six ? add_6 (l, h) : add_4 (l, h);
    found = 1;
    if (!node)
      return found;
    node->ai_socktype = kinds[k].type;
    node->ai_protocol = hints->ai_protocol && kinds[k].type == SOCK_RAW
                            ? hints->ai_protocol
                            : kinds[k].protocol;
  }
  return found;
}

/* IPv6 comes first, unless it is any address. */
static int make_list (list *l, const host *h, const struct addrinfo *hints) {
  const int any = h->has_4 && h->four.s_addr == htonl (INADDR_ANY);
  int found = 0;
  for (int turn = 0; turn < 2; turn++) {
    const int six = turn == any;
    if (six ? h->has_6 : h->has_4)
      found |= add_all (l, h, six, hints);
  }
  return found ? 0 : EAI_SOCKTYPE;
}

static int check_hints (const char *name, const char *service,
                        const struct addrinfo *hints) {
  if (!name && !service)
    return EAI_NONAME;
  if (hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET &&
      hints->ai_family != AF_INET6)
    return EAI_FAMILY;
  if (!name && (hints->ai_flags & AI_CANONNAME))
    return EAI_BADFLAGS;
  return 0;
}

static int find_all (const char *name, const char *service,
                     const struct addrinfo *hints, list *l) {
  host h;
  int error = check_hints (name, service, hints);
  l->port = port_of (service, hints->ai_flags & AI_NUMERICSERV);
  if (!error && l->port < 0)
    error = hints->ai_flags & AI_NUMERICSERV ? EAI_NONAME : EAI_SERVICE;
  if (!error)
    error = find_host (name, hints->ai_flags & AI_PASSIVE,
                       hints->ai_flags & AI_NUMERICHOST, &h);
  if (!error)
    error = choose_family (&h, hints);
  if (!error)
    error = make_list (l, &h, hints);
  if (!error && (hints->ai_flags & AI_CANONNAME) && l->first)
    l->first->ai_canonname = strdup (name);
  return l->failed ? EAI_MEMORY : error;
}

EXPORT int getaddrinfo (const char *restrict name, const char *restrict service,
                        const struct addrinfo *restrict hints,
                        struct addrinfo **restrict result) {
  static const struct addrinfo none = {.ai_flags = AI_V4MAPPED | AI_ADDRCONFIG};
  list l = {NULL, &l.first, 0, 0};
  if (!sett_active ())
    return SETT_REAL (getaddrinfo) (name, service, hints, result);
  sett_buffer_text (name, sett_buffer_place (SETT_HERE));
  sett_buffer_text (service, sett_buffer_place (SETT_HERE));
  const int error = find_all (name, service, hints ? hints : &none, &l);
  if (error && l.first)
    freeaddrinfo (l.first);
  else if (!error) {
    sett_buffer_write (result, sizeof *result, sett_buffer_place (SETT_HERE));
    *result = l.first;
  }
  return error;
}

/*------------------------------------------------------------------------*/
/* Back. */

static int fill (char *to, size_t size, const char *text) {
  if (!to || !size)
    return 0;
  if (strlen (text) >= size)
    return EAI_OVERFLOW;
  strcpy (to, text);
  return 0;
}

static int name_host (int family, const void *address, char *to, size_t size,
                      int flags) {
  char digits[INET6_ADDRSTRLEN];
  const int loopback =
      family == AF_INET
          ? *(const uint32_t *)address == htonl (INADDR_LOOPBACK)
          : IN6_IS_ADDR_LOOPBACK ((const struct in6_addr *)address);
  if (loopback && !(flags & NI_NUMERICHOST))
    return fill (to, size, "localhost");
  if (flags & NI_NAMEREQD)
    return EAI_NONAME;
  inet_ntop (family, address, digits, sizeof digits);
  return fill (to, size, digits);
}

static int name_service (int port, char *to, size_t size, int flags) {
  char digits[8];
  const char *known = flags & NI_NUMERICSERV ? NULL : service_at (port);
  if (!known)
    snprintf (digits, sizeof digits, "%d", port);
  return fill (to, size, known ? known : digits);
}

static int name_both (const struct sockaddr *address, socklen_t length,
                      char *restrict name, socklen_t name_size,
                      char *restrict service, socklen_t service_size,
                      int flags) {
  const struct sockaddr_in *four = (const void *)address;
  const struct sockaddr_in6 *six = (const void *)address;
  const int is_4 = address->sa_family == AF_INET && length >= sizeof *four;
  const int is_6 = address->sa_family == AF_INET6 && length >= sizeof *six;
  if (!is_4 && !is_6)
    return EAI_FAMILY;
  const int error =
      name && name_size
          ? name_host (address->sa_family,
                       is_4 ? (const void *)&four->sin_addr : &six->sin6_addr,
                       name, name_size, flags)
          : 0;
  return error ? error
               : name_service (ntohs (is_4 ? four->sin_port : six->sin6_port),
                               service, service_size, flags);
}

EXPORT int getnameinfo (const struct sockaddr *restrict address,
                        socklen_t length, char *restrict name,
                        socklen_t name_size, char *restrict service,
                        socklen_t service_size, int flags) {
  if (!sett_active ())
    return SETT_REAL (getnameinfo) (address, length, name, name_size, service,
                                    service_size, flags);
  const int error = name_both (address, length, name, name_size, service,
                               service_size, flags);
  const uintptr_t place = sett_buffer_place (SETT_HERE);
  sett_buffer_read (address, length, place);
  if (!error && name_size)
    sett_buffer_write_text (name, place);
  if (!error && service_size)
    sett_buffer_write_text (service, place);
  return error;
}

/*------------------------------------------------------------------------*/
/* The old way: the result is overwritten by the next call. */

typedef struct old_answer {
  struct hostent host;
  struct in6_addr address;
  char *addresses[2], *aliases[1];
  char name[256];
} old_answer;

static int answer (const char *name, int family, old_answer *to) {
  host h;
  if (strlen (name) >= sizeof to->name || find_host (name, 0, 0, &h) ||
      !(family == AF_INET ? h.has_4 : h.has_6))
    return 0;
  const size_t size = family == AF_INET ? sizeof h.four : sizeof h.six;
  memcpy (&to->address, family == AF_INET ? (void *)&h.four : &h.six, size);
  strcpy (to->name, name);
  to->addresses[0] = (char *)&to->address;
  to->addresses[1] = to->aliases[0] = NULL;
  to->host =
      (struct hostent){to->name, to->aliases, family, (int)size, to->addresses};
  return 1;
}

EXPORT struct hostent *gethostbyname2 (const char *name, int family) {
  static old_answer last;
  if (!sett_active ())
    return SETT_REAL (gethostbyname2) (name, family);
  if (answer (name, family, &last))
    return &last.host;
  h_errno = HOST_NOT_FOUND;
  return NULL;
}

EXPORT struct hostent *gethostbyname (const char *name) {
  if (!sett_active ())
    return SETT_REAL (gethostbyname) (name);
  return gethostbyname2 (name, AF_INET);
}

EXPORT int gethostbyname_r (const char *restrict name,
                            struct hostent *restrict result,
                            char *restrict buffer, size_t size,
                            struct hostent **restrict found,
                            int *restrict error) {
  if (!sett_active ())
    return SETT_REAL (gethostbyname_r) (name, result, buffer, size, found,
                                        error);
  const size_t padding = -(uintptr_t)buffer % _Alignof(old_answer);
  old_answer *to = (old_answer *)(buffer + padding);
  *found = NULL;
  if (size < padding + sizeof *to)
    return ERANGE;
  *error = HOST_NOT_FOUND;
  if (answer (name, AF_INET, to)) {
    *error = 0;
    *result = to->host;
    *found = result;
  }
  return 0;
}
