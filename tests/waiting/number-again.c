//= verified
//: ended "-1\n"
//: ended "1\n"
/* A number leads to something else while another thread writes there: at first
   to the end of a pipe that is for reading. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int wrong[2], right[2];

static void *put (void *argument) {
  printf ("%d\n", (int)write (wrong[0], "x", 1));
  return argument;
}

int main (void) {
  pthread_t thread;
  if (pipe (wrong) || pipe (right))
    return 1;
  pthread_create (&thread, NULL, put, NULL);
  dup2 (right[1], wrong[0]);
  close (right[1]);
  pthread_join (thread, NULL);
  return 0;
}
