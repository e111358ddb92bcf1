/* What threads do below a state: sets of touches, each of them kept once.

   A touch says that a thread touches an object in one of some kinds of ways,
   somewhere below; and which threads must move before it does (`after`): the
   touch comes after the join of such a thread, or after an event of it that
   created its thread or woke it up.  Sets grow: of one thread and object, kinds
   are put together, and of `after` only what is true on all ways is left.  A
   thread that touches very many objects counts as touching all of them.

   Equal sets have equal numbers, so that what was computed once is looked up:
   the union of two sets, the set before an action, and who is in its way.

   SETT_NOTHING_BELOW is the number of the empty set. */

#ifndef SETT_STATELESS_SUMMARY_H
#define SETT_STATELESS_SUMMARY_H

#include "base/vector.h"
#include "kernel/event.h"
#include "stateless/saved.h"

#define SETT_NOTHING_BELOW 0
#define SETT_ANY_OBJECT UINT32_MAX
#define SETT_ANY_KIND ((1u << SETT_EFFECTS) - 1)

typedef struct sett_touch {
  uint64_t after; /* a mask; of threads above 63 it is not known */
  uint32_t object;
  uint32_t thread : 8, kinds : 24;
} sett_touch;

/* What an edge of the graph of states stands for. */
typedef struct sett_action {
  sett_thread_set joined; /* threads whose end its thread waits for */
  sett_thread_set woken;  /* threads that do nothing before it */
  uint32_t touches;
  uint32_t thread;
} sett_action;

typedef struct sett_touch_set {
  uint32_t first, count;
  uint64_t hash;
} sett_touch_set;

/* Numbers by hash: slots hold numbers plus 1. */
typedef struct sett_number_table {
  uint32_t *slots;
  size_t room, count;
} sett_number_table;

typedef struct sett_computed {
  uint64_t key, value;
} sett_computed;

typedef struct sett_summaries {
  SETT_VECTOR (sett_touch) touches; /* of all sets */
  SETT_VECTOR (sett_touch_set) sets;
  SETT_VECTOR (sett_action) actions;
  SETT_VECTOR (sett_touch) draft; /* of a set that is being made */
  sett_number_table set_table, action_table;
  sett_computed *computed;
  size_t computed_room, computed_count;
  int mutant;
} sett_summaries;

void sett_summaries_release (sett_summaries *);

/* As bytes, with what was computed: a search that goes on has the same numbers.
   What is loaded comes into empty ones. */
void sett_summaries_save (const sett_summaries *, sett_saved *);
void sett_summaries_load (sett_summaries *, sett_saved *);

/* A set is made touch by touch; then it gets its number. */
void sett_summaries_add (sett_summaries *, sett_touch);
uint32_t sett_summaries_make (sett_summaries *);

/* The number of an action. */
uint32_t sett_summaries_action (sett_summaries *, const sett_action *);

uint32_t sett_summaries_union (sett_summaries *, uint32_t, uint32_t);

/* What is below a state from which the action leads to one with this set. */
uint32_t sett_summaries_before (sett_summaries *, uint32_t action,
                                uint32_t set);

/* The threads that do something in the set which conflicts with the action, and
   that can do so without a move of its thread. */
sett_thread_set sett_summaries_rivals (sett_summaries *, uint32_t action,
                                       uint32_t set);

#endif
