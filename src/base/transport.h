/* Messages between the processes of one search, wherever they run.

   Who searches knows this and no more; a plug-in (mpi/plugin) provides it, and
   the program runs without any.  Messages between two ranks arrive, each once
   and in order.  What all ranks must call together is called *collective*.  One
   thread of a rank, the one that opened it, calls all of this. */

#ifndef SETT_BASE_TRANSPORT_H
#define SETT_BASE_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

#define SETT_MESSAGE_BYTES ((size_t)1 << 17) /* the longest */

typedef struct sett_transport {
  unsigned rank, ranks;
  unsigned local; /* ranks on this machine */

  /* Copies a message that is to go to another rank; false: too many are on
     their way, receive and try again. */
  int (*send) (unsigned to, const void *bytes, size_t size);

  /* Takes a message that has arrived, if there is one, and gives its size;
     0: there is none.  Room for SETT_MESSAGE_BYTES. */
  size_t (*receive) (void *bytes, unsigned *from);

  /* Collective: the sums of everybody's numbers, in their places.  Where others
     may still be sending, `meanwhile` receives; null: nobody sends. */
  void (*sum) (uint64_t *numbers, unsigned count,
               void (*meanwhile) (void *context), void *context);

  /* Collective: everybody gets the bytes of one. */
  void (*broadcast) (unsigned from, void *bytes, size_t size);

  void (*close) (void);         /* collective: the end */
  void (*abandon) (int status); /* the end of all ranks, at once */
} sett_transport;

/* What a plug-in exports under the name below; null: there are no others. */
typedef const sett_transport *sett_transport_opener (void);
#define SETT_TRANSPORT_OPENER "sett_transport_open"

#endif
