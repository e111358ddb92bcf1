/* expect: verified

   Who only asks does not change anything. */

#include <pthread.h>
#include <stdlib.h>

static void *run (void *unused) {
  char *volatile found = getenv ("A");
  (void)found;
  return unused;
}

int main (void) {
  pthread_t thread;
  setenv ("A", "a", 1);
  pthread_create (&thread, NULL, run, NULL);
  run (NULL);
  pthread_join (thread, NULL);
  return 0;
}
