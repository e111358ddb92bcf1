/* Data races: two accesses to a field or an element, one of them a write, that
   nothing orders (happens-before of the Java memory model, on executions that
   are sequentially consistent). */

#ifndef SETT_JAVA_AGENT_VECTOR_CLOCKS_H
#define SETT_JAVA_AGENT_VECTOR_CLOCKS_H

#include "java/agent/things.h"

typedef struct sett_jrace {
  sett_thing *thing;
  sett_cell *cell;
  sett_epoch first, second;
  int first_writes, second_writes;
} sett_jrace;

extern sett_jrace sett_last_jrace;

/* A plain access.  False: it races with sett_last_jrace.first. */
int sett_races_plain (sett_jthread *, sett_thing *, sett_cell *, int writes,
                      int site, uintptr_t place);

/* One that is volatile or atomic: these race with plain ones only. */
int sett_races_atomic (sett_jthread *, sett_thing *, sett_cell *, int writes,
                       int site, uintptr_t place);

/* A copy is made: a plain access to all that is in the thing. */
int sett_races_copy (sett_jthread *, sett_thing *, int site, uintptr_t place);

/* An access now. */
sett_epoch sett_epoch_now (const sett_jthread *, int site, uintptr_t place);

/* What the thread has seen goes into a clock, or comes from it. */
void sett_clock_release (sett_jthread *, uint32_t **clock);
void sett_clock_acquire (sett_jthread *, const uint32_t *clock);
/* What `from` has done happens before what `to` does: it has started it, or it
   has ended. */
void sett_clock_pass (sett_jthread *from, sett_jthread *to);

#endif
