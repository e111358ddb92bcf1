/* expect: verified

   A socket that is connected to the port of one that was closed before does not
   get that port itself: what it sends is refused. */

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main (void) {
  struct sockaddr_in name = {.sin_family = AF_INET};
  socklen_t size = sizeof name, length = sizeof (int);
  int error = 0;
  name.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  const int gone = socket (AF_INET, SOCK_DGRAM, 0);
  assert (!bind (gone, (struct sockaddr *)&name, size));
  assert (!getsockname (gone, (struct sockaddr *)&name, &size));
  close (gone);
  const int own = socket (AF_INET, SOCK_DGRAM, 0);
  assert (!connect (own, (struct sockaddr *)&name, size));
  assert (send (own, "x", 1, 0) == 1);
  assert (!getsockopt (own, SOL_SOCKET, SO_ERROR, &error, &length));
  assert (error == ECONNREFUSED);
  assert (!getsockopt (own, SOL_SOCKET, SO_ERROR, &error, &length));
  assert (!error);
  return 0;
}
