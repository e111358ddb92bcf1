/* expect: race
   expect: race
   options: -DLOOKS
   expect: race
   options: -DOTHER
   expect: race
   options: -DGRANDCHILD
   expect: race
   options: -DBROTHER

   As exit-threads-good.c, but the parent reads before it waits, after it has
   looked whether there is somebody to wait for, or waits for another child; the
   thread belongs to a child of the child; or a thread of the parent's that was
   there before the child writes. */

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int *shared;

static void *writer (void *unused) {
  *shared = 1;
  return unused;
}

static void child (void) {
  pthread_t thread;
#ifdef GRANDCHILD
  if (fork ())
    _exit (0);
#endif
#ifndef BROTHER
  pthread_create (&thread, NULL, writer, NULL);
#endif
  (void)thread;
  _exit (0);
}

int main (void) {
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return 1;
#ifdef BROTHER
  pthread_t thread;
  pthread_create (&thread, NULL, writer, NULL);
#endif
  pid_t pid = fork ();
  if (!pid)
    child ();
#ifdef OTHER
  pid = fork ();
  if (!pid)
    _exit (0);
#endif
#if defined LOOKS
  if (waitpid (pid, NULL, WNOHANG))
    return 0;
#elif defined OTHER || defined GRANDCHILD || defined BROTHER
  waitpid (pid, NULL, 0);
#endif
  const int seen = *shared;
  while (waitpid (-1, NULL, 0) > 0)
    ;
#ifdef BROTHER
  pthread_join (thread, NULL);
#endif
  return seen != 0 && seen != 1;
}
