/* Receives a text by the alternating-bit protocol: acknowledges everything, and
   takes what has the bit that it expects.

   With -DWRONG it does not look at the bit: what was sent twice, because the
   first acknowledgement was lost or late, is taken twice.

   Before they begin, the two meet at a TCP port, so that nothing is sent to
   nobody.

   usage: receiver PORT SENDER-PORT TEXT */

#include "abp.h"

#include <assert.h>

static int is_new (const struct packet *p, char expected) {
#ifdef WRONG
  (void)p, (void)expected;
  return 1;
#else
  return p->bit == expected;
#endif
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int s = udp_at (atoi (argv[1])), to = atoi (argv[2]);
  const char *text = argv[3];
  struct packet p;
  char expected = 0;
  const int listener = listen_at (atoi (argv[1]));
  close (accept_at (listener)); /* the sender is there */
  close (listener);
  while (*text && recv (s, &p, sizeof p, 0) == sizeof p) {
    if (is_new (&p, expected)) {
      assert (p.letter == *text);
      text++;
      expected = !expected;
    }
    udp_send (s, to, &p.bit, 1);
  }
  for (int i = 0; i < MOST_LOST; i++)
    udp_send (s, to, &p.bit, 1); /* the last one must arrive */
  close (s);
  return 0;
}
