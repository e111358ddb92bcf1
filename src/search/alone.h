/* The transport of a rank that is the only one (base/transport.h): nothing is
   sent, and all sums are its own.  With it a search by ranks is one by the
   threads of this process, breadth-first, level by level (ranks.c). */

#ifndef SETT_SEARCH_ALONE_H
#define SETT_SEARCH_ALONE_H

#include "base/transport.h"

/* It has no `abandon` and needs no `close`. */
const sett_transport *sett_transport_alone (void);

#endif
