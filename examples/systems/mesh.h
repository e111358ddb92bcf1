/* A connection between each two of some nodes, numbered from 0: node i listens
   at port base + i, connects to those before it, and is connected to by those
   behind, who say which they are. */

#ifndef EXAMPLES_MESH_H
#define EXAMPLES_MESH_H

#include "net.h"

#include <poll.h>

static inline void connect_mesh (int base, int self, int count, int *peers) {
  const int listener = listen_at (base + self);
  const char name = (char)self;
  peers[self] = -1;
  for (int i = 0; i < self; i++) {
    peers[i] = connect_to (base + i);
    if (!put (peers[i], &name, 1))
      die ("put");
  }
  for (int i = self + 1; i < count; i++) {
    char other;
    const int s = accept_at (listener);
    if (!get (s, &other, 1))
      die ("get");
    peers[(int)other] = s;
  }
  close (listener);
}

/* The next message of anybody, all of one size.  Returns who sent it.  Nodes
   that have ended are forgotten. */
static inline int get_any (int *peers, int count, void *message, size_t size) {
  struct pollfd fds[8];
  for (;;) {
    for (int i = 0; i < count; i++)
      fds[i] = (struct pollfd){.fd = peers[i], .events = POLLIN};
    if (poll (fds, (nfds_t)count, -1) < 1)
      die ("poll");
    for (int i = 0; i < count; i++) {
      if (!fds[i].revents)
        continue;
      if (get (peers[i], message, size))
        return i;
      peers[i] = -1;
    }
  }
}

#endif
