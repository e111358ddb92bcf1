/* A handler that only reads what it interrupts writes, by way of a pointer to
   a variable of main: it finds the two halves at odds.
   expect: violated assertion */
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct pair {
  long a, b;
};

static struct pair *watched;

static void handler (int signal) {
  struct pair copy;
  (void)signal;
  memcpy (&copy, watched, sizeof copy);
  assert (copy.a == copy.b);
}

int main (void) {
  struct pair own = {0, 0};
  watched = &own;
  signal (SIGUSR1, handler);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGUSR1);
    _exit (0);
  }
  own.a++;
  own.b++;
  waitpid (child, NULL, 0);
  return 0;
}
