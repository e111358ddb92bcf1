/* From formulas of linear temporal logic to small Büchi automata.

   The way of a formula:

     terms.c         negations pushed to the propositions, simplified
     alternating.c   what a term asks for now, and what from the next state on
     generalised.c   sets of such terms: acceptance by marks on edges
     graph.c         useless states and marks removed
     simulation.c    states that simulate each other become one
     degeneralise.c  one kind of mark, on states
     merge_states.c         states merged as long as the language stays the same

   Formulas exist for which every automaton is exponentially large.  The work
   is bounded at each of these places, and a formula that needs more is
   refused; those that people write are far from it. */

#ifndef SETT_LTL_LTL_H
#define SETT_LTL_LTL_H

#include "base/text.h"
#include "kernel/claim.h"
#include "kernel/formula.h"

/* The automaton that accepts exactly the models of the formula.  False, and an
   empty automaton, if the formula is too large.  A state from which everything
   is accepted is `final`. */
int sett_ltl_automaton (const sett_formula *, sett_claim *);

/* The claim that accepts exactly the runs that violate the formula. */
int sett_ltl_claim (const sett_formula *, sett_claim *);

/* The automaton as text, a line for each state and each edge. */
void sett_ltl_show (const sett_claim *, sett_text *);

/* The formula in SPIN's syntax, propositions written as p0, p1, ... */
void sett_ltl_show_formula (const sett_formula *, sett_text *);

#endif
