//= verified
//: ended "-1 0\n"
//: ended "0 0\n"
/* A thread closes what another one registers: it is not there afterwards. */
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void *end (void *argument) {
  close (ends[0]);
  return argument;
}

int main (void) {
  struct epoll_event event = {.events = EPOLLIN};
  pthread_t thread;
  const int e = epoll_create1 (0);
  if (pipe (ends))
    return 1;
  close (ends[1]);
  pthread_create (&thread, NULL, end, NULL);
  const int result = epoll_ctl (e, EPOLL_CTL_ADD, ends[0], &event);
  pthread_join (thread, NULL);
  printf ("%d %d\n", result, epoll_wait (e, &event, 1, 0));
  return 0;
}
