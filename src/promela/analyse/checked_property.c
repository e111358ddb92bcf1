/* Which property is meant, and what it becomes. */

#include "promela/analyse/checked_property.h"
#include "base/assert.h"
#include "promela/analyse/monitor.h"
#include "promela/parse/source_formula.h"

#include <string.h>

/* -------------------------------------------------------------- finding --- */

static int is_called (const char *name, const char *wanted) {
  return !wanted || !strcmp (name, wanted);
}

static ltl_block *find_formula (tree *t, const char *name) {
  for (size_t i = 0; i < t->formulas.count; i++)
    if (is_called (t->formulas.at[i].name, name))
      return &t->formulas.at[i];
  return NULL;
}

static int is_of_kind (const process_type *claim, sett_property_kind kind) {
  return (claim->kind == PROCESS_NEVER) == (kind == SETT_PROPERTY_NEVER);
}

static process_type *find_claim (tree *t, const sett_property *p) {
  for (size_t i = 0; i < t->claims.count; i++)
    if (is_of_kind (t->claims.at[i], p->kind) &&
        is_called (t->claims.at[i]->name, p->name))
      return t->claims.at[i];
  return NULL;
}

static void report_missing (const sett_property *p, diagnostics *d) {
  const char *what = p->kind == SETT_PROPERTY_LTL     ? "ltl block"
                     : p->kind == SETT_PROPERTY_NEVER ? "never claim"
                                                      : "trace assertion";
  if (p->name)
    sett_text_addf (d->out, "sett: the model has no %s '%s'\n", what, p->name);
  else
    sett_text_addf (d->out, "sett: the model has no %s\n", what);
  d->errors++;
}

/* The first location of a process that carries such a label, or null. */
static const location *find_labelled (const tree *t, int progress) {
  for (size_t i = 0; i < t->processes.count; i++) {
    const automaton *a = t->processes.at[i]->automaton;
    for (size_t k = 0; k < a->locations.count; k++)
      if (progress ? a->locations.at[k]->progress : a->locations.at[k]->accept)
        return a->locations.at[k];
  }
  return NULL;
}

/* ------------------------------------------------------- fixed properties ---
 */

static uint64_t add_fixed (tree *t, expression_kind kind) {
  expression *e = SETT_NEW (&t->arena, expression);
  const proposition p = {e, 0};
  e->kind = kind;
  TREE_PUSH (&t->arena, t->propositions, p);
  return (uint64_t)1 << (t->propositions.count - 1);
}

/* From some moment on there is no progress any more. */
static void choose_progress (tree *t, sett_claim *claim) {
  const uint64_t none = add_fixed (t, EXPRESSION_NO_PROGRESS);
  const uint32_t waits = sett_claim_add_state (claim, 0);
  const uint32_t stuck = sett_claim_add_state (claim, 1);
  sett_claim_add_edge (claim, waits, waits, 0, 0);
  sett_claim_add_edge (claim, waits, stuck, none, 0);
  sett_claim_add_edge (claim, stuck, stuck, none, 0);
  claim->stutters = 1;
  claim->endless = 1;
  claim->violation = SETT_VIOLATION_NON_PROGRESS;
}

static void choose_acceptance (tree *t, sett_claim *claim) {
  claim->accepting = add_fixed (t, EXPRESSION_ACCEPTING);
  const uint32_t state = sett_claim_add_state (claim, 0);
  sett_claim_add_edge (claim, state, state, 0, 0);
  claim->stutters = 1;
  claim->violation = SETT_VIOLATION_ACCEPTANCE_CYCLE;
}

/* ------------------------------------------------------------- choosing --- */

static void choose_formula (tree *t, const sett_property *p,
                            checked_property *out, diagnostics *d) {
  const ltl_block *block =
      find_formula (t, p->formula ? FORMULA_FILE : p->name);
  if (block)
    out->formula = sett_formula_build (t, block->formula, d);
  else
    report_missing (p, d);
}

/* Accept labels of processes count beside those of the claim, as in SPIN. */
static void choose_never (tree *t, process_type *process, sett_claim *claim,
                          diagnostics *d) {
  sett_never_build (t, process, claim, d);
  if (d->errors || !find_labelled (t, 0))
    return;
  if (t->propositions.count == SETT_MOST_PROPOSITIONS)
    sett_report_error (d, &process->place,
                       "a property can have at most %u different conditions",
                       SETT_MOST_PROPOSITIONS);
  else
    claim->accepting = add_fixed (t, EXPRESSION_ACCEPTING);
}

static void choose_claim (tree *t, const sett_property *p,
                          checked_property *out, diagnostics *d) {
  process_type *claim = find_claim (t, p);
  if (!claim)
    report_missing (p, d);
  else if (p->kind == SETT_PROPERTY_NEVER)
    choose_never (t, claim, &out->claim, d);
  else
    sett_monitor_build (t, claim, d);
}

void sett_property_choose (tree *t, const sett_property *p,
                           checked_property *out, diagnostics *d) {
  SETT_ASSERT (!out->formula && !out->claim.states.count);
  switch (p->kind) {
  case SETT_PROPERTY_SAFETY:
    break;
  case SETT_PROPERTY_LTL:
    choose_formula (t, p, out, d);
    break;
  case SETT_PROPERTY_NEVER:
  case SETT_PROPERTY_TRACE:
    choose_claim (t, p, out, d);
    break;
  case SETT_PROPERTY_PROGRESS:
    choose_progress (t, &out->claim);
    break;
  case SETT_PROPERTY_ACCEPTANCE:
    choose_acceptance (t, &out->claim);
    break;
  }
}

void sett_property_release (checked_property *p) {
  sett_claim_release (&p->claim);
}

/* -------------------------------------------------------------- listing --- */

static const char *copy (sett_arena *arena, const char *text) {
  return sett_arena_copy (arena, text, strlen (text));
}

static void add_item (sett_property_list *list, sett_property_kind kind,
                      const char *name, const char *text, const place *where) {
  const sett_stated_property item = {
      kind, copy (&list->arena, name), copy (&list->arena, text),
      copy (&list->arena, where->file), where->line};
  SETT_PUSH (list->items, item);
}

void sett_list_properties (tree *t, sett_property_list *list) {
  for (size_t i = 0; i < t->formulas.count; i++) {
    const ltl_block *f = &t->formulas.at[i];
    add_item (list, SETT_PROPERTY_LTL, f->name, f->text, &f->place);
  }
  for (size_t i = 0; i < t->claims.count; i++) {
    const process_type *c = t->claims.at[i];
    add_item (list,
              c->kind == PROCESS_NEVER ? SETT_PROPERTY_NEVER
                                       : SETT_PROPERTY_TRACE,
              c->name, "", &c->place);
  }
  const location *progress = find_labelled (t, 1);
  const location *accept = find_labelled (t, 0);
  if (progress)
    add_item (list, SETT_PROPERTY_PROGRESS, "progress", "",
              sett_location_place (progress));
  if (accept)
    add_item (list, SETT_PROPERTY_ACCEPTANCE, "acceptance", "",
              sett_location_place (accept));
}
