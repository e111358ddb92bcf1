/* Any thread may take a signal for its process, from another process or from a
   thread of its own.
   outputs: main main; main side; side main; side side
   search: dpor
   expect: verified */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_t first;
static atomic_int by_main[2], handled;

static void handler (int signal) {
  by_main[signal == SIGUSR2] = pthread_equal (pthread_self (), first);
  handled++;
}

static void *side (void *unused) {
  kill (getpid (), SIGUSR2);
  while (handled < 2)
    continue;
  return unused;
}

int main (void) {
  pthread_t thread;
  first = pthread_self ();
  signal (SIGUSR1, handler);
  signal (SIGUSR2, handler);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGUSR1);
    _exit (0);
  }
  pthread_create (&thread, NULL, side, NULL);
  pthread_join (thread, NULL);
  waitpid (child, NULL, 0);
  printf ("%s %s\n", by_main[0] ? "main" : "side",
          by_main[1] ? "main" : "side");
  return 0;
}
