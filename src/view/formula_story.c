/* The truth of each part of a formula along a run: see formula_story.h.

   On a lasso every part has a value in every state: the least solution of an
   until, the greatest of a release, found by going round until nothing changes.
   After a run that simply ends nothing is known of what would come: a part is
   then true or false only where that does not matter. */

#include "view/formula_story.h"

#include "base/assert.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

typedef enum truth { FALSE, TRUE, UNKNOWN } truth;

typedef struct part {
  const sett_formula *formula;
  int left, right; /* parts; -1: none */
  truth *values;   /* in each state */
} part;

typedef struct evaluation {
  const uint64_t *propositions;
  size_t count, back;       /* states; the one after the last (count: none) */
  SETT_VECTOR (part) parts; /* those inside of others before these */
} evaluation;

static truth negate (truth a) {
  return a == UNKNOWN ? UNKNOWN : a == TRUE ? FALSE : TRUE;
}

static truth both (truth a, truth b) {
  return a == FALSE || b == FALSE ? FALSE
         : a == TRUE && b == TRUE ? TRUE
                                  : UNKNOWN;
}

static truth either (truth a, truth b) {
  return negate (both (negate (a), negate (b)));
}

static truth later (const evaluation *e, const part *p, size_t state) {
  const size_t next = state + 1 < e->count ? state + 1 : e->back;
  return next < e->count ? p->values[next] : UNKNOWN;
}

static truth value_of (const evaluation *e, const part *p, size_t state) {
  const part *parts = e->parts.at;
  const truth left = p->left < 0 ? UNKNOWN : parts[p->left].values[state];
  const truth right = p->right < 0 ? UNKNOWN : parts[p->right].values[state];
  switch (p->formula->kind) {
  case SETT_FORMULA_TRUE:
    return TRUE;
  case SETT_FORMULA_FALSE:
    return FALSE;
  case SETT_FORMULA_PROPOSITION:
    return e->propositions[state] >> p->formula->proposition & 1 ? TRUE : FALSE;
  case SETT_FORMULA_NOT:
    return negate (left);
  case SETT_FORMULA_AND:
    return both (left, right);
  case SETT_FORMULA_OR:
    return either (left, right);
  case SETT_FORMULA_NEXT:
    return later (e, &parts[p->left], state);
  case SETT_FORMULA_UNTIL:
    return either (right, both (left, later (e, p, state)));
  case SETT_FORMULA_RELEASE:
    return both (right, either (left, later (e, p, state)));
  }
  return UNKNOWN;
}

/* What an until or a release is taken for before it is known. */
static truth first_value (const evaluation *e, const part *p) {
  if (e->back == e->count)
    return UNKNOWN;
  return p->formula->kind == SETT_FORMULA_RELEASE ? TRUE : FALSE;
}

static void evaluate (const evaluation *e, part *p) {
  int changed = 1;
  for (size_t i = 0; i < e->count; i++)
    p->values[i] = first_value (e, p);
  while (changed) {
    changed = 0;
    for (size_t i = e->count; i--;) {
      const truth now = value_of (e, p, i);
      changed |= now != p->values[i];
      p->values[i] = now;
    }
  }
}

static int add_part (evaluation *e, const sett_formula *f) {
  if (!f)
    return -1;
  for (size_t i = 0; i < e->parts.count; i++)
    if (e->parts.at[i].formula == f)
      return (int)i;
  part fresh = {.formula = f};
  fresh.left = add_part (e, f->left);
  fresh.right = add_part (e, f->right);
  SETT_ASSERT (fresh.left < (int)e->parts.count &&
               fresh.right < (int)e->parts.count);
  fresh.values = sett_alloc ((e->count + 1) * sizeof *fresh.values);
  evaluate (e, &fresh);
  SETT_PUSH (e->parts, fresh);
  return (int)e->parts.count - 1;
}

/*------------------------------------------------------------------------*/

static void show_proposition (void *model, unsigned number, sett_text *text) {
  sett_model *m = model;
  sett_text_add (text, "(");
  m->show_proposition (m, number, text);
  sett_text_add (text, ")");
}

static json_t *tell_part (const evaluation *e, const part *p, sett_model *m) {
  json_t *values = json_array ();
  sett_text text = {0};
  sett_formula_show (p->formula, show_proposition, m, &text);
  for (size_t i = 0; i < e->count; i++)
    json_array_append_new (values, p->values[i] == UNKNOWN
                                       ? json_null ()
                                       : json_integer (p->values[i]));
  json_t *o =
      json_pack ("{s:o, s:o}", "text", sett_json_string (sett_text_get (&text)),
                 "values", values);
  sett_text_release (&text);
  return o;
}

static int is_constant (const sett_formula *f) {
  return f->kind == SETT_FORMULA_TRUE || f->kind == SETT_FORMULA_FALSE;
}

json_t *sett_formula_story (sett_model *m, const sett_formula *formula,
                            const uint64_t *propositions, size_t count,
                            size_t back) {
  evaluation e = {.propositions = propositions, .count = count, .back = back};
  json_t *parts = json_array ();
  add_part (&e, formula);
  for (size_t i = e.parts.count; i--;) {
    if (!is_constant (e.parts.at[i].formula))
      json_array_append_new (parts, tell_part (&e, &e.parts.at[i], m));
    sett_free (e.parts.at[i].values, (count + 1) * sizeof (truth));
  }
  SETT_RELEASE (e.parts);
  return parts;
}

/* Of a run that may go on. */
static int is_refuted (const sett_formula *formula,
                       const uint64_t *propositions, size_t count) {
  evaluation e = {.propositions = propositions, .count = count, .back = count};
  const int whole = add_part (&e, formula);
  const int refuted = whole >= 0 && e.parts.at[whole].values[0] == FALSE;
  for (size_t i = 0; i < e.parts.count; i++)
    sett_free (e.parts.at[i].values, (count + 1) * sizeof (truth));
  SETT_RELEASE (e.parts);
  return refuted;
}

/* What is refuted stays so: the first place is found by halving. */
size_t sett_formula_violated_at (const sett_formula *formula,
                                 const uint64_t *propositions, size_t count) {
  size_t low = 0, high = count;
  if (!count || !is_refuted (formula, propositions, count))
    return count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (is_refuted (formula, propositions, middle + 1))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}
