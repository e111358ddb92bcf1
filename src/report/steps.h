/* Steps as people read them, for check, replay and simulate:

       12   P (0)   m.pml:7    x = 1
                   x = 1
       13 / P (0)   m.pml:9    c!x            -> Q (1)
       14 | P (0)   m.pml:10   y++
       15 \ P (0)   m.pml:11   assert (y == 0)
            ^ assertion violated: y == 0

   The strokes join the steps of an atomic run.  A run that goes on for ever
   shows where its cycle is:

       --- the cycle begins here, after step 15
       16   Q (1)   m.pml:20   x = 2
       --- back to step 16, for ever */

#ifndef SETT_REPORT_STEPS_H
#define SETT_REPORT_STEPS_H

#include "kernel/violation.h"
#include "kernel/walk.h"

struct sett_colours;
struct sett_text;

typedef struct sett_steps_style {
  const struct sett_colours *colours;
  int verbose; /* show the first and the last state as a whole */
  int name_width, where_width; /* of the columns; grow as needed */
} sett_steps_style;

/* One step: its line, what changed, what the model printed. */
void sett_steps_show (sett_steps_style *, const sett_move *,
                      struct sett_text *);

/* The cycle of a lasso begins after step number `cycle`, and is closed by the
   last step; if both are the same nothing can move any more. */
void sett_steps_show_cycle (const sett_steps_style *, uint64_t cycle,
                            struct sett_text *);
void sett_steps_show_return (const sett_steps_style *, uint64_t cycle,
                             uint64_t last, struct sett_text *);

/* What is wrong after the last step; for a deadlock, where each process
   stands. */
void sett_steps_show_violation (const sett_steps_style *, const sett_move *,
                                sett_violation_kind, struct sett_text *);

/* Where each process stands. */
void sett_steps_show_positions (const sett_move *, struct sett_text *);

/* A step that could be taken, for a menu: process, place, statement; and what
   it changes, where another step looks the same. */
void sett_steps_show_choice (const sett_move *last, const sett_sink *,
                             uint32_t index, struct sett_text *);

#endif
