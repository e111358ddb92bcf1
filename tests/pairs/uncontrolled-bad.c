/* expect: bounded

   What Sett does not control makes the answer weaker, never wrong. */

#include <pthread.h>
#include <sys/inotify.h>
#include <unistd.h>

static void *run (void *none) {
  int set = inotify_init ();
  close (set);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  return 0;
}
