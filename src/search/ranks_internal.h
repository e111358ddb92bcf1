/* What the files of the search by several processes share: ranks.c,
   ranks_violations.c, ranks_cycles.c. */

#ifndef SETT_SEARCH_RANKS_INTERNAL_H
#define SETT_SEARCH_RANKS_INTERNAL_H

#include "base/assert.h"
#include "search/ranks.h"
#include "search/ranks_cycles.h"
#include "search/met_lately.h"
#include "search/virtual_ranks.h"

#define NO_PARENT SETT_NO_PLACE
#define INDEX_BITS 48
#define INDEX_MASK (((uint64_t)1 << INDEX_BITS) - 1)
#define MOST_WORDS (SETT_STORE_MAX_STATE / 8)
#define SLACK 64 /* readable bytes behind a state: see store.h */

/* Compares records with the one before; zeros at first. */
typedef struct previous {
  uint32_t words;
  uint64_t word[MOST_WORDS];
} previous;

typedef struct batch {
  size_t used; /* 0: nothing is in it */
  unsigned char bytes[SETT_MESSAGE_BYTES];
  previous before;
} batch;

#define TOGETHER 64u         /* states that are looked up at once, */
#define ARRIVAL_BYTES 65536u /* or when they are so many bytes */

typedef struct arrivals {
  unsigned count;
  sett_entry entries[TOGETHER];
  uint64_t parents[TOGETHER];
  size_t used;
  unsigned char states[ARRIVAL_BYTES + SETT_STORE_MAX_STATE + SLACK];
  uint32_t parent_size; /* 0: none is known */
  sett_ref parent_ref;
  unsigned char parent[SETT_STORE_MAX_STATE + SLACK];
} arrivals;

/* A message that arrived at the wrong moment. */
typedef struct letter {
  unsigned from;
  size_t size;
  unsigned char *bytes;
} letter;

struct sett_ranks {
  const sett_transport *transport;
  sett_run *run;
  batch *batches; /* by rank */
  sett_met_lately met_lately;
  sett_virtual_ranks *virtual; /* null, or what more ranks would do */
  uint64_t sent, received;     /* messages */
  SETT_VECTOR (letter) inbox;  /* received, and not read yet */
  int told;                    /* the others, that the run stops */
  int paused;                  /* a checkpoint is to be written by all */
  size_t first;                /* violations of the initial state */
  int mutilated;               /* tests: a batch was lost */
  unsigned char *message;      /* that is being read */
  previous before;             /* in it */
  arrivals arrived;
  SETT_VECTOR (sett_remote) noted; /* in this level, each kind once */
  SETT_VECTOR (sett_remote) known; /* in the levels before; all_errors */
  uint64_t sent_bytes, fewest, most;
  uint64_t totals[5];        /* states, transitions, bytes, messages, theirs */
  sett_ranks_cycles *cycles; /* null: states are looked for */
};

static inline uint64_t sett_ranks_place_of (unsigned rank, uint64_t index) {
  SETT_ASSERT (index <= INDEX_MASK);
  return (uint64_t)rank << INDEX_BITS | index;
}

/* Collective: makes paths of what was noted in a level.  False: one could not
   be verified. */
int sett_ranks_settle (sett_worker *);

#endif
