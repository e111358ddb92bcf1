/* A server with an event loop that never ends.  Arguments: the time limit of
   epoll_wait (-1: none), and "edge" for a mistake: it is told of what arrives
   at a connection once, and does not read everything. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int epoll;
static unsigned mode;

static void add (int file, unsigned events) {
  struct epoll_event event = {.events = events, .data.fd = file};
  epoll_ctl (epoll, EPOLL_CTL_ADD, file, &event);
}

static void serve (int file) {
  char c;
  if (read (file, &c, 1) == 1)
    write (file, &c, 1);
  else
    close (file);
}

int main (int argc, char **argv) {
  const int limit = argc > 1 ? atoi (argv[1]) : -1;
  const struct sockaddr_in name = {.sin_family = AF_INET,
                                   .sin_port = htons (7000),
                                   .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  mode = argc > 2 ? EPOLLET : 0;
  const int listener = socket (AF_INET, SOCK_STREAM, 0);
  bind (listener, (const struct sockaddr *)&name, sizeof name);
  listen (listener, 5);
  epoll = epoll_create1 (0);
  add (listener, EPOLLIN);
  for (;;) {
    struct epoll_event events[4];
    const int count = epoll_wait (epoll, events, 4, limit);
    for (int i = 0; i < count; i++)
      if (events[i].data.fd == listener)
        add (accept (listener, NULL, NULL), EPOLLIN | mode);
      else
        serve (events[i].data.fd);
  }
}
