/* A thread goes to another folder, another one asks where they are.
   expect: violated assertion
   native: may fail */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void *ask (void *unused) {
  char folder[4096] = "";
  assert (getcwd (folder, sizeof folder) && !strcmp (folder, "/"));
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, ask, NULL);
  if (chdir ("/"))
    return 1;
  pthread_join (thread, NULL);
  return 0;
}
