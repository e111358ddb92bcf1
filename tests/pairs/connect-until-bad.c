/* expect: livelock

   A name of a socket that leads nowhere, and nobody makes a file of that name:
   who tries to connect in a loop until then waits for ever. */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void *make (void *unused) {
  close (open ("there", O_RDWR));
  return unused;
}

int main (void) {
  pthread_t t;
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  strcpy (name.sun_path, "there");
  const int s = socket (AF_UNIX, SOCK_STREAM, 0);
  pthread_create (&t, 0, make, 0);
  while (connect (s, (struct sockaddr *)&name, sizeof name) && errno == ENOENT)
    ;
  pthread_join (t, 0);
  return 0;
}
