/* What a term asks for: the transitions of an alternating automaton, the
   states of which are the terms.

   To satisfy a term is to satisfy one of its options: a condition on the state
   that is read now, and a set of duties, terms to satisfy from the next state
   on.  Duties are numbered, so that a set of them is a set of bits.

   A release unfolds its right side each time.  What that asks for need not be
   a duty besides: it is left out of sets.

   An option that unfolds a U b and puts b off says so.  A way to satisfy
   everything exists exactly if there is one on which nothing is put off for
   ever, that is, at all steps from some time on. */

#ifndef SETT_LTL_ALTERNATING_H
#define SETT_LTL_ALTERNATING_H

#include "ltl/terms.h"

enum {
  DUTY_WORDS = 2,
  DUTIES_MOST = 64 * DUTY_WORDS,
  UNTILS_MOST = 62, /* a graph has two marks more at most */
  OPTIONS_MOST = 2048
};

typedef struct duty_set {
  uint64_t bits[DUTY_WORDS];
} duty_set;

typedef struct option {
  uint64_t with, without; /* propositions that must hold, and must not */
  uint64_t put_off;       /* the numbers of untils */
  duty_set next;
} option;

/* No option asks for at least as much as another one. */
typedef SETT_VECTOR (option) option_list;

typedef struct duty {
  term term;
  unsigned until;      /* its number, if it is one */
  duty_set included;   /* duties that are unfolded whenever it is */
  int known;           /* the options are filled in */
  option_list options; /* valid if known */
} duty;

typedef struct alternating {
  terms *terms;
  SETT_VECTOR (duty) duties;
  unsigned untils; /* how many of the duties are */
  int failed;      /* too many duties or options */
} alternating;

void sett_alternating_init (alternating *, terms *);
void sett_alternating_release (alternating *);

/* Adds the options of a term, or of all duties in a set together, to a list
   that is empty. */
void sett_alternating_term_options (alternating *, term, option_list *);
void sett_alternating_set_options (alternating *, const duty_set *,
                                   option_list *);

/* The sets of duties that a term stands for, as options without condition. */
void sett_alternating_duties (alternating *, term, option_list *);

static inline int duty_set_has (const duty_set *s, unsigned d) {
  return s->bits[d / 64] >> d % 64 & 1;
}

static inline void duty_set_add (duty_set *s, unsigned d) {
  s->bits[d / 64] |= (uint64_t)1 << d % 64;
}

static inline int duty_set_within (const duty_set *a, const duty_set *b) {
  for (int i = 0; i < DUTY_WORDS; i++)
    if (a->bits[i] & ~b->bits[i])
      return 0;
  return 1;
}

#endif
