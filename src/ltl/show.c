/* Automata and formulas as text. */

#include "ltl/ltl.h"

static void show_condition (const sett_claim_edge *edge, sett_text *text) {
  const char *join = "";
  for (unsigned p = 0; p < SETT_MOST_PROPOSITIONS; p++) {
    const uint64_t bit = (uint64_t)1 << p;
    if (!((edge->with | edge->without) & bit))
      continue;
    sett_text_addf (text, "%s%sp%u", join, edge->with & bit ? "" : "!", p);
    join = " && ";
  }
  if (!*join)
    sett_text_add (text, "true");
}

void sett_ltl_show (const sett_claim *claim, sett_text *text) {
  for (size_t i = 0; i < claim->states.count; i++) {
    const sett_claim_state *state = &claim->states.at[i];
    sett_text_addf (text, "state %zu%s%s\n", i,
                    state->accepting ? " accepting" : "",
                    state->final ? " final" : "");
    for (size_t e = 0; e < state->edges.count; e++) {
      sett_text_add (text, "  ");
      show_condition (&state->edges.at[e], text);
      sett_text_addf (text, " -> %u\n", (unsigned)state->edges.at[e].target);
    }
  }
}

static void show_number (void *context, unsigned number, sett_text *text) {
  (void)context;
  sett_text_addf (text, "p%u", number);
}

void sett_ltl_show_formula (const sett_formula *f, sett_text *text) {
  sett_formula_show (f, show_number, NULL, text);
}
