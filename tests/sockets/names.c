/* Names of this machine, and of nobody. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static void tell (const char *name, const char *service, int flags) {
  struct addrinfo hints = {
      .ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_flags = flags};
  struct addrinfo *list;
  const int error = getaddrinfo (name, service, &hints, &list);
  if (error) {
    printf (" %d", error);
    return;
  }
  for (struct addrinfo *i = list; i; i = i->ai_next) {
    char host[64], port[16];
    getnameinfo (i->ai_addr, i->ai_addrlen, host, sizeof host, port,
                 sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    printf (" %s:%s", host, port);
  }
  freeaddrinfo (list);
}

int main (void) {
  tell ("localhost", "7000", 0);
  tell ("127.0.0.1", "http", 0);
  tell (NULL, "7000", AI_PASSIVE);
  tell ("nobody.invalid", "1", AI_NUMERICHOST);
  tell ("localhost", "no such service", 0);
  const struct hostent *h = gethostbyname ("localhost");
  printf (" %s\n", inet_ntoa (*(struct in_addr *)h->h_addr_list[0]));
  return 0;
}
