/* A thread makes a pipe and says too late that programs shall not inherit it:
   one that another thread starts meanwhile has it.
   expect: violated assertion
   native: may fail */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static char *self;

static void *start (void *unused) {
  int status;
  const pid_t child = fork ();
  if (!child) {
    execl (self, self, "asks", NULL);
    _exit (9);
  }
  waitpid (child, &status, 0);
  assert (!WEXITSTATUS (status)); /* it was not inherited */
  return unused;
}

int main (int argc, char **argv) {
  pthread_t thread;
  int ends[2];
  if (argc > 1)
    return fcntl (3, F_GETFD) >= 0;
  self = argv[0];
  pthread_create (&thread, NULL, start, NULL);
  if (pipe (ends))
    return 1;
  fcntl (ends[0], F_SETFD, FD_CLOEXEC);
  pthread_join (thread, NULL);
  return 0;
}
