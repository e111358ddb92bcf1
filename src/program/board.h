/* The supervisor's end of the board (runtime/board.h). */

#ifndef SETT_PROGRAM_BOARD_H
#define SETT_PROGRAM_BOARD_H

#include "runtime/board.h"

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

/* Forgets everything that a program wrote. */
void sett_board_clear (sett_board *);

/* Memory on the board for orders, before the program starts. */
void *sett_board_get (sett_board *, size_t bytes);

/* Does the board contain these bytes?  A program that runs wild may have
   written anything. */
int sett_board_contains (const sett_board *, const void *, size_t bytes);

#endif
