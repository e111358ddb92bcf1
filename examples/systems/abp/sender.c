/* Sends a text by the alternating-bit protocol: every letter until its bit has
   been acknowledged; again when no answer comes in time.

   At most MOST_LOST datagrams are lost: so one more attempt is enough.

   usage: sender PORT RECEIVER-PORT TEXT */

#include "abp.h"

#include <sys/time.h>

/* Does the right acknowledgement come in time? */
static int is_acknowledged (int s, char bit) {
  char answer;
  while (recv (s, &answer, 1, 0) == 1)
    if (answer == bit)
      return 1;
  return 0;
}

static void deliver (int s, int to, const struct packet *p) {
  int left = MOST_LOST + 1;
  do
    if (left) {
      left--;
      udp_send (s, to, p, sizeof *p);
    }
  while (!is_acknowledged (s, p->bit));
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  const struct timeval limit = {.tv_usec = 100000};
  const int s = udp_at (atoi (argv[1])), to = atoi (argv[2]);
  setsockopt (s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  connect_to (to); /* the receiver is there */
  char bit = 0;
  for (const char *c = argv[3]; *c; c++, bit = !bit)
    deliver (s, to, &(const struct packet){bit, *c});
  return 0;
}
