/* expect: bounded

   What Sett does not control makes the answer weaker, never wrong. */

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static void *run (void *none) {
  struct epoll_event event;
  int set = epoll_create1 (0);
  epoll_wait (set, &event, 1, 0);
  close (set);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  return 0;
}
