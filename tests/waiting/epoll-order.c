/* What is ready is reported in any order: who handles a report may have changed
   what the next one is about. */
//= verified
//: ended "0 closes 1: stale\n"
//: ended "1 closes 0: stale\n"
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

int main (void) {
  int ends[2][2], is_open[2] = {1, 1};
  struct epoll_event ready[2];
  const int e = epoll_create1 (0);
  for (unsigned i = 0; i < 2; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
    pipe (ends[i]);
    epoll_ctl (e, EPOLL_CTL_ADD, ends[i][0], &event);
  }
  write (ends[1][1], "x", 1);
  write (ends[0][1], "x", 1);
  const int count = epoll_wait (e, ready, 2, -1);
  for (int i = 0; i < count; i++) {
    const unsigned which = ready[i].data.u32;
    if (!is_open[which]) {
      puts ("stale");
      continue;
    }
    printf ("%u closes %u: ", which, !which);
    close (ends[!which][0]);
    is_open[!which] = 0;
  }
}
