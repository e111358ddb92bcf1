/* Signals that were sent and wait, with what came with them.

   In the order in which they came; of the same signal the first one is taken
   first.  A standard signal is there once at most for the same receiver, a
   real-time signal as often as it was sent (signal(7)): who adds one sees to
   that.  Always: a mask says of each receiver which signals the queue has for
   it, and what is behind the last one is zero. */

#ifndef SETT_RUNTIME_SIGNAL_QUEUE_H
#define SETT_RUNTIME_SIGNAL_QUEUE_H

#include <stdint.h>

#define SETT_MOST_QUEUED 32

typedef struct sett_sent {
  uint64_t value; /* as sigqueue has it */
  int32_t code;   /* why it was sent: SI_USER, SI_QUEUE, ... */
  uint16_t to;    /* a thread, plus 1; 0: none was chosen */
  uint8_t signal;
  uint8_t from; /* a process */
} sett_sent;

typedef struct sett_signal_queue {
  uint64_t count;
  sett_sent sent[SETT_MOST_QUEUED];
} sett_signal_queue;

/* The first one of a signal, for this receiver; SETT_ANY_RECEIVER: for anybody;
   or null. */
#define SETT_ANY_RECEIVER 0xffffu
sett_sent *sett_signal_queue_first (sett_signal_queue *, int signal,
                                    unsigned to);

/* False: there is no room. */
int sett_signal_queue_add (sett_signal_queue *, const sett_sent *);

/* Takes one away that is in it. */
void sett_signal_queue_remove (sett_signal_queue *, sett_sent *);

/* Takes all of these signals away, for whomever. */
void sett_signal_queue_drop (sett_signal_queue *, uint64_t mask);

#endif
