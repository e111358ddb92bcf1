/* In few executions, and late, a second thread receives from a pipe, and from a
   socket, which were used before there were threads: what is known of them
   changes then. */
#include "several.h"

#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { N = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order[N], count;
static int a_pipe[2], a_pair[2];
static char got[N][2];

static void *run (void *argument) {
  const int i = (int)(long)argument;
  pthread_mutex_lock (&lock);
  order[count++] = i;
  const int backwards = count == N && order[0] == N - 1 && order[1] == N - 2;
  pthread_mutex_unlock (&lock);
  if (i == 0 || backwards)
    if (read (a_pipe[0], got[i], 1) != 1 ||
        recv (a_pair[0], got[i] + 1, 1, 0) != 1)
      return argument;
  return NULL;
}

int main (void) {
  if (pipe (a_pipe) || socketpair (AF_UNIX, SOCK_STREAM, 0, a_pair) ||
      write (a_pipe[1], "ab", 2) != 2 || send (a_pair[1], "uv", 2, 0) != 2)
    return 1;
  run_all (N, run);
  printf ("%d %d %.2s %.2s\n", order[0], order[N - 1], got[0], got[1]);
  return 0;
}
