/* What Sett says about random programs. */

#ifndef TESTS_OUTCOMES_ASK_H
#define TESTS_OUTCOMES_ASK_H

#include "reference.h"

#include "shared/shared.h"
#include "stateless/stateless.h"

typedef struct way {
  const char *name;
  sett_stateless_kind search;
  sett_discipline discipline;
  int stateful;
  int preemptions; /* 0: any number */
} way;

int is_partial (const way *);

typedef struct asking {
  const char *program; /* the executable; of Java: the class path */
  const char *library; /* of Sett */
  uint64_t executions; /* of a search, at most */
  int java;
} asking;

typedef struct answer {
  lines outcomes;
  int races, discipline;
  int bounded;
  int finished;
  uint64_t executions;
  char error[600];
} answer;

/* About the program with this number. */
void ask (const asking *, const program *, unsigned number, const way *,
          answer *);

/* About `count` programs in Java from this number on, in one search, that
   begins by choosing one of them: a virtual machine takes longer to start than
   most programs to be explored.  False: it did not come to its end, or
   something was noted; nothing is known then, and there are no answers. */
int ask_together (const asking *, const program *, unsigned first,
                  unsigned count, const way *, answer *);

#endif
