/* The alternating-bit protocol over UDP: a datagram is a bit and a letter; its
   acknowledgement is the bit. */

#ifndef EXAMPLES_ABP_H
#define EXAMPLES_ABP_H

#include "../net.h"

struct packet {
  char bit, letter;
};

/* So many datagrams may be lost, or their answers. */
#ifndef MOST_LOST
#define MOST_LOST 1
#endif

#endif
