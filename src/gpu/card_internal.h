/* What the files share that make a card (card.h). */

#ifndef SETT_GPU_CARD_INTERNAL_H
#define SETT_GPU_CARD_INTERNAL_H

#include "gpu/card.h"
#include "gpu/counters.h"

enum { PARTS = 4, FEW = 1 << 16, BUCKET = 4 };
#define MOST_STATES (UINT64_C (1) << 60) /* marks have three bits beside */

/* An array of words, in parts of the same size. */
typedef struct sett_row {
  sett_buffer parts[PARTS];
  uint64_t words; /* of a part */
} sett_row;

struct sett_card {
  sett_device *device;
  sett_store_kind store;
  uint32_t state_words;
  uint32_t tables; /* of nodes; at most, if there can be another tree */
  sett_row queue, table;
  sett_row work, notes;    /* of cycles, when these are looked for */
  uint64_t ring;           /* words of the queue */
  uint64_t room;           /* for states, before the last of each work-item */
  uint64_t live;           /* the first that may still be needed */
  uint64_t capacity, most; /* words of the table: now, at most */
  uint64_t limit;          /* states that it may get for now */
  uint64_t node_words;     /* of all tables of nodes */
  sett_buffer counters, marks, states, nodes, shape;
  sett_buffer layout;             /* null: there is only one */
  sett_buffer relations, put_off; /* null: nothing is reduced */
  uint64_t most_put_off;
  int ages;           /* it is asked which states are of a later level */
  uint64_t late_from; /* the first of them */
  int is_data;        /* it is not null */
  sett_kernel expand, add, clear, enter, survey, age; /* others: when needed */
  sett_kernel begin, cut, walk, earliest;             /* of cycles */
  int cycles;                                         /* will be looked for */
  sett_aim aim;             /* of the last expansion */
  uint64_t *news;           /* the counters, as last read */
  uint64_t counted, marked; /* of counters; of marks, by the last launch */
  unsigned char *fetched;   /* BATCH states with their sizes */
};

/* False if there is no memory. */
int sett_card_make_row (sett_card *, sett_row *, uint64_t words);
void sett_card_free_row (sett_card *, sett_row *);

/* Arguments that all kernels but one begin with; gives the position of the
   next.  `first` is the oldest state that the launch touches. */
int sett_card_set_rows (sett_card *, sett_kernel, uint64_t first);
void sett_card_set_buffer (sett_card *, sett_kernel, int position, sett_buffer);
void sett_card_set_word (sett_card *, sett_kernel, int position, uint64_t);

/* Launches, and sees to it that so many pieces of work were done: a driver
   that is out of memory, say, may do nothing, and not say so. */
void sett_card_launch (sett_card *, sett_kernel, uint64_t count);

void sett_card_find_cycle_kernels (sett_card *);

#endif
