/* A handler writes the second half of what is copied at once.
   outputs: 0 5; 5 5
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static struct pair { long a, b; } pair, copy;

static void handler (int signal) {
  (void)signal;
  pair.b = 5;
}

int main (void) {
  signal (SIGUSR1, handler);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGUSR1);
    _exit (0);
  }
  copy = pair;
  __asm__ volatile("" ::: "memory");
  waitpid (child, NULL, 0);
  printf ("%ld %ld\n", copy.b, pair.b);
  return 0;
}
