/* Something of which only the kernel knows, and from which nothing comes, and a
   pipe: what the pipe brings is seen. */
//= bounded
//: ended "0 1\n"
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <unistd.h>

static int ends[2];

static void *writer (void *unused) {
  write (ends[1], "x", 1);
  return unused;
}

int main (void) {
  pthread_t t;
  pipe (ends);
  pthread_create (&t, NULL, writer, NULL);
  struct pollfd files[] = {{inotify_init (), POLLIN, 0}, {ends[0], POLLIN, 0}};
  poll (files, 2, -1);
  pthread_join (t, NULL);
  printf ("%d %d\n", files[0].revents & POLLIN, files[1].revents & POLLIN);
}
