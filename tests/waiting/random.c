/* Three threads that do random things (the argument is the seed) with two
   pipes, an event counter and an epoll, and write what they saw when all are
   done. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#ifndef STEPS
#define STEPS 2
#endif

enum { THREADS = 3, PIPES = 2 };

static int pipes[PIPES][2], counter, epoll;
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
  const int numbers[] = {pipes[0][0], pipes[1][0], counter, pipes[1][1]};
  struct epoll_event event = {.events = events, .data.u32 = (unsigned)which};
  return epoll_ctl (epoll, what, numbers[which], &event);
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
    return ask (4, 0);
  }
}

static void *run (void *number) {
  const intptr_t n = (intptr_t)number;
  for (int i = 0; i < STEPS; i++)
    seen[n][i] = step (n, script[n][i]);
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
  counter = eventfd (0, EFD_NONBLOCK);
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
