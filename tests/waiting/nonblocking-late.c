//= violated deadlock
//: deadlock: a thread is blocked forever ""
//: ended "-1\n"
/* A thread says that nobody shall wait there: too late for one that does. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *change (void *argument) {
  fcntl (ends[0], F_SETFL, O_NONBLOCK);
  return argument;
}

int main (void) {
  pthread_t thread;
  char byte;
  if (pipe (ends))
    return 1;
  pthread_create (&thread, NULL, change, NULL);
  printf ("%d\n", (int)read (ends[0], &byte, 1));
  pthread_join (thread, NULL);
  return 0;
}
