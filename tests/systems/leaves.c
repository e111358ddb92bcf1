/* A server and a client that leave something behind, or not.

   usage: leaves serve HOW, leaves ask HOW
   HOW: all     what is sent is received, who connects is accepted
        bytes   the server receives one byte of two
        queue   the server never accepts
        datagram, datagrams
                the server receives one datagram; one, or two, are sent
        waits   the server receives two, and one is sent */
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};

static void serve_stream (const char *how) {
  char bytes[2];
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  bind (s, (void *)&address, sizeof address);
  listen (s, 3);
  if (!strcmp (how, "queue")) {
    const int ready = socket (AF_INET, SOCK_DGRAM, 0);
    bind (ready, (void *)&address, sizeof address);
    recv (ready, bytes, 1, 0);
    return;
  }
  const int c = accept (s, NULL, NULL);
  recv (c, bytes, strcmp (how, "bytes") ? 2 : 1, MSG_WAITALL);
}

static void ask_stream (const char *how) {
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  while (connect (s, (void *)&address, sizeof address))
    ;
  send (s, "12", 2, MSG_NOSIGNAL);
  if (!strcmp (how, "queue"))
    sendto (socket (AF_INET, SOCK_DGRAM, 0), "1", 1, 0, (void *)&address,
            sizeof address);
}

static void serve_datagrams (const char *how) {
  char bytes[2];
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  const int go = socket (AF_INET, SOCK_STREAM, 0);
  bind (s, (void *)&address, sizeof address);
  bind (go, (void *)&address, sizeof address);
  listen (go, 1);
  recv (accept (go, NULL, NULL), bytes, 1, 0); /* all was sent */
  recv (s, bytes, 2, 0);
  if (!strcmp (how, "waits"))
    recv (s, bytes, 2, 0);
}

static void ask_datagrams (const char *how) {
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  const int go = socket (AF_INET, SOCK_STREAM, 0);
  while (connect (go, (void *)&address, sizeof address))
    ;
  sendto (s, "1", 1, 0, (void *)&address, sizeof address);
  if (!strcmp (how, "datagrams"))
    sendto (s, "2", 1, 0, (void *)&address, sizeof address);
  send (go, "1", 1, MSG_NOSIGNAL);
}

int main (int count, char **words) {
  if (count < 3)
    return 2;
  const int serves = !strcmp (words[1], "serve");
  const char *how = words[2];
  const int stream = how[0] == 'a' || how[0] == 'b' || how[0] == 'q';
  address.sin_port = htons (7000);
  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  if (stream)
    (serves ? serve_stream : ask_stream) (how);
  else
    (serves ? serve_datagrams : ask_datagrams) (how);
  return 0;
}
