/* A periodic timer, edge-triggered, with a time limit, until it has expired
   twice. */
//= verified
//: ended "2\n"
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main (void) {
  const int timer = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK);
  const struct itimerspec when = {.it_value = {0, 20000000},
                                  .it_interval = {0, 20000000}};
  const int e = epoll_create1 (0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  uint64_t count;
  int expired = 0;
  epoll_ctl (e, EPOLL_CTL_ADD, timer, &event);
  timerfd_settime (timer, 0, &when, NULL);
  while (expired < 2)
    if (epoll_wait (e, &event, 1, 15) == 1 &&
        read (timer, &count, sizeof count) == sizeof count)
      expired++;
  printf ("%d\n", expired);
}
