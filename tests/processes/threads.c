/* Threads in the child; its memory is its own.
   expect: verified */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int value;

static void *set (void *to) {
  value = *(int *)to;
  return NULL;
}

int main (void) {
  pthread_t thread;
  int one = 1, two = 2, status;
  const pid_t child = fork ();
  pthread_create (&thread, NULL, set, child ? &two : &one);
  pthread_join (thread, NULL);
  if (!child)
    _exit (value);
  waitpid (child, &status, 0);
  printf ("%d %d\n", WEXITSTATUS (status), value);
  return 0;
}
