//= verified
//: ended "0\n"
//: ended "1\n"
/* A thread closes what another one writes to, and opens something else, which
   gets the same number. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2], number;

static void *put (void *argument) {
  if (write (number, "x", 1) < 0)
    return argument;
  return argument;
}

int main (void) {
  pthread_t thread;
  int others[2], more[2];
  char byte;
  signal (SIGPIPE, SIG_IGN);
  if (pipe (ends))
    return 1;
  number = ends[1];
  pthread_create (&thread, NULL, put, NULL);
  close (ends[1]);
  if (pipe (others) || pipe (more))
    return 1;
  pthread_join (thread, NULL);
  printf ("%d\n", (int)read (ends[0], &byte, 1));
  return 0;
}
