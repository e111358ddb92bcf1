/* Three threads that do random things (the argument is the seed) with two
   pipes, two connected sockets, an event counter, a timer and an epoll, and
   write what they saw when all are done.  JITTER (for runs without Sett): the
   threads rest between the steps for as long as it pleases them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#ifndef STEPS
#define STEPS 2
#endif

enum { THREADS = 3, PIPES = 2 };

static int pipes[PIPES][2], sockets[2], counter, timer, epoll;
static int writers[THREADS][PIPES]; /* each thread has its own */
static unsigned script[THREADS][STEPS];
static int seen[THREADS][STEPS];

static unsigned seed;

static unsigned draw (unsigned count) {
  seed = seed * 1103515245 + 12345;
  return (seed >> 16) % count;
}

static int look (struct pollfd *files, int count, int limit) {
  const int ready = poll (files, (nfds_t)count, limit);
  int result = ready;
  for (int i = 0; i < count; i++)
    result = result * 64 + files[i].revents;
  return result;
}

static int ask (int most, int limit) {
  struct epoll_event events[4];
  const int count = epoll_wait (epoll, events, most, limit);
  int result = count;
  for (int i = 0; i < count; i++)
    result =
        (result * 8 + (int)events[i].data.u32) * 64 + (int)events[i].events;
  return result;
}

static int change (int what, int which, unsigned events) {
  const int numbers[] = {pipes[0][0], pipes[1][0], counter,
                         sockets[0],  sockets[1],  timer};
  struct epoll_event event = {.events = events, .data.u32 = (unsigned)which};
  return epoll_ctl (epoll, what, numbers[which], &event);
}

/* Is there something to read from any of them? */
static int choose (int one, int other, long limit) {
  struct timeval time = {0, limit};
  fd_set set;
  FD_ZERO (&set);
  FD_SET (one, &set);
  FD_SET (other, &set);
  const int count =
      select (FD_SETSIZE, &set, NULL, NULL, limit < 0 ? NULL : &time);
  return count * 4 + (FD_ISSET (one, &set) ? 2 : 0) +
         (FD_ISSET (other, &set) ? 1 : 0);
}

/* Once, soon, or never. */
static int start_timer (int soon) {
  const struct itimerspec when = {.it_value.tv_nsec = soon ? 1000000 : 0};
  return timerfd_settime (timer, 0, &when, NULL);
}

static int use_sockets (unsigned what, int p, size_t size) {
  char c[2];
  struct pollfd files[] = {{sockets[0], POLLIN | POLLRDHUP, 0},
                           {sockets[1], POLLIN | POLLOUT, 0}};
  switch (what & 3) {
  case 0:
    return (int)send (sockets[p], "ss", size, MSG_NOSIGNAL);
  case 1:
    return (int)recv (sockets[p], c, size, what >> 10 & 3 ? MSG_DONTWAIT : 0);
  case 2:
    return shutdown (sockets[p], what >> 10 & 3 ? SHUT_WR : SHUT_RD);
  default:
    return look (files + p, 2 - p, what >> 10 & 1 ? -1 : 0);
  }
}

static int use_time (unsigned what, int p) {
  uint64_t times = 0;
  switch (what & 3) {
  case 0:
    return start_timer (p);
  case 1:
    return (int)read (timer, &times, sizeof times) + (int)times;
  case 2:
    return choose (pipes[p][0], timer, what >> 10 & 1 ? 10000 : 0);
  default:
    return choose (pipes[p][0], sockets[p], what >> 10 & 1 ? -1 : 0);
  }
}

static int step (intptr_t self, unsigned what) {
  const int p = (int)(what >> 8 & 1);
  uint64_t number = 1 + (what >> 9 & 1);
  char c[2];
  struct pollfd files[] = {{pipes[0][0], POLLIN, 0},
                           {pipes[1][0], POLLIN, 0},
                           {counter, POLLIN | POLLOUT, 0}};
  static const unsigned kinds[] = {EPOLLIN, EPOLLIN | EPOLLET,
                                   EPOLLIN | EPOLLONESHOT,
                                   EPOLLIN | EPOLLET | EPOLLONESHOT};
  if (what >> 4 & 1)
    return what >> 5 & 1 ? use_time (what, p) : use_sockets (what, p, number);
  switch (what & 15) {
  case 0:
  case 1:
    return (int)write (writers[self][p], "x", 1);
  case 2:
    return (int)read (pipes[p][0], c, number);
  case 3:
    return (int)write (counter, &number, sizeof number);
  case 4:
    return (int)read (counter, &number, sizeof number) + (int)number;
  case 5:
    return look (files + p, 2, 0);
  case 6:
    return look (files, 2, 10);
  case 7:
    return look (files + p, 1, -1);
  case 8:
    return ask (4, 0);
  case 9:
    return ask (1, 10);
  case 10:
    return ask (4, -1);
  case 11:
    return close (writers[self][p]);
  case 12:
    return change (EPOLL_CTL_MOD, (int)(what >> 10 & 1) + p,
                   kinds[what >> 12 & 3]);
  case 13:
    return change (EPOLL_CTL_DEL, p, 0);
  case 14:
    return change (EPOLL_CTL_ADD, p, kinds[what >> 12 & 3]);
  default:
    return change (EPOLL_CTL_ADD, 3 + (int)(what >> 10) % 3,
                   kinds[what >> 12 & 3]);
  }
}

static void rest (unsigned *chance) {
#ifdef JITTER
  usleep ((unsigned)rand_r (chance) % 5 * 150);
#else
  (void)chance;
#endif
}

static void *run (void *number) {
  const intptr_t n = (intptr_t)number;
  unsigned chance = (unsigned)(getpid () * 4 + n);
  for (int i = 0; i < STEPS; i++) {
    rest (&chance);
    seen[n][i] = step (n, script[n][i]);
  }
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t threads[THREADS];
  seed = argc > 1 ? (unsigned)atoi (argv[1]) : 1;
  for (int i = 0; i < PIPES; i++)
    if (pipe2 (pipes[i], O_NONBLOCK))
      return 1;
  for (int i = 0; i < PIPES; i++) {
    const unsigned only = draw (THREADS);
    for (unsigned k = 0; k < THREADS; k++)
      writers[k][i] = i && k != only ? -1 : fcntl (pipes[i][1], F_DUPFD, 0);
    close (pipes[i][1]);
  }
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sockets))
    return 1;
  counter = eventfd (0, EFD_NONBLOCK);
  timer = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK);
  epoll = epoll_create1 (0);
  static const unsigned kinds[] = {EPOLLIN, EPOLLIN | EPOLLET,
                                   EPOLLIN | EPOLLONESHOT};
  for (int i = 0; i < 3; i++)
    change (EPOLL_CTL_ADD, i, kinds[draw (3)]);
  for (int i = 0; i < THREADS; i++)
    for (int k = 0; k < STEPS; k++)
      script[i][k] = draw (1 << 14);
  for (intptr_t i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < THREADS; i++)
    for (int k = 0; k < STEPS; k++)
      printf ("%d%c", seen[i][k], k + 1 < STEPS ? ' ' : '\n');
  return 0;
}
