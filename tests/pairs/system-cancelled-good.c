/* A thread that is cancelled while it waits for its shell ends it, and leaves
   nothing of it.
   expect: bounded
   options: --preemptions 1
   expect: verified
   long: yes */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char command[32];

static void *run (void *unused) {
  system (command); /* nobody ever writes what it reads */
  return unused;
}

int main (void) {
  int ends[2];
  void *result;
  pthread_t thread;
  if (pipe (ends))
    return 1;
  snprintf (command, sizeof command, "read x <&%d", ends[0]);
  pthread_create (&thread, NULL, run, NULL);
  pthread_cancel (thread);
  pthread_join (thread, &result);
  assert (result == PTHREAD_CANCELED);
  assert (wait (NULL) < 0 && errno == ECHILD);
  return 0;
}
