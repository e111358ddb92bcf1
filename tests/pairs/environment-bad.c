/* expect: race

   Who sets a variable of the environment may move all of them. */

#include <pthread.h>
#include <stdlib.h>

static char *volatile found;

static void *run (void *unused) {
  setenv ("A", "a", 1);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  found = getenv ("B");
  pthread_join (thread, NULL);
  return 0;
}
