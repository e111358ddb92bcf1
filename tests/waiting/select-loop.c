/* Select with a time limit in a loop, and what it leaves of the limit. */
//= verified
//: ended "10 0\n"
#include <pthread.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2][2];

static void *writer (void *unused) {
  write (ends[1][1], "x", 1);
  return unused;
}

int main (void) {
  pthread_t t;
  int over = 0;
  pipe (ends[0]);
  pipe (ends[1]);
  pthread_create (&t, NULL, writer, NULL);
  for (;;) {
    fd_set set;
    struct timeval limit = {1, 0};
    FD_ZERO (&set);
    FD_SET (ends[0][0], &set);
    FD_SET (ends[1][0], &set);
    const int ready = select (ends[1][0] + 1, &set, NULL, NULL, &limit);
    if (!ready) {
      over |= limit.tv_sec || limit.tv_usec;
      continue;
    }
    pthread_join (t, NULL);
    printf ("%d%d %d\n", !!FD_ISSET (ends[1][0], &set),
            !!FD_ISSET (ends[0][0], &set), over);
    return 0;
  }
}
