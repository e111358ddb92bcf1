/* What these programs need of the network: connections and datagrams over the
   loopback, and messages of a fixed size.  Whatever fails ends the process. */

#ifndef EXAMPLES_NET_H
#define EXAMPLES_NET_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static inline _Noreturn void die (const char *what) {
  perror (what);
  exit (1);
}

static inline struct sockaddr_in loopback (int port) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_port = htons ((uint16_t)port);
  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  return address;
}

/* A socket that listens at the port. */
static inline int listen_at (int port) {
  const struct sockaddr_in address = loopback (port);
  const int on = 1, s = socket (AF_INET, SOCK_STREAM, 0);
  if (s < 0 || setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0)
    die ("socket");
  if (bind (s, (const struct sockaddr *)&address, sizeof address) < 0 ||
      listen (s, 8) < 0)
    die ("listen");
  return s;
}

/* A connection to the port; waits until somebody listens there. */
static inline int connect_to (int port) {
  const struct sockaddr_in address = loopback (port);
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  if (s < 0)
    die ("socket");
  while (connect (s, (const struct sockaddr *)&address, sizeof address) < 0)
    usleep (10000);
  return s;
}

/* The same for Unix sockets with a name that is not a file's: Linux has such
   names, and they begin with a 0. */
static inline struct sockaddr_un unix_name (const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy (address.sun_path + 1, name, sizeof address.sun_path - 2);
  return address;
}

static inline int listen_at_name (const char *name) {
  const struct sockaddr_un address = unix_name (name);
  const int s = socket (AF_UNIX, SOCK_STREAM, 0);
  if (s < 0 ||
      bind (s, (const struct sockaddr *)&address, sizeof address) < 0 ||
      listen (s, 8) < 0)
    die (name);
  return s;
}

static inline int connect_to_name (const char *name) {
  const struct sockaddr_un address = unix_name (name);
  const int s = socket (AF_UNIX, SOCK_STREAM, 0);
  if (s < 0)
    die ("socket");
  while (connect (s, (const struct sockaddr *)&address, sizeof address) < 0)
    usleep (10000);
  return s;
}

static inline int accept_at (int listener) {
  const int s = accept (listener, NULL, NULL);
  if (s < 0)
    die ("accept");
  return s;
}

/* False: the other side is gone. */
static inline int put (int s, const void *message, size_t size) {
  return send (s, message, size, MSG_NOSIGNAL) == (ssize_t)size;
}

static inline int get (int s, void *message, size_t size) {
  return recv (s, message, size, MSG_WAITALL) == (ssize_t)size;
}

/* Datagrams, which may be sent to a port that nobody has. */
static inline int udp_at (int port) {
  const struct sockaddr_in address = loopback (port);
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  if (s < 0 || bind (s, (const struct sockaddr *)&address, sizeof address) < 0)
    die ("bind");
  return s;
}

static inline void udp_send (int s, int port, const void *data, size_t size) {
  const struct sockaddr_in to = loopback (port);
  sendto (s, data, size, 0, (const struct sockaddr *)&to, sizeof to);
}

#endif
