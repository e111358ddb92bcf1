/* Errors, and how long registrations last: as the machine has them. */
//= verified
//: ended "-1 22 -1 2 0 -1 17 -1 22 -1 9\n1 1 0 0\n0 0 0 1\n1\n"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

static int e, ends[2];

static int ask (void) {
  struct epoll_event events[4];
  return epoll_wait (e, events, 4, 0);
}

static int change (int what, unsigned events, int number) {
  struct epoll_event event = {.events = events};
  return epoll_ctl (e, what, number, &event);
}

static void fails (int result) {
  printf ("%d %d ", result, errno);
}

int main (void) {
  pipe (ends);
  e = epoll_create1 (0);
  fails (epoll_wait (e, NULL, 0, 0));
  fails (change (EPOLL_CTL_MOD, EPOLLIN, ends[0]));
  printf ("%d ", change (EPOLL_CTL_ADD, EPOLLIN, ends[0]));
  fails (change (EPOLL_CTL_ADD, EPOLLIN, ends[0]));
  fails (change (EPOLL_CTL_ADD, EPOLLIN, e));
  const int result = change (EPOLL_CTL_ADD, EPOLLIN, 777);
  printf ("%d %d\n", result, errno);

  write (ends[1], "x", 1);
  const int copy = dup (ends[0]);
  printf ("%d ", ask ());
  close (ends[0]);
  printf ("%d ", ask ()); /* there is a copy */
  close (copy);
  printf ("%d ", ask ());
  pipe (ends);
  printf ("%d\n", ask ()); /* the number alone is nothing */

  change (EPOLL_CTL_ADD, EPOLLIN | EPOLLONESHOT | EPOLLET, ends[0]);
  struct pollfd file = {e, POLLIN, 0};
  printf ("%d ", poll (&file, 1, 0));
  change (EPOLL_CTL_MOD, 0, ends[0]);
  write (ends[1], "x", 1);
  printf ("%d ", ask ());
  change (EPOLL_CTL_MOD, EPOLLIN | EPOLLONESHOT, ends[0]);
  change (EPOLL_CTL_DEL, 0, ends[0]);
  printf ("%d ", ask ());
  change (EPOLL_CTL_ADD, EPOLLIN | EPOLLET, ends[0]);
  printf ("%d\n", poll (&file, 1, 0));
  printf ("%d\n", ask () + ask ());
}
