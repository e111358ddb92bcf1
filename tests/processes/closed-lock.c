/* Closing any descriptor of a file gives up the locks that the process has on
   it: also if nobody had locked anything yet when it was closed first.

   expect: verified

   finds: locked free */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int first, second;
static void *closes (void *unused) {
  close (first);
  return unused;
}
static void *locks (void *unused) {
  struct flock f = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  fcntl (second, F_SETLK, &f);
  return unused;
}
int main (void) {
  pthread_t a, b;
  first = open ("folder/kept", O_RDWR);
  second = open ("folder/kept", O_RDWR);
  pthread_create (&a, NULL, closes, NULL);
  pthread_create (&b, NULL, locks, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  const pid_t child = fork ();
  if (!child) {
    struct flock f = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int own = open ("folder/kept", O_RDWR);
    fcntl (own, F_GETLK, &f);
    _exit (f.l_type == F_UNLCK);
  }
  int status;
  waitpid (child, &status, 0);
  printf ("%s\n", WEXITSTATUS (status) ? "free" : "locked");
  return 0;
}
