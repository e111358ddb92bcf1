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

static void show_binary (const sett_formula *f, const char *operator,
                         sett_text * text) {
  sett_text_add (text, "(");
  sett_ltl_show_formula (f->left, text);
  sett_text_add (text, operator);
  sett_ltl_show_formula (f->right, text);
  sett_text_add (text, ")");
}

static void show_unary (const sett_formula *f, const char *operator,
                        sett_text * text) {
  sett_text_add (text, operator);
  sett_ltl_show_formula (f, text);
}

void sett_ltl_show_formula (const sett_formula *f, sett_text *text) {
  switch (f->kind) {
  case SETT_FORMULA_TRUE:
    sett_text_add (text, "true");
    break;
  case SETT_FORMULA_FALSE:
    sett_text_add (text, "false");
    break;
  case SETT_FORMULA_PROPOSITION:
    sett_text_addf (text, "p%u", f->proposition);
    break;
  case SETT_FORMULA_NOT:
    show_unary (f->left, "!", text);
    break;
  case SETT_FORMULA_AND:
    show_binary (f, " && ", text);
    break;
  case SETT_FORMULA_OR:
    show_binary (f, " || ", text);
    break;
  case SETT_FORMULA_NEXT:
    show_unary (f->left, "X ", text);
    break;
  case SETT_FORMULA_UNTIL:
    if (f->left->kind == SETT_FORMULA_TRUE)
      show_unary (f->right, "<>", text);
    else
      show_binary (f, " U ", text);
    break;
  case SETT_FORMULA_RELEASE:
    if (f->left->kind == SETT_FORMULA_FALSE)
      show_unary (f->right, "[]", text);
    else
      show_binary (f, " V ", text);
    break;
  }
}
