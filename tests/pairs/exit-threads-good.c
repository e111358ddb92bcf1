/* expect: verified
   expect: verified
   options: -DKILLED
   expect: verified
   options: -DPIPE
   expect: verified
   options: -DFINISHED

   A process ends while a thread of it still writes, or has: all of that is
   before the parent knows that it has ended, by waiting or by the end of a
   pipe. */

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int *shared, ends[2];

static void *writer (void *unused) {
  *shared = 1;
  return unused;
}

static void child (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, writer, NULL);
#ifdef FINISHED
  pthread_detach (thread);
#endif
#ifdef KILLED
  raise (SIGKILL);
#endif
  _exit (0);
}

int main (void) {
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || pipe (ends) != 0)
    return 1;
  const pid_t pid = fork ();
  if (!pid)
    child ();
#ifdef PIPE
  char end;
  close (ends[1]);
  const long got = read (ends[0], &end, 1);
  const int seen = got ? -1 : *shared;
  waitpid (pid, NULL, 0);
#else
  waitpid (pid, NULL, 0);
  const int seen = *shared;
#endif
  return seen != 0 && seen != 1;
}
