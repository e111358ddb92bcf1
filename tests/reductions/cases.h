/* The properties that a model asks to check, from its comments:

     // check: CASE
     // expect: CASE = KINDS

   CASE is `safety', `acceptance [fair]', `progress [fair]' or `ltl FORMULA';
   KINDS the kinds of violations that must be found, with commas, or
   `verified'.  Every safety case also makes one about deadlocks alone. */

#ifndef TESTS_REDUCTIONS_CASES_H
#define TESTS_REDUCTIONS_CASES_H

#include "runs.h"
#include "table.h"

enum { MAX_CASES = 16 };

typedef struct property {
  char text[TEXT_SIZE]; /* the case as written */
  char formula[TEXT_SIZE];
  char options[80];
  char expected[80]; /* or "" */
  column column;
} property;

/* How many there are, or -1 for a file that cannot be read or understood. */
int cases_read (const char *model, property cases[MAX_CASES]);

void case_options (const property *, words *);

#endif
