/* With which statuses the processes of the beginning exit.

   A status other than 0 is wrong in any case (--exit-status), or if other
   executions of the same process exit with 0 (the default): then the result
   depends on chance.  An execution that exits with another is kept until it is
   known whether one exits with 0 (`failing`), and is a violation from then
   on.  Those that walks by chance have seen count for that, but not as
   executions. */

#ifndef SETT_SHARED_EXIT_STATUSES_H
#define SETT_SHARED_EXIT_STATUSES_H

#include "shared/counterexample.h"

typedef struct sett_exits {
  uint64_t fine, failed;        /* executions with 0, with another status... */
  int status;                   /* ...the first of these */
  uint8_t vary;                 /* there were several such statuses */
  uint8_t succeeded;            /* somebody has seen one with 0 */
  sett_counterexample *failing; /* null: none, or it is a violation already */
} sett_exits;

/* What is said of it, as a format. */
#define SETT_EXITED "exited with status %d"

/* Is it wrong, of a process, to exit with another status than 0? */
static inline int sett_exits_are_wrong (const sett_exits *exits,
                                        sett_status_rule rule) {
  return rule == SETT_STATUS_ANY ||
         (rule == SETT_STATUS_DIFFERS && exits->succeeded);
}

/* An execution of the search counts, one of a walk does not. */
static inline void sett_exits_count (sett_exits *exits, int status,
                                     int counts) {
  if (!status) {
    exits->succeeded = 1;
    exits->fine += counts != 0;
    return;
  }
  exits->vary |= exits->status && exits->status != status;
  if (!exits->status)
    exits->status = status;
  exits->failed += counts != 0;
}

/* What several workers have counted; their violations stay where they are. */
static inline void sett_exits_add (sett_exits *sum, const sett_exits *more) {
  sum->fine += more->fine;
  sum->failed += more->failed;
  sum->succeeded |= more->succeeded;
  sum->vary |= more->vary ||
               (sum->status && more->status && sum->status != more->status);
  if (!sum->status)
    sum->status = more->status;
}

#endif
