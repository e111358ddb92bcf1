/* A data race in a child.
   expect: violated data race */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int value;

static void *add (void *unused) {
  value++;
  return unused;
}

int main (void) {
  pthread_t thread;
  if (!fork ()) {
    pthread_create (&thread, NULL, add, NULL);
    value++;
    pthread_join (thread, NULL);
    _exit (0);
  }
  wait (NULL);
  return 0;
}
