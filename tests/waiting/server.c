/* An event loop: two clients with a pipe each, level-triggered, a time limit,
   and the end of a client as the end of its pipe. */
//= verified
//: ended "ab 2\n"
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { CLIENTS = 2 };

static int ends[CLIENTS][2];

static void *client (void *number) {
  const int n = (int)(long)number;
  const char c = (char)('a' + n);
  write (ends[n][1], &c, 1);
  close (ends[n][1]);
  return NULL;
}

int main (void) {
  pthread_t t[CLIENTS];
  char got[CLIENTS + 1] = "";
  int left = CLIENTS;
  const int e = epoll_create1 (0);
  for (int i = 0; i < CLIENTS; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)i};
    pipe (ends[i]);
    epoll_ctl (e, EPOLL_CTL_ADD, ends[i][0], &event);
    pthread_create (&t[i], NULL, client, (void *)(long)i);
  }
  while (left) {
    struct epoll_event events[CLIENTS];
    const int count = epoll_wait (e, events, CLIENTS, 500);
    for (int i = 0; i < count; i++) {
      const unsigned n = events[i].data.u32;
      char c;
      if (read (ends[n][0], &c, 1) == 1)
        got[n] = c;
      else {
        epoll_ctl (e, EPOLL_CTL_DEL, ends[n][0], NULL);
        close (ends[n][0]);
        left--;
      }
    }
  }
  for (int i = 0; i < CLIENTS; i++)
    pthread_join (t[i], NULL);
  printf ("%s %d\n", got, CLIENTS);
}
