/* The property that a model is built for.

   Everything a property needs of the tree hangs on the tree (propositions,
   monitor); what the kernel checks is here: a formula or a claim. */

#ifndef SETT_PROMELA_CHECKED_PROPERTY_H
#define SETT_PROMELA_CHECKED_PROPERTY_H

#include "kernel/claim.h"
#include "kernel/formula.h"
#include "kernel/property.h"
#include "promela/analyse/automaton.h"
#include "promela/parse/diagnostics.h"

typedef struct checked_property {
  const sett_formula *formula; /* in the tree's arena, or null */
  sett_claim claim;            /* without states: there is none */
} checked_property;

/* Finds the property in the tree and translates it.  The automata of the
   processes must have been built.  Errors are reported. */
void sett_property_choose (tree *, const sett_property *, checked_property *,
                           diagnostics *);
void sett_property_release (checked_property *);

/* What the tree states; its automata must have been built. */
void sett_list_properties (tree *, sett_property_list *);

/* proposition.c: the number of a condition, which is added if it is new; an
   error is reported if it cannot be one. */
unsigned sett_proposition_number (tree *, expression *, diagnostics *);
int sett_condition_may_fail (const expression *);
int sett_same_condition (const expression *, const expression *);

/* translate_formula.c: null after errors */
const sett_formula *sett_formula_build (tree *, expression *, diagnostics *);
int sett_formula_has_next (const sett_formula *); /* false for null */

/* never.c */
void sett_never_build (tree *, process_type *claim, sett_claim *,
                       diagnostics *);

#endif
