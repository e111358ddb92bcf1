/* Toy programs: by chance, and by name. */

#ifndef SETT_TESTS_STATELESS_PROGRAMS_H
#define SETT_TESTS_STATELESS_PROGRAMS_H

#include "stateless/persistent_threads.h"
#include "toy.h"

/* What random programs are made of: one of these, or all. */
typedef enum toy_flavour {
  TOY_ATOMICS,
  TOY_MUTEXES,
  TOY_RWLOCKS,
  TOY_SEMAPHORES,
  TOY_CONDITIONS,
  TOY_BARRIERS,
  TOY_SPINNING,
  TOY_THREADING, /* create, join, end */
  TOY_CHOICES,
  TOY_FAULTS,  /* assertions, assumptions */
  TOY_GUARDED, /* variables under locks */
  TOY_QUEUES,  /* of a few items, with any number of threads at each end */
  TOY_BLOCKS,  /* atomic blocks: effects that nobody can foresee */
  TOY_GATES, /* threads that go on only in a part of the orders, and touch more
                than they announce */
  TOY_LATCHES,
  TOY_FLAVOURS
} toy_flavour;

extern const char *const toy_flavour_names[TOY_FLAVOURS];

/* The flavour of a program is told by its seed. */
toy_flavour toy_generate (toy_program *, uint64_t seed);

/* Some of its threads go on for ever, with what they do after they have created
   and joined others. */
void toy_make_endless (toy_program *, uint64_t seed);
/* Some of its threads keep locks that they should give back, and main joins
   another thread late, or not, according to what it reads. */
void toy_make_careless (toy_program *, uint64_t seed);
int toy_ends (const toy_program *); /* can it end with threads left? */

/* Has it something in which effects cannot be foreseen (then some executions
   may be equivalent)?  Blocks, faults, and sums that are compared. */
int toy_is_vague (const toy_program *);

/* Does somebody arrive at a barrier?  What sleeps before one where a part of a
   search begins is woken by any arrival there, also by one that leaves it time:
   then some executions may be equivalent, too. */
int toy_gathers (const toy_program *);

/* Known programs, with the number of their traces; 0: ask the oracle. */
typedef struct toy_known {
  const char *name;
  void (*make) (toy_program *, unsigned size, unsigned other);
  unsigned size, other;
  uint64_t traces;
  int slow;
} toy_known;

extern const toy_known toy_known_programs[];
extern const unsigned toy_known_count;

/* What the threads of a program may do, read off its text. */
sett_bounds toy_bounds (const toy_program *);

/* Threads that copy a variable under its lock. */
void toy_make_copying (toy_program *, unsigned threads);

/* One thread keeps a lock in between, the other one releases it at once. */
void toy_make_keeping (toy_program *);

/* One thread takes from a semaphore with so many units, the other gives to it
   and takes. */
void toy_make_units (toy_program *, unsigned units);

/* For measurements: 3 threads, 30 visible operations. */
void toy_make_bench (toy_program *);

#endif
