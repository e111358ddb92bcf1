//= verified
//: ended "0\n"
//: ended "1\n"
/* A thread asks whether calls wait, another one changes it. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *ask (void *argument) {
  printf ("%d\n", !!(fcntl (ends[0], F_GETFL) & O_NONBLOCK));
  return argument;
}

int main (void) {
  pthread_t thread;
  if (pipe (ends))
    return 1;
  pthread_create (&thread, NULL, ask, NULL);
  fcntl (ends[0], F_SETFL, O_NONBLOCK);
  pthread_join (thread, NULL);
  return 0;
}
