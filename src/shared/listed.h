/* The list of executions (orders.list), as the run-time leaves it: records, one
   behind the other, each with its texts behind it, filled up to a multiple of
   eight bytes.  Whoever reads it decides what it looks like. */

#ifndef SETT_SHARED_LISTED_H
#define SETT_SHARED_LISTED_H

#include <stdint.h>

typedef struct sett_listed {
  uint64_t number; /* of the execution */
  uint32_t size;   /* of the record, texts included */
  /* How it ended, in words; the threads in the order of their events; the end
     of what the program wrote, as it wrote it: the lengths of the texts. */
  uint32_t ending, schedule, output;
  /* Of a system: behind them the numbers of the processes that wrote the lines
     of the output, a byte each. */
  uint32_t writers;
  uint8_t is_outcome;  /* it came to an end of its own, good or bad */
  uint8_t is_repeated; /* the search began again: it does not count */
  uint8_t is_last;     /* the list is too long: the rest is left out */
} sett_listed;

#endif
