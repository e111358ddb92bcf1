/* Formulas of linear temporal logic over numbered propositions.

   A front end builds them, src/ltl makes automata of them.  All parts of a
   formula live in one arena of the builder's. */

#ifndef SETT_KERNEL_FORMULA_H
#define SETT_KERNEL_FORMULA_H

typedef enum sett_formula_kind {
  SETT_FORMULA_TRUE,
  SETT_FORMULA_FALSE,
  SETT_FORMULA_PROPOSITION,
  SETT_FORMULA_NOT,
  SETT_FORMULA_AND,
  SETT_FORMULA_OR,
  SETT_FORMULA_NEXT,
  SETT_FORMULA_UNTIL,  /* left holds until right does, and right will */
  SETT_FORMULA_RELEASE /* right holds up to and including when left does */
} sett_formula_kind;

typedef struct sett_formula sett_formula;
struct sett_formula {
  sett_formula_kind kind;
  unsigned proposition; /* below SETT_MOST_PROPOSITIONS */
  const sett_formula *left, *right;
};

#define SETT_MOST_PROPOSITIONS 64u

struct sett_text;

/* Adds the name of a proposition. */
typedef void sett_proposition_writer (void *context, unsigned number,
                                      struct sett_text *);

/* The formula in SPIN's syntax. */
void sett_formula_show (const sett_formula *, sett_proposition_writer *,
                        void *context, struct sett_text *);

#endif
