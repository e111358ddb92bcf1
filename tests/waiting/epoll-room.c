/* There is room for one report: either can be it, and the other one follows. */
//= verified
//: ended "01\n"
//: ended "10\n"
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

int main (void) {
  int ends[2][2];
  const int e = epoll_create1 (0);
  for (unsigned i = 0; i < 2; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
    pipe (ends[i]);
    epoll_ctl (e, EPOLL_CTL_ADD, ends[i][0], &event);
    write (ends[i][1], "x", 1);
  }
  for (int i = 0; i < 2; i++) {
    struct epoll_event event;
    char c;
    epoll_wait (e, &event, 1, -1);
    read (ends[event.data.u32][0], &c, 1);
    printf ("%u", event.data.u32);
  }
  puts ("");
}
