//= violated deadlock
//: deadlock: 2 threads are blocked forever ""
//: ended "-1\n"
/* A thread sets a time limit: too late for one that waits. */
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>

static int ends[2];

static void *wait_for_ever (void *argument) {
  char byte;
  printf ("%d\n", (int)recv (ends[0], &byte, 1, 0));
  return argument;
}

int main (void) {
  const struct timeval limit = {0, 1000};
  pthread_t thread;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  pthread_create (&thread, NULL, wait_for_ever, NULL);
  setsockopt (ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  pthread_join (thread, NULL);
  return 0;
}
