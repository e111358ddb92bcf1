/* A server that keeps values by their keys.  It has one thread, and epoll tells
   it which connections have something to read.  A request may come in several
   parts; what has come so far is kept until the rest is there.

   With -DWRONG it is kept in one place for all connections: parts of different
   requests are taken for one.

   usage: server PORT CLIENTS */

#include "kv.h"

#include <sys/epoll.h>

enum { MOST_CLIENTS = 8 };

/* What has come of a request. */
struct part {
  size_t length;
  struct request request;
};

static struct part parts[MOST_CLIENTS];
static char values[KEYS];

static struct part *part_of (unsigned client) {
#ifdef WRONG
  (void)client;
  return &parts[0];
#else
  return &parts[client];
#endif
}

static void answer (int client, const struct request *r) {
  if (r->writes)
    values[r->key % KEYS] = r->value;
  put (client, &values[r->key % KEYS], 1);
}

/* False: the client is gone. */
static int serve (int client, struct part *p) {
  char *at = (char *)&p->request;
  const ssize_t n =
      recv (client, at + p->length, sizeof p->request - p->length, 0);
  if (n <= 0)
    return 0;
  p->length += (size_t)n;
  if (p->length == sizeof p->request) {
    p->length = 0;
    answer (client, &p->request);
  }
  return 1;
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  const int count = atoi (argv[2]), all = epoll_create1 (0);
  int clients[MOST_CLIENTS];
  for (int i = 0; i < count && i < MOST_CLIENTS; i++) {
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
    clients[i] = accept_at (listener);
    epoll_ctl (all, EPOLL_CTL_ADD, clients[i], &e);
  }
  for (int left = count; left > 0;) {
    struct epoll_event e;
    if (epoll_wait (all, &e, 1, -1) != 1)
      die ("epoll_wait");
    const unsigned i = e.data.u32;
    if (!serve (clients[i], part_of (i))) {
      close (clients[i]);
      left--;
    }
  }
  return 0;
}
