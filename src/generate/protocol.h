/* Random protocols: finite-state processes that exchange messages over bounded
   FIFO channels, each between one sender and one receiver.

   The processes are drawn as in RELIEF's experiments with leap sets: any two
   that are linked have a channel in each direction; a process is a graph of
   locations, strongly connected, in which each move sends one message or
   receives one.  The same shape gives the same protocol everywhere: all
   choices come from one counter, mixed, and only integers are used. */

#ifndef SETT_GENERATE_PROTOCOL_H
#define SETT_GENERATE_PROTOCOL_H

#include "base/vector.h"

#include <stdint.h>

typedef struct sett_protocol_shape {
  uint64_t seed;
  uint32_t processes; /* at least 2 */
  uint32_t locations; /* of each process, on average; at least 2 */
  uint32_t messages;  /* that a channel carries, at most; at least 1 */
  uint32_t capacity;  /* of channels, at most; at least 1 */
  uint32_t branching; /* chance of one more choice at a location, per cent */
  uint32_t links;     /* chance that two processes are linked beyond what
                         connects them all, per cent */
} sett_protocol_shape;

typedef struct sett_protocol_move {
  uint32_t channel;
  uint32_t message; /* 0 ... messages of the channel - 1 */
  uint32_t target;  /* location of the same process */
  int sends;        /* else it receives */
} sett_protocol_move;

typedef SETT_VECTOR (sett_protocol_move) sett_protocol_location;

typedef struct sett_protocol_process {
  SETT_VECTOR (sett_protocol_location) locations; /* it starts at number 0 */
} sett_protocol_process;

typedef struct sett_protocol_channel {
  uint32_t from, to; /* processes */
  uint32_t capacity, messages;
} sett_protocol_channel;

typedef struct sett_protocol {
  SETT_VECTOR (sett_protocol_process) processes;
  SETT_VECTOR (sett_protocol_channel) channels;
} sett_protocol;

void sett_protocol_init (sett_protocol *, const sett_protocol_shape *);
void sett_protocol_release (sett_protocol *);

/* Writes a protocol as Promela, with a comment that says how it was made. */
struct sett_text;
void sett_protocol_write (const sett_protocol *, const sett_protocol_shape *,
                          struct sett_text *);

#endif
