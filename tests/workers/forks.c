/* A program that makes a process, after it has made many choices. */
#include "several.h"

#include <sys/wait.h>
#include <unistd.h>

enum { N = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order[N], count;

static void *run (void *argument) {
  pthread_mutex_lock (&lock);
  order[count++] = (int)(long)argument;
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void) {
  run_all (N, run);
  if (order[0] == N - 1) {
    const pid_t child = fork ();
    if (!child)
      _exit (0);
    waitpid (child, NULL, 0);
  }
  return 0;
}
