/* All outcomes of a random program, by trying everything: see reference.c. */

#ifndef TESTS_OUTCOMES_REFERENCE_H
#define TESTS_OUTCOMES_REFERENCE_H

#include "program.h"

#include <stddef.h>

/* A set of lines, sorted at the end. */
typedef struct lines {
  char **at;
  size_t count, room;
} lines;

void lines_add (lines *, const char *);
void lines_sort (lines *); /* and leaves out what is there twice */
void lines_release (lines *);
int lines_have (const lines *, const char *); /* sorted */

/* An outcome is one of
     ended VALUES      what main has written
     exit STATUS
     assertion NAME    misuse    crash    use-after-free
     stuck             nobody can go on; busy waiting is waiting */
typedef struct reference {
  lines outcomes;
  /* Those that are found even if a thread that is bound to go wrong by itself
     does so before others go on. */
  lines least;
  int complete; /* false: there were too many states */
  size_t states;
  int races;       /* two accesses are not ordered, in some execution */
  int raced_block; /* one of them to memory of the heap */
} reference;

/* Returns `complete`. */
int reference_find (const program *, size_t most_states, reference *);
void reference_release (reference *);

#endif
