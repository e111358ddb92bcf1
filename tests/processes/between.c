/* A handler that shares plain variables with what it interrupts: it comes
   between any two accesses.
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int counter, seen;

static void handler (int signal) {
  (void)signal;
  seen = counter;
  counter = 0;
}

int main (void) {
  signal (SIGUSR1, handler);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGUSR1);
    _exit (0);
  }
  for (int i = 1; i <= 3; i++) {
    counter = i;
    __asm__ volatile("" ::: "memory"); /* no store is left out */
  }
  waitpid (child, NULL, 0);
  printf ("%d %d\n", seen, counter);
  return 0;
}
