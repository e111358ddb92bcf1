/* expect: assertion
   expect: verified
   options: -DAGAIN

   A process waits for a semaphore; another one posts, and a third one sends a
   signal, which interrupts the waiting if it comes first. */

#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static void nothing (int signal) {
  (void)signal;
}

int main (void) {
  struct sigaction action = {.sa_handler = nothing};
  sem_t *s = mmap (NULL, sizeof *s, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert (s != MAP_FAILED && !sem_init (s, 1, 0));
  sigaction (SIGUSR1, &action, NULL);
  const pid_t waits = fork ();
  if (!waits) {
#ifdef AGAIN
    while (sem_wait (s) < 0)
      assert (errno == EINTR);
#else
    assert (!sem_wait (s));
#endif
    _exit (0);
  }
  if (!fork ()) {
    kill (waits, SIGUSR1);
    _exit (0);
  }
  sem_post (s);
  return 0;
}
