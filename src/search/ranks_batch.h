/* How long batches of states are, and whom a state belongs to (ranks.c). */

#ifndef SETT_SEARCH_RANKS_BATCH_H
#define SETT_SEARCH_RANKS_BATCH_H

#include <stddef.h>
#include <stdint.h>

/* When it is sent; longer states fit, too.  From 8 KiB on MPICH's ranks on one
   machine wait for each other. */
#define SETT_BATCH_BYTES 8000u

/* By the hash of the state, of which the stores use the other half. */
static inline unsigned sett_batch_owner (uint64_t hash, unsigned ranks) {
  return (unsigned)((hash & UINT32_MAX) * ranks >> 32);
}

/* A record: parent and size, a bit for each word, words. */
static inline size_t sett_batch_most_bytes (uint32_t words) {
  return sizeof (uint64_t) + (words + 7) / 8 + words * sizeof (uint64_t);
}

#endif
