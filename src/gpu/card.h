/* The states of a search in the memory of a device, and the launches that work
   on them (search.cl).  States have numbers, in the order in which they were
   found.

   A lossy store (tables.cl) does not hold all of them: the queue is a ring, and
   the oldest are overwritten, but none from the one on with which the expansion
   began that was the last to add states. */

#ifndef SETT_GPU_CARD_H
#define SETT_GPU_CARD_H

#include "gpu/device.h"
#include "gpu/launches.h"
#include "gpu/word_tree.h"
#include "store/store.h"

enum { SETT_CARD_MOST_MARKS = 1 << 14 };

typedef struct sett_card sett_card;

/* What a launch came to. */
typedef struct sett_launch {
  uint64_t transitions;
  uint64_t marks;   /* more than SETT_CARD_MOST_MARKS: some are lost */
  unsigned flags;   /* not 0: not everything was added */
  uint64_t put_off; /* states that must be expanded in full */
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
  int cycles;              /* will be looked for */
  int is_data;             /* the program can be given another tree */
  int built_in;            /* the tree is the program's own */
  uint64_t most_put_off;   /* by one launch; 0: nothing is reduced */
  int ages;                /* levels count for that */
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

/* Makes the words of all states anew, for tables of nodes that are as large as
   they are in the tree now; or for another tree and packing, if the program can
   be given that (not `built_in`).  If these tables are too small, how many
   words each would have at least is known (sett_card_nodes), and the states
   have their words as before; but nothing can be added until they have been
   made anew. */
typedef enum sett_repacking {
  SETT_REPACKING_DONE,
  SETT_REPACKING_CROWDED,
  SETT_REPACKING_LOST /* no room; nothing counts any more */
} sett_repacking;
sett_repacking sett_card_repack (sett_card *, const sett_gpu_tree *,
                                 const sett_packing *, int built_in);

/* Is there place for so many more? */
int sett_card_has_place (const sett_card *, uint64_t count);

/* Expands states; with SETT_AIM_FIND it looks for those that have the state
   with the word `target` among their successors. */
void sett_card_expand (sett_card *, uint64_t low, uint64_t high, sett_aim,
                       uint64_t target, sett_launch *);

/* The states with these numbers are a level that begins; those behind them are
   of a later one. */
void sett_card_age (sett_card *, uint64_t low, uint64_t high);

/* Expands states in full that the last expansion put off: from one to another
   of the list that it made, which is kept until the next. */
void sett_card_expand_put_off (sett_card *, uint64_t from, uint64_t to,
                               sett_launch *);

/* What reductions know (relations.h); true if there is memory for it. */
int sett_card_relate (sett_card *, const uint64_t *words, uint64_t count);

/* The states that the last launch marked, `first` and at most `room` more;
   gives how many. */
unsigned sett_card_marked (sett_card *, uint64_t first, unsigned room,
                           sett_marked *);
/* All of them, each as its number, shifted by three, and its mark: a copy, so
   that others can be launched. */
typedef SETT_VECTOR (uint64_t) sett_marks;
void sett_card_all_marked (sett_card *, sett_marks *);
void sett_card_fetch (sett_card *, uint64_t number, sett_marked *);

/* Adds states, each of the packing's words. */
void sett_card_add (sett_card *, const uint64_t *states, uint64_t count,
                    sett_launch *);

/* What cycles.cl does, once all states are known and there is memory for it.
   `Work` is a list of states; beginning and cutting fill it anew, and expanding
   it goes on.  A round begins with all accepting states that are left, or (not
   SETT_CARD_ALL) with one that has this word. */
#define SETT_CARD_ALL (~UINT64_C (0))
int sett_card_prepare_cycles (sett_card *);
void sett_card_begin_round (sett_card *, int first, uint64_t root);
void sett_card_cut (sett_card *);
uint64_t sett_card_work (const sett_card *);

/* Does with states what is done with successors of the state with this word. */
void sett_card_touch (sett_card *, const uint64_t *states, uint64_t count,
                      sett_aim, uint64_t from, uint64_t target, sett_launch *);
void sett_card_fetch_work (sett_card *, uint64_t index, sett_marked *);

/* Goes from predecessor to predecessor for a while: from the word in walk->at,
   to an accepting state that is met again, or (`closes`) back to itself; then
   the states in between are the work, backwards. */
typedef struct sett_walk {
  uint64_t at, begin;
  uint64_t count; /* states so far */
  int closes;
} sett_walk;
sett_walk_state sett_card_walk (sett_card *, sett_walk *);

/* The number of the first state on the last walk. */
uint64_t sett_card_earliest (sett_card *);

/* In which bits states differed that did not fit: the packing's words. */
const uint64_t *sett_card_differences (const sett_card *);

/* Words in each table of nodes, as many as the tree has. */
const uint64_t *sett_card_nodes (const sett_card *);

#endif
