/* What the files of the search by several processes share: ranks.c,
   ranks_violations.c, ranks_cycles.c. */

#ifndef SETT_SEARCH_RANKS_INTERNAL_H
#define SETT_SEARCH_RANKS_INTERNAL_H

#include "base/assert.h"
#include "base/mutant.h"
#include "search/ranks.h"
#include "search/ranks_cycles.h"
#include "search/met_lately.h"
#include "search/virtual_ranks.h"

#define NO_PARENT SETT_NO_PLACE
#define INDEX_BITS 48
#define INDEX_MASK (((uint64_t)1 << INDEX_BITS) - 1)
#define MOST_WORDS (SETT_STORE_MAX_STATE / 8)
#define SLACK 64 /* readable bytes behind a state: see store.h */

enum { SETT_RANKS_BATCH = 1, SETT_RANKS_STOP, SETT_RANKS_PAUSE }; /* messages */

/* The record before the one that is written or read; zeros at first. */
typedef struct previous {
  uint32_t words, room;
  uint64_t *word;
} previous;

typedef struct batch {
  size_t used; /* 0: nothing is in it */
  size_t room;
  unsigned char *bytes;
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
  previous before; /* in the message that is being read */
} arrivals;

/* A batch that has arrived and is not read yet, or is not sent yet. */
typedef struct letter {
  unsigned peer; /* whose it is, or whom it is for */
  size_t size, room;
  unsigned char *bytes; /* owned; null: there is none */
} letter;

/* States, each with the place of its parent; or other words to work at. */
typedef struct sett_ranks_states {
  sett_pile queue, parents;
  sett_keep keep;
} sett_ranks_states;

typedef struct range {
  size_t first, end;
} range;

/* What threads share out among themselves: the items from `next` to `end`, and
   those that were given back.  What they find goes behind the others. */
typedef struct sett_ranks_level {
  sett_ranks_states *states;
  void (*visit) (sett_worker *); /* the items of the worker's chunk */
  size_t next, end;
  SETT_VECTOR (range) returned;
} sett_ranks_level;

#define MOST_ITEMS 64u /* that a thread takes at once */

typedef struct chunk {
  size_t first; /* index of the first item */
  size_t count, done;
  uint64_t items[MOST_ITEMS];
} chunk;

/* What one thread has for itself. */
typedef struct sett_ranks_hand {
  batch *batches; /* by rank */
  sett_met_lately met_lately;
  arrivals arrived;
  letter letter; /* to be read next, or else */
  chunk chunk;   /* to be visited */
  sett_ranks_states found;
  sett_counts counts; /* cycles: those of the search before */
} sett_ranks_hand;

/* The threads of this rank: see ranks_team.c. */
typedef struct sett_ranks_team {
  pthread_mutex_t lock; /* for all of this, the level, and what is noted */
  pthread_cond_t work;  /* there is something to do, or nothing more */
  pthread_cond_t room;  /* in the outbox */
  pthread_cond_t news;  /* for the first: a batch, or somebody waits */
  pthread_t *threads;   /* of the helpers */
  unsigned helpers, waiting;
  int over;
  atomic_int open; /* items of the level may be taken */
  SETT_VECTOR (letter) inbox;
  SETT_VECTOR (letter) outbox;
} sett_ranks_team;

struct sett_ranks {
  const sett_transport *transport;
  sett_run *run;
  sett_ranks_hand *hands; /* by worker */
  sett_ranks_team team;
  sett_ranks_states states;        /* of this rank, level by level */
  sett_ranks_level search;         /* of them, */
  sett_ranks_level *level;         /* or what cycles are looked for with */
  sett_virtual_ranks *virtual;     /* null, or what more ranks would do */
  uint64_t sent, received;         /* messages */
  int told;                        /* the others, that the run stops */
  int paused;                      /* a checkpoint is to be written by all */
  size_t first;                    /* violations of the initial state */
  int mutilated;                   /* tests: a batch was lost */
  unsigned char *message;          /* that has arrived */
  SETT_VECTOR (sett_remote) noted; /* in this level, each kind once */
  SETT_VECTOR (sett_remote) known; /* in the levels before; all_errors */
  uint64_t sent_bytes, fewest, most;
  uint64_t totals[5];        /* states, transitions, bytes, messages, theirs */
  sett_ranks_cycles *cycles; /* null: states are looked for */
};

static inline unsigned sett_ranks_mutant (const sett_ranks *r) {
  return SETT_MUTANT (r->run->options->explorer.reduction.mutant);
}

static inline sett_ranks_hand *sett_ranks_hand_of (const sett_worker *w) {
  return &w->run->ranks->hands[w->index];
}

static inline uint64_t sett_ranks_place_of (unsigned rank, uint64_t index) {
  SETT_ASSERT (index <= INDEX_MASK);
  return (uint64_t)rank << INDEX_BITS | index;
}

/* ranks_wire.c: batches.  What is in those of a worker is sent; one that has
   arrived is read. */
uint64_t sett_ranks_hash (const sett_entry *);
unsigned sett_ranks_owner (const sett_ranks *, uint64_t hash);
void sett_ranks_flush (sett_worker *);
void sett_ranks_read (sett_worker *, const letter *);
void sett_ranks_release_hand (sett_ranks_hand *, unsigned ranks);

/* The first worker: takes one message, whatever it is; false: there is none. */
int sett_ranks_receive (sett_ranks *);
void sett_ranks_post (sett_ranks *, unsigned to, const void *, size_t);

/* ranks_team.c: threads.  The first worker starts and ends the others. */
void sett_ranks_init_team (sett_ranks *);
void sett_ranks_release_team (sett_ranks *);
void sett_ranks_start_team (sett_worker *);
void sett_ranks_end_team (sett_worker *);

/* The first worker, with all others: until nothing is left to do, and nothing
   left to send.  While the level is open that is all of its items. */
void sett_ranks_open_level (sett_worker *);
void sett_ranks_close_level (sett_worker *);
void sett_ranks_work (sett_worker *);
void sett_ranks_communicate (sett_worker *);
void sett_ranks_attend (void *worker); /* communicates, and works meanwhile */

/* May the worker go on with its chunk? */
int sett_ranks_goes_on (sett_worker *);

/* A worker gives a batch to be sent by the first, whose letter it is then. */
void sett_ranks_hand_over (sett_worker *, const letter *);
void sett_ranks_put_into_inbox (sett_ranks *, const letter *);

/* Adds a state that is new, or a word, to what the worker has found; gives that
   to all.  Memory may be exhausted: then the run stops. */
void sett_ranks_find (sett_worker *, const sett_entry *, uint64_t parent);
void sett_ranks_find_word (sett_worker *, uint64_t word);
void sett_ranks_publish (sett_worker *);

/* ranks.c: is the first worker to stop taking items? */
int sett_ranks_is_paused (sett_worker *);

/* Collective: makes paths of what was noted in a level.  False: one could not
   be verified. */
int sett_ranks_settle (sett_worker *);

#endif
