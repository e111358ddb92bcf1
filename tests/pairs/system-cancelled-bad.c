/* The shell of a thread that is cancelled has not done all that it was told.
   expect: assertion */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char command[32];

static void *run (void *unused) {
  system (command);
  return unused;
}

int main (void) {
  int ends[2];
  char bytes[8];
  pthread_t thread;
  if (pipe (ends))
    return 1;
  snprintf (command, sizeof command, "echo a >&%d; echo b >&%d", ends[1],
            ends[1]);
  pthread_create (&thread, NULL, run, NULL);
  pthread_cancel (thread);
  pthread_join (thread, NULL);
  close (ends[1]);
  assert (read (ends[0], bytes, sizeof bytes) != 2);
  return 0;
}
