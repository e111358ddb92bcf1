/* Terms: formulas in negation normal form, simplified, each kept once.

   Two terms are equal if and only if their numbers are.  Negation is the
   exchange of each operator for its dual, so that a rule is written for one
   of the two and holds for the other. */

#ifndef SETT_LTL_TERMS_H
#define SETT_LTL_TERMS_H

#include "base/vector.h"
#include "kernel/formula.h"

#include <stdint.h>

typedef uint32_t term;

enum { TERM_FALSE, TERM_TRUE }; /* the numbers of the constants */

typedef struct term_node {
  sett_formula_kind kind; /* never NOT, except for a negated proposition */
  unsigned proposition;
  term left, right; /* NEXT has `left` only */
  term negation;
  int eventual;  /* true later implies true now */
  int universal; /* true now implies true later */
} term_node;

enum { TERMS_CACHED = 4096, TERMS_MOST = 4000 };

typedef struct terms {
  SETT_VECTOR (term_node) nodes;
  struct {
    term left, right;
    int known, answer;
  } implied[TERMS_CACHED]; /* what `term_implies` found last */
  uint64_t work;
  int failed; /* the formula is too large: terms mean nothing any more */
} terms;

void sett_terms_init (terms *);
void sett_terms_release (terms *);

term sett_term_of_formula (terms *, const sett_formula *, int negated);
term sett_term_not (terms *, term);

static inline const term_node *term_at (const terms *ts, term t) {
  return &ts->nodes.at[t];
}

#endif
