/* Who locks records of a file first?  Who closes any descriptor of it, or ends,
   has no locks any more.
   expect: verified
   finds: 101 110 111 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int lock (int file, short type, off_t at, int command) {
  struct flock l = {
      .l_type = type, .l_whence = SEEK_SET, .l_start = at, .l_len = 1};
  return !fcntl (file, command, &l);
}

int main (void) {
  int status;
  const int file = open ("folder/lock", O_RDWR | O_CREAT, 0600);
  const int again = open ("folder/lock", O_RDWR);
  const pid_t child = fork ();
  const int shared = lock (file, F_RDLCK, 1, F_SETLK);
  const int mine = lock (file, F_WRLCK, 0, F_SETLK);
  if (!child) {
    if (lock (file, F_WRLCK, 2, F_SETLKW))
      close (again);
    _exit (mine);
  }
  lock (file, F_WRLCK, 2, F_SETLKW);
  lock (file, F_UNLCK, 2, F_SETLK);
  waitpid (child, &status, 0);
  printf ("%d%d%d\n", shared, mine, WEXITSTATUS (status));
  unlink ("folder/lock");
  return 0;
}
