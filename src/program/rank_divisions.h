/* Parts of a search where ranks share it: one that has none left gets some of
   another's, or, if there are no more, what comes of one that is given up and
   divided anew (stateless/partition.c).  All ranks have the same divisions, in
   the same order, and know when no part is left.

   While somebody waits, the first rank gives one rank at a time the *turn*.  If
   that has parts which nobody has taken, half of them go to the first rank, and
   from there to one that waits.  Else a worker there that has been at a part
   for long divides it.  What comes of that goes to the first rank, which gives
   it its number and tells all, and nobody takes a part of it before.  Of a
   division each rank has every n-th part, as of the first ones.

       STATE     to the first rank: do workers wait here, or do all rest; are
                 there parts; how much was heard from it
       TURN      from it: this rank may hand over, or divide...
       HANDED    ...to it: and hands over these parts; the turn is over
       OFFER     ...to it: and has divided one; the turn is over
       BACK      ...to it: and does neither; the turn is over
       GIVEN     from it to one that waits: parts, which are its own now
       DIVIDED   from it to all: a division
       CLOSED    from it to all: no part is left

   Why none is lost when it is closed: a rank rests when it has no part that
   nobody has taken, and no worker at one.  It gets others from the first rank
   only, which has them of the one who had the turn.  It closes when nobody has
   the turn, so that nothing is on its way to it, and all rest, having heard all
   that it has told them.  Messages between two ranks come in order.

   Nobody sends while he hears: what is heard is noted, and acted upon when it
   is time (tend). */

#ifndef SETT_PROGRAM_RANK_DIVISIONS_H
#define SETT_PROGRAM_RANK_DIVISIONS_H

#include "shared/worker_pool.h"

struct sett_saved;

/* What messages begin with. */
typedef enum sett_division_word {
  SETT_DIVISION_STATE = 0x5e80,
  SETT_DIVISION_TURN,
  SETT_DIVISION_HANDED,
  SETT_DIVISION_OFFER,
  SETT_DIVISION_BACK,
  SETT_DIVISION_GIVEN,
  SETT_DIVISION_DIVIDED,
  SETT_DIVISION_CLOSED
} sett_division_word;

typedef struct sett_rank_state {
  uint64_t waits; /* somebody does, and there is no part here */
  uint64_t rests; /* all of them do */
  uint64_t parts; /* a measure of how many nobody has taken; 0: none */
  uint64_t heard; /* from the first rank: divisions, and parts */
} sett_rank_state;

typedef struct sett_rank_divisions {
  sett_pool *pool; /* null: nothing is given up in this era */
  unsigned rank, ranks;
  void (*send) (void *sender, unsigned to, sett_division_word,
                const struct sett_saved *);
  void *sender;
  int mutant;      /* tests: a deliberate error (shared/mutant.def) */
  int has_turn;    /* this rank... */
  unsigned waited; /* ...for so long */
  uint64_t heard;
  sett_rank_state told; /* last */
  /* The first rank: */
  sett_rank_state *states;  /* of all */
  uint64_t *sent;           /* to each: divisions, and parts */
  unsigned turn;            /* who has it... */
  int is_given;             /* ...if anybody has */
  unsigned waiting;         /* who got parts last */
  struct sett_saved *offer; /* what was offered, or handed over, and is not told
                               yet; null: nothing */
  int is_handed;
} sett_rank_divisions;

/* An era begins; a pool of null: nothing is given up in it. */
void sett_rank_divisions_begin (sett_rank_divisions *, sett_pool *);
void sett_rank_divisions_release (sett_rank_divisions *);

/* What another rank has sent. */
void sett_rank_divisions_hear (sett_rank_divisions *, unsigned from,
                               sett_division_word, struct sett_saved *);

/* Now and then, from the beginning of an era until all ranks have ended theirs.
   over: there are no workers here any more. */
void sett_rank_divisions_tend (sett_rank_divisions *, int over);

#endif
