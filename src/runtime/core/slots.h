/* What is in a pipe, page by page, as Linux keeps it: a ring of slots, each of
   them a page at most.

   A call that writes looks first whether what is left of its size after whole
   pages still fits behind the contents of the last slot; if so that part goes
   there, at once.  Everything else fills new slots.  What was read from a page
   is free again only when all of it was read.  So small writes share a page,
   and large ones do not fill up the one before: a pipe can be full long before
   it has as many bytes as it has room for.  A packet (O_DIRECT) is alone in its
   slot, and what a read leaves of it is gone.

   The bound: where a writer would stand if nobody had ever read (bytes from the
   beginning of the first page on, sett_slots_bound).  To read never makes a
   writer stand worse.  For pages in use and the end of the last one, compared
   in this order, are never more than in the bound: taking slots away from the
   front lowers them, and a write keeps the order between two such pairs
   whatever its size.  (If the remainder fits in the larger, it fits in the
   smaller or that has fewer pages, and then one more is not too many.)  So what
   has room by the bound has room whoever reads.

   Invariant: the slots in use hold at least a byte each, `length' in all; an
   empty pipe begins with slot 0; no more are in use than there are. */

#ifndef SETT_RUNTIME_SLOTS_H
#define SETT_RUNTIME_SLOTS_H

#include "runtime/core/os_model.h"
#include "runtime/core/parts.h"

/* Room, as a word that changes with it: for new slots, and behind the last. */
uint64_t sett_slots_room (const sett_pipe *);
/* Is there no slot left? */
int sett_slots_full (const sett_pipe *);
/* Can a call of this size write something when it begins, or goes on? */
int sett_slots_accepts (const sett_pipe *, size_t size, int begins);

/* Writes from the offset on, as much as there is room for. */
size_t sett_slots_put (sett_pipe *, const sett_parts *, size_t offset,
                       size_t size, int packets);
/* Reads up to so many bytes; `gone': as many are no longer there. */
size_t sett_slots_take (sett_pipe *, const sett_parts *, size_t size,
                        size_t *gone);
void sett_slots_clear (sett_pipe *);

/* The bound after another call of this size. */
uint64_t sett_slots_bound (uint64_t bound, size_t size);
/* Is there room up to there? */
int sett_slots_holds (const sett_pipe *, uint64_t bound);

/* F_SETPIPE_SZ: the size that comes of it, or minus an error. */
long sett_slots_resize (sett_pipe *, unsigned size);

/* All that belongs to the state of a pipe. */
void sett_slots_each (const sett_pipe *,
                      void (*visit) (const void *, size_t, void *), void *);

#endif
