/* What a toy program can do, found by trying everything. */

#ifndef SETT_TESTS_STATELESS_ORACLE_H
#define SETT_TESTS_STATELESS_ORACLE_H

#include "toy.h"

/* A set of hashes, numbered as they come. */
typedef struct hash_set {
  uint64_t *slots;
  uint32_t *numbers;
  size_t room, count;
} hash_set;

uint64_t hash_of_state (const toy_state *);
int set_add (hash_set *, uint64_t); /* false: it is there already */
int set_has (const hash_set *, uint64_t);
uint32_t set_number (const hash_set *, uint64_t); /* of one that it has */
int set_within (const hash_set *, const hash_set *);
int set_equal (const hash_set *, const hash_set *);
void set_clear (hash_set *);
void set_forget_from (hash_set *, uint32_t number); /* what came later */
void set_release (hash_set *);

/* How executions can end. */
typedef struct outcomes {
  hash_set finals;     /* states of proper ends */
  hash_set deadlocks;  /* states */
  hash_set violations; /* thread and place of failed assertions */
} outcomes;

void outcomes_note (outcomes *, const toy_machine *);
int outcomes_equal (const outcomes *, const outcomes *);
void outcomes_release (outcomes *);

int outcomes_within (const outcomes *, const outcomes *);

/* The outcomes of a program, by a search over its states; of executions with at
   most so many preemptions, if not negative.  False: more than `most` states.
 */
int oracle_outcomes (toy_machine *, outcomes *, size_t most, int preemptions);

/* The Mazurkiewicz trace of the machine's execution, as a hash. */
uint64_t oracle_trace (const toy_machine *);

/* The machine's execution ended in a fault or the like: without its last event,
   is it one that could not have gone on but into a fault?  Takes that event
   back. */
int oracle_is_last_resort (toy_machine *);

/* All traces, by a search over all interleavings, of executions that go on as
   long as there is a step without a fault.  False: it would take more than
   `most` steps. */
int oracle_traces (toy_machine *, hash_set *, size_t most);

/* Calls `report` once for each trace that is not in the set, with the machine
   at the end of such an execution. */
void oracle_missing (toy_machine *, const hash_set *,
                     void (*report) (const toy_machine *));

#endif
