/* A handler that another one interrupts, and what it does then.
   expect: violated assertion
   native: no */
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int inner, value;

static void on_second (int signal) {
  (void)signal;
  inner = 1;
}

static void on_first (int signal) {
  (void)signal;
  const int before = inner;
  __asm__ volatile("" ::: "memory");
  if (inner != before)
    value = 1;
}

int main (void) {
  signal (SIGUSR1, on_first);
  signal (SIGUSR2, on_second);
  const pid_t father = getpid ();
  if (!fork ()) {
    kill (father, SIGUSR1);
    kill (father, SIGUSR2);
    _exit (0);
  }
  const int before = value;
  __asm__ volatile("" ::: "memory");
  assert (value == before); /* both came in between */
  while (wait (NULL) < 0)
    ;
  return 0;
}
