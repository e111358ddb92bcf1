/* The supervisor's end of the board (shared/board.h). */

#ifndef SETT_PROGRAM_BOARD_H
#define SETT_PROGRAM_BOARD_H

#include "shared/board.h"

struct sett_text;

typedef struct sett_board_handle {
  sett_board *board; /* where everybody has it */
  int file;          /* inherited by the program */
} sett_board_handle;

/* A board with nothing on it but what the supervisor knows.  There can be one
   at a time.  False, with a sentence, when that fails. */
int sett_board_open (sett_board_handle *, size_t most_memory,
                     struct sett_text *error);
void sett_board_close (sett_board_handle *);

/* In the same file there are boards of other workers (shared/workers.h).  Each
   can be seen, one at a time, where everybody has it, so that pointers into it
   are valid... */
int sett_board_turn_to (sett_board_handle *, unsigned worker);
/* ...and besides anywhere else; null if that fails. */
sett_board *sett_board_watch (const sett_board_handle *, unsigned worker,
                              size_t most_memory);
void sett_board_unwatch (sett_board *);

/* What workers share; null if that fails. */
struct sett_share *sett_share_watch (const sett_board_handle *);
void sett_share_unwatch (struct sett_share *);

/* Forgets everything that a program wrote. */
void sett_board_clear (sett_board *);

/* Puts something on the board for orders, before the program starts: its
   address there, for everybody. */
void *sett_board_put (sett_board *, const void *, size_t bytes);

/* Does the board contain these bytes?  A program that runs wild may have
   written anything. */
int sett_board_contains (const sett_board *, const void *, size_t bytes);

#endif
