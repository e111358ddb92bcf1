//= verified
//: ended "-1 9\n"
//: ended "0 -1\n"
//: ended "0 9\n"
/* A thread sets a timer that another one closes, and copies what that opens. */
#include <pthread.h>
#include <stdio.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void *use (void *argument) {
  const struct itimerspec limit = {.it_value = {1, 0}};
  const int set = timerfd_settime (timer, 0, &limit, NULL);
  printf ("%d %d\n", set, dup2 (timer + 1, 9));
  return argument;
}

int main (void) {
  pthread_t thread;
  int ends[2];
  timer = timerfd_create (CLOCK_MONOTONIC, 0);
  pthread_create (&thread, NULL, use, NULL);
  if (dup2 (timer, 8) < 0 || pipe (ends))
    return 1;
  close (timer);
  pthread_join (thread, NULL);
  return 0;
}
