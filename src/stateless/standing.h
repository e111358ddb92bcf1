/* Where threads stand in the states of an execution: what each is about to do.
   One goes through the execution event by event. */

#ifndef SETT_STATELESS_STANDING_H
#define SETT_STATELESS_STANDING_H

#include "base/vector.h"
#include "stateless/persistent_threads.h"

typedef struct sett_standings {
  const sett_log *log;
  sett_thread_set begun;             /* threads that have had an event */
  uint32_t next[SETT_MOST_THREADS];  /* event of each thread */
  SETT_VECTOR (uint32_t) successors; /* of each event, in its thread */
} sett_standings;

void sett_standings_release (sett_standings *);

/* To the state before the event `start`. */
void sett_standings_begin (sett_standings *, const sett_log *, uint32_t start);

/* To the state after this event, from the one before it. */
void sett_standings_pass (sett_standings *, uint32_t index);

/* The threads that exist in the state before an event, and are not finished;
   and how they stand. */
sett_thread_set sett_standings_get (const sett_standings *, uint32_t index,
                                    sett_standing standings[SETT_MOST_THREADS]);

#endif
