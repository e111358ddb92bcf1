/* The states of a search in the memory of a device, and the launches that work
   on them (search.cl).  States have numbers, in the order in which they were
   found.

   A lossy store (tables.cl) does not hold all of them: the queue is a ring, and
   the oldest are overwritten, but none from the one on with which the expansion
   began that was the last to add states. */

#ifndef SETT_GPU_CARD_H
#define SETT_GPU_CARD_H

#include "gpu/device.h"
#include "gpu/tree.h"
#include "store/store.h"

/* As in search.cl. */
typedef enum sett_aim { SETT_AIM_ADD, SETT_AIM_FIND, SETT_AIM_COUNT } sett_aim;
enum { SETT_MARK_LOOK = 1, SETT_MARK_HARD = 2, SETT_MARK_FOUND = 4 };
enum {
  SETT_CARD_FULL = 1,
  SETT_CARD_LARGER = 2,
  SETT_CARD_WIDER = 4,
  SETT_CARD_CROWDED = 8
};
enum { SETT_CARD_MOST_MARKS = 1 << 14 };

typedef struct sett_card sett_card;

/* What a launch came to. */
typedef struct sett_launch {
  uint64_t transitions;
  uint64_t marks; /* more than SETT_CARD_MOST_MARKS: some are lost */
  unsigned flags; /* not 0: not everything was added */
} sett_launch;

/* A state that was marked. */
typedef struct sett_marked {
  uint64_t number;
  uint64_t root; /* its word */
  unsigned mark;
  uint32_t size;
  const unsigned char *state; /* of the card's, until the next call */
} sett_marked;

/* What a card is made for. */
typedef struct sett_card_plan {
  const sett_packing *packing; /* the device's program was built for these */
  const sett_gpu_tree *tree;
  sett_store_kind store;   /* table counts as tree */
  uint64_t memory;         /* bytes, at most */
  uint64_t bitstate_bytes; /* 0: half of them */
} sett_card_plan;

/* Null if there is not enough memory for anything. */
sett_card *sett_card_create (sett_device *, const sett_card_plan *);
void sett_card_destroy (sett_card *); /* accepts null */

/* Forgets all states; those that come again will have the words they had. */
void sett_card_reset (sett_card *);

uint64_t sett_card_states (const sett_card *); /* so far */
uint64_t sett_card_bytes (const sett_card *);  /* for the states so far */

/* Is the state with this number still in the queue? */
int sett_card_holds (const sett_card *, uint64_t number);

/* How much a lossy store may have lost: see store.h. */
void sett_card_survey (sett_card *, double *omission, double *fill);

/* Makes the table larger; false if there is no more memory, or it cannot. */
int sett_card_grow (sett_card *);

/* Is there place for so many more? */
int sett_card_has_place (const sett_card *, uint64_t count);

/* Expands states; with SETT_AIM_FIND it looks for those that have the state
   with the word `target` among their successors. */
void sett_card_expand (sett_card *, uint64_t low, uint64_t high, sett_aim,
                       uint64_t target, sett_launch *);

/* The states that the last launch marked, `first` and at most `room` more;
   gives how many. */
unsigned sett_card_marked (sett_card *, uint64_t first, unsigned room,
                           sett_marked *);
void sett_card_fetch (sett_card *, uint64_t number, sett_marked *);

/* Adds states, each of the packing's words. */
void sett_card_add (sett_card *, const uint64_t *states, uint64_t count,
                    sett_launch *);

/* In which bits states differed that did not fit: the packing's words. */
const uint64_t *sett_card_differences (const sett_card *);

/* Words in each table of nodes. */
const uint64_t *sett_card_nodes (const sett_card *);

#endif
