/* The states of a search in the memory of a device, and the launches that work
   on them (search.cl).  States have numbers, in the order in which they were
   found. */

#ifndef SETT_GPU_CARD_H
#define SETT_GPU_CARD_H

#include "gpu/device.h"
#include "gpu/pack.h"

/* As in search.cl. */
typedef enum sett_aim { SETT_AIM_ADD, SETT_AIM_FIND, SETT_AIM_COUNT } sett_aim;
enum { SETT_MARK_LOOK = 1, SETT_MARK_HARD = 2, SETT_MARK_FOUND = 4 };
enum { SETT_CARD_FULL = 1, SETT_CARD_LARGER = 2, SETT_CARD_WIDER = 4 };
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
  unsigned mark;
  uint32_t size;
  const unsigned char *state; /* of the card's, until the next call */
} sett_marked;

/* The device's program must have been built for the packing.  At most `memory`
   bytes are taken; null if there is not enough for anything. */
sett_card *sett_card_create (sett_device *, const sett_packing *,
                             uint64_t memory);
void sett_card_destroy (sett_card *); /* accepts null */

uint64_t sett_card_used (const sett_card *);   /* numbers so far */
uint64_t sett_card_states (const sett_card *); /* these without holes */
uint64_t sett_card_bytes (const sett_card *);  /* for the states so far */

/* Makes the table larger; false if there is no more memory. */
int sett_card_grow (sett_card *);

/* Is there place for so many more? */
int sett_card_has_place (const sett_card *, uint64_t count);

/* Expands states; with SETT_AIM_FIND it looks for those that have the state
   with number `target` among their successors. */
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

uint64_t sett_card_key_bytes (const sett_card *);

/* In which bits states differed that did not fit, and, once that was learnt,
   all that are there: the packing's words. */
void sett_card_learn (sett_card *);
const uint64_t *sett_card_differences (const sett_card *);

#endif
