/* Two processes lock two files, each in another order.
   expect: violated deadlock
   native: may hang */
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  const pid_t child = fork ();
  const int one = open ("folder/one", O_RDWR | O_CREAT, 0600);
  const int two = open ("folder/two", O_RDWR | O_CREAT, 0600);
  flock (child ? one : two, LOCK_EX);
  flock (child ? two : one, LOCK_EX);
  if (!child)
    _exit (0); /* the kernel closes them */
  close (one);
  close (two);
  wait (NULL);
  unlink ("folder/one");
  unlink ("folder/two");
  return 0;
}
