/* expect: verified

   A name of a socket that leads nowhere until another thread makes a file of
   that name: who tries to connect in a loop until then does not wait in vain.
 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void *make (void *unused) {
  close (open ("there", O_CREAT | O_RDWR, 0600));
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
