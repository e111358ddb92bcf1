/* Sends a text by the alternating-bit protocol: every letter until its bit has
   been acknowledged; again when no answer comes in time.

   At most MOST_LOST datagrams are lost: so the last attempt can wait without
   limit.

   usage: sender PORT RECEIVER-PORT TEXT */

#include "abp.h"

#include <sys/time.h>

/* Did the right acknowledgement come? */
static int is_acknowledged (int s, char bit, int limited) {
  const struct timeval limit = {.tv_usec = limited ? 100000 : 0};
  setsockopt (s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  char answer;
  while (recv (s, &answer, 1, 0) == 1)
    if (answer == bit)
      return 1;
  return 0;
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int s = udp_at (atoi (argv[1])), to = atoi (argv[2]);
  struct packet p = {0, 0};
  close (connect_to (to)); /* the receiver is there */
  for (const char *c = argv[3]; *c; c++) {
    int attempt = 0;
    p.letter = *c;
    do
      udp_send (s, to, &p, sizeof p);
    while (!is_acknowledged (s, p.bit, attempt++ < MOST_LOST));
    p.bit = !p.bit;
  }
  close (s);
  return 0;
}
