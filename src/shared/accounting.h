/* What the run-time in a program and the agent in a virtual machine count
   alike, in the memory that they share with Sett: how executions have ended,
   and whether these are enough. */

#ifndef SETT_SHARED_ACCOUNTING_H
#define SETT_SHARED_ACCOUNTING_H

#include "base/assert.h"
#include "kernel/runner.h"
#include "shared/listed.h"
#include "shared/shared.h"

#include <string.h>

static inline void sett_count_ending (sett_shared *shared, const sett_log *log,
                                      const sett_plan *plan) {
  SETT_ASSERT (log->count <= log->room);
  shared->executions++;
  switch (log->ending) {
  case SETT_ASLEEP:
    shared->asleep++;
    break;
  case SETT_IN_VAIN:
    shared->in_vain++;
    break;
  case SETT_ASSUMED:
    shared->assumed++;
    break;
  case SETT_CUT:
    shared->cut++;
    shared->bounded = 1;
    break;
  case SETT_MATCHED:
    shared->matched++;
    break;
  case SETT_DEPARTED:
    /* New territory can turn out to be a dead end; what was there before must
       be there again. */
    shared->departed++;
    if (log->count < plan->sleep_from)
      shared->bounded = 1;
    else
      shared->dead_ends++;
    break;
  default:
    break;
  }
}

/* What was listed from there on is going to be repeated.  (The program can
   reach the list: what is not whole ends it.) */
static inline void sett_list_repeat (sett_shared *shared, size_t from) {
  sett_listed l;
  while (from + sizeof l <= shared->list_length) {
    memcpy (&l, shared->list + from, sizeof l);
    l.is_repeated = 1;
    memcpy (shared->list + from, &l, sizeof l);
    if (l.size < sizeof l || l.size > shared->list_length - from)
      return;
    from += l.size;
  }
}

/* The search begins again. */
static inline void sett_forget_endings (sett_shared *shared) {
  sett_list_repeat (shared, 0);
  shared->executions = shared->asleep = shared->assumed = shared->matched = 0;
  shared->in_vain = shared->cut = shared->departed = shared->dead_ends = 0;
  shared->bounded = 0;
  memset (shared->exits, 0, sizeof shared->exits);
}

/* How executions had ended at some moment: a part of the search begins again
   (stateless/partition.c). */
typedef struct sett_endings {
  uint64_t executions, asleep, assumed, in_vain, cut, departed, dead_ends;
  uint64_t violations_seen;
  size_t list_length;
  int bounded;
  sett_exits exits[SETT_SYSTEM_PROCESSES];
} sett_endings;

static inline void sett_note_endings (sett_endings *e,
                                      const sett_shared *shared) {
  *e = (sett_endings){.executions = shared->executions,
                      .asleep = shared->asleep,
                      .assumed = shared->assumed,
                      .in_vain = shared->in_vain,
                      .cut = shared->cut,
                      .departed = shared->departed,
                      .dead_ends = shared->dead_ends,
                      .violations_seen = shared->violations_seen,
                      .list_length = shared->list_length,
                      .bounded = shared->bounded};
  memcpy (e->exits, shared->exits, sizeof e->exits);
}

static inline void sett_return_to_endings (sett_shared *shared,
                                           const sett_endings *e) {
  sett_list_repeat (shared, e->list_length);
  shared->executions = e->executions;
  shared->asleep = e->asleep;
  shared->assumed = e->assumed;
  shared->in_vain = e->in_vain;
  shared->cut = e->cut;
  shared->departed = e->departed;
  shared->dead_ends = e->dead_ends;
  shared->violations_seen = e->violations_seen;
  shared->bounded = e->bounded;
  memcpy (shared->exits, e->exits, sizeof e->exits);
}

/* Has enough been seen? */
static inline int sett_is_enough (const sett_shared *shared) {
  const sett_orders *orders = &shared->orders;
  if (shared->stop || (shared->counterexample_count && !orders->all_errors))
    return 1;
  return orders->executions &&
         shared->executions + shared->walks >= orders->executions;
}

#endif
