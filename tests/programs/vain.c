/* Two are ready, in whatever order, and nobody reads: to ask again is in vain.
 */

#include <sys/epoll.h>
#include <unistd.h>

int main (void) {
  struct epoll_event ready[2];
  const int e = epoll_create1 (0);
  for (unsigned i = 0; i < 2; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
    int ends[2];
    if (pipe (ends) || epoll_ctl (e, EPOLL_CTL_ADD, ends[0], &event) ||
        write (ends[1], "x", 1) != 1)
      return 1;
  }
  for (;;)
    epoll_wait (e, ready, 2, -1);
}
