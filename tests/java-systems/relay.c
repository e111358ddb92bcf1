/* Waits for two connections, and gives a byte of the first one to the second.
 */

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

int main (void) {
  const int door = socket (AF_INET, SOCK_STREAM, 0), one = 1;
  struct sockaddr_in name = {.sin_family = AF_INET,
                             .sin_port = htons (7000),
                             .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  char byte;
  setsockopt (door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind (door, (struct sockaddr *)&name, sizeof name) || listen (door, 2))
    return 2;
  const int from = accept (door, NULL, NULL), to = accept (door, NULL, NULL);
  if (read (from, &byte, 1) == 1)
    return write (to, &byte, 1) != 1;
  return 0;
}
