/* Two workers, one epoll, registrations that are reported once: who got one has
   it alone until it is renewed. */
//= verified
//: ended "3\n"
#ifndef MODE
#define MODE EPOLLONESHOT
#endif
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int ends[2], stop, e;
static int sum; /* guarded by the registration */

static void register_pipe (int what) {
  struct epoll_event event = {.events = EPOLLIN | MODE, .data.fd = ends[0]};
  epoll_ctl (e, what, ends[0], &event);
}

static void *worker (void *unused) {
  for (;;) {
    struct epoll_event event;
    char c;
    epoll_wait (e, &event, 1, -1);
    if (event.data.fd == stop)
      return unused;
    if (read (ends[0], &c, 1) == 1)
      sum += c;
    if (sum == 3) {
      const uint64_t one = 1;
      write (stop, &one, sizeof one);
    }
    register_pipe (EPOLL_CTL_MOD);
  }
}

int main (void) {
  pthread_t t[2];
  pipe2 (ends, O_NONBLOCK);
  stop = eventfd (0, 0);
  e = epoll_create1 (0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = stop};
  epoll_ctl (e, EPOLL_CTL_ADD, stop, &event);
  register_pipe (EPOLL_CTL_ADD);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, worker, NULL);
  write (ends[1], "\1", 1);
  write (ends[1], "\2", 1);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  printf ("%d\n", sum);
}
