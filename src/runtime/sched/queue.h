/* What one end has sent and the other has not received yet, as the searches see
   it: which words a transfer touches.

   A send fills a cell, a receive empties those that it takes from, and both
   name these cells only.  So to send and to receive commute, unless the
   receiver takes what is sent then, or would have taken it: who got less than
   it wanted looks at the cell that comes next, too.  A receiver waits while the
   cell at the head is 0.  The end of what is sent is like a last cell.  If all
   cells are full, the last one gets more.

   Who receives changes the word `taken'.  Only who may lack room looks at it:
   if all that was ever sent fits in the buffer, nobody has to wait for anybody.

   Which cells a transfer names follows from what happened before it only as
   long as one thread sends and one thread receives.  So that is learnt
   (knowledge.h): as soon as a second thread comes to do so, the search begins
   anew, with another one of these:

   A line: senders take turns, and so do receivers, each of whom takes just what
   one sender sent (NEXT, effect.def).  So there are always whole items in it.
   Pipes are lines as long as all transfers are of one size, up to a page, no
   more was sent than they have room for, and nobody looks without taking, would
   not wait, or finds the end.

   The whole: whether it is readable and how much room there is are two words,
   which every transfer changes.

   Invariant: the first `count' cells from `head' on are not 0 and say how much
   there is (bytes, or datagrams); the next one is 0 or SETT_CELL_END; all
   others are 0.  The cells are kept up to date even if the words of the whole
   are used: it can be learnt at any time. */

#ifndef SETT_RUNTIME_QUEUE_H
#define SETT_RUNTIME_QUEUE_H

#include "runtime/core/os_model.h"
#include "runtime/core/engine.h"

#define SETT_CELL_END ((uint64_t)1 << 63)

/* Are the cells used?  (Of listeners they never are.) */
int sett_queue_has_cells (const sett_queue *);
int sett_queue_is_line (const sett_queue *);

/* The running thread begins to send, or to receive (or to look): in its event,
   and when it comes to it. */
void sett_queue_send (const sett_queue *, sett_tail *);
void sett_queue_receive (sett_queue *);
static inline int sett_queue_is_sender (const sett_tail *t) {
  return t->sender == world->current + 1;
}
static inline int sett_queue_is_receiver (const sett_queue *q) {
  return q->receiver == world->current + 1;
}

/* Neither cells nor a line will do: for this reason or that. */
void sett_queue_give_up (const sett_queue *);
/* What was learnt so far has changed. */
void sett_queue_forget (void);

/* The cell at the head. */
static inline uint64_t *sett_queue_head (const sett_queue *q) {
  return (uint64_t *)&q->cells[q->head % SETT_CELLS];
}

/* The cell that is filled next. */
static inline uint64_t *sett_queue_next (const sett_queue *q,
                                         const sett_tail *t) {
  return (uint64_t *)&q->cells[t->next % SETT_CELLS];
}

/* Effects, in an event, before anything is changed.  Of a sender, who fills the
   next cell... */
void sett_queue_tell_send (const sett_queue *, const sett_tail *);
/* ...and of who takes this much, or all if it is less; the kind is that of the
   first cell, and `keeps': it only looks. */
void sett_queue_tell_receive (const sett_queue *, sett_effect_kind,
                              uint64_t amount, int keeps);
/* Of a line: the turn of this number at this end; what it waits for at the
   other one has the same number (null: nothing). */
void sett_queue_tell_turn (const uint64_t *end, uint32_t number,
                           const uint64_t *other);
/* ...of who asks how much there is. */
void sett_queue_tell_length (const sett_queue *);

/* The same cells again: what was done before somebody sent to them happened
   before the receiver goes on. */
void sett_queue_acquire (const sett_queue *, uint64_t amount);

/* Changes.  Something is put in, or taken out (which is there); `bytes' count
   for the room. */
void sett_queue_put (sett_queue *, sett_tail *, uint64_t amount, size_t bytes);
void sett_queue_take (sett_queue *, uint64_t amount, size_t bytes);
/* The queue ends after what is there, or goes on. */
void sett_queue_set_end (sett_queue *, int ends);
/* All is gone. */
void sett_queue_clear (sett_queue *);

#endif
