/* Nobody writes: a busy wait for ever. */
//= violated livelock
//: livelock: a thread spins on a condition that cannot change ""
#include <poll.h>
#include <unistd.h>

int main (void) {
  int ends[2];
  pipe (ends);
  struct pollfd file = {ends[0], POLLIN, 0};
  while (poll (&file, 1, 100) == 0)
    ;
}
