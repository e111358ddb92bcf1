/* Edge-triggered, and not all of what came is read: what was left is never
   reported.  The classic lost wake-up. */
//= violated deadlock
//: deadlock: a thread is blocked forever ""
//: ended "2\n"
#ifndef MODE
#define MODE EPOLLET
#endif
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void *writer (void *unused) {
  write (ends[1], "x", 1);
  write (ends[1], "y", 1);
  return unused;
}

int main (void) {
  pthread_t t;
  int got = 0;
  pipe (ends);
  const int e = epoll_create1 (0);
  struct epoll_event event = {.events = EPOLLIN | MODE};
  epoll_ctl (e, EPOLL_CTL_ADD, ends[0], &event);
  pthread_create (&t, NULL, writer, NULL);
  while (got < 2) {
    char c;
    epoll_wait (e, &event, 1, -1);
    got += (int)read (ends[0], &c, 1);
  }
  pthread_join (t, NULL);
  printf ("%d\n", got);
}
