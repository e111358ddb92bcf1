/* Running a program under orders, once or for a whole search, and what came of
   it. */

#ifndef SETT_PROGRAM_RUN_H
#define SETT_PROGRAM_RUN_H

#include "program/board.h"
#include "program/supervise.h"
#include "program/system.h"

struct sett_text;

typedef struct sett_job {
  const sett_system *system;
  const char *library; /* the run-time */
  sett_orders orders;  /* choices: anywhere; they are copied to the board */
  size_t memory;       /* 0: no limit */
  double seconds;      /* 0: no limit */
  int keeps_output;    /* the program's output is not caught */
  const volatile int *interrupted;
  void (*progress) (void *context, const sett_board *, double seconds);
  void *context;
} sett_job;

/* Runs it to its end.  The board is there until sett_board_close, which is due
   either way.  False, with a sentence, if the program could not be started or
   has ended before main. */
int sett_run (const sett_job *, sett_board_handle *, sett_supervised *,
              struct sett_text *error);

/* Prepares the same and runs gdb for one of the processes, as orders.gdb says;
   the others run as always.  False, with a sentence, if that is not possible.
 */
int sett_run_debugger (const sett_job *, sett_board_handle *,
                       struct sett_text *error);

/* "was killed by signal 9 (Killed)", "ended with status 3": what `wait` says.
 */
void sett_run_add_death (int status, struct sett_text *);

#endif
