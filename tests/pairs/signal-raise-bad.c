/* expect: assertion

   A process signals itself, and the handler keeps others out that could come
   just before: then they have been handled already. */
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t told;

static void hear (int signal) {
  (void)signal;
  told = 1;
}

static void look (int signal) {
  (void)signal;
  assert (!told);
}

int main (void) {
  struct sigaction action = {.sa_handler = look};
  signal (SIGUSR2, hear);
  sigaddset (&action.sa_mask, SIGUSR2);
  sigaction (SIGUSR1, &action, NULL);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGUSR2);
    _exit (0);
  }
  raise (SIGUSR1);
  while (waitpid (child, NULL, 0) < 0)
    continue;
  return 0;
}
