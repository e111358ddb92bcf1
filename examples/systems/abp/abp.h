/* The alternating-bit protocol over UDP: a datagram is a bit and a letter; its
   acknowledgement is the bit. */

#ifndef EXAMPLES_ABP_H
#define EXAMPLES_ABP_H

#include "../net.h"

struct packet {
  char bit, letter;
};

/* So many datagrams may be lost, or their answers. */
enum { MOST_LOST = 2 };

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
