/* From the tree of a formula to a formula over numbered propositions.

   First boolean connectives between conditions are made part of the
   conditions, so that `i < 3 && a[i]` is one and is evaluated from left to
   right.  Then there are two ways to number: each maximal condition is a
   proposition, or conditions are split at && and || again as long as no part
   can fail.  The one that needs fewer propositions is taken. */

#include "promela/analyse/checked_property.h"
#include "base/assert.h"

#include <string.h>

typedef enum operator_kind {
  OPERATOR_NOT,
  OPERATOR_AND,
  OPERATOR_OR,
  OPERATOR_IMPLIES,
  OPERATOR_EQUIVALENT,
  OPERATOR_NEXT,
  OPERATOR_ALWAYS,
  OPERATOR_EVENTUALLY,
  OPERATOR_UNTIL,
  OPERATOR_WEAK_UNTIL,
  OPERATOR_RELEASE
} operator_kind;

typedef struct translation {
  tree *tree;
  diagnostics *diagnostics;
  int splits;
} translation;

static operator_kind operator_of (const expression *e) {
  static const struct {
    const char *text;
    operator_kind kind;
  } operators[] = {{"!", OPERATOR_NOT},
                   {"&&", OPERATOR_AND},
                   {"||", OPERATOR_OR},
                   {"->", OPERATOR_IMPLIES},
                   {"implies", OPERATOR_IMPLIES},
                   {"<->", OPERATOR_EQUIVALENT},
                   {"equivalent", OPERATOR_EQUIVALENT},
                   {"X", OPERATOR_NEXT},
                   {"next", OPERATOR_NEXT},
                   {"[", OPERATOR_ALWAYS},
                   {"G", OPERATOR_ALWAYS},
                   {"always", OPERATOR_ALWAYS},
                   {"<", OPERATOR_EVENTUALLY},
                   {"F", OPERATOR_EVENTUALLY},
                   {"eventually", OPERATOR_EVENTUALLY},
                   {"U", OPERATOR_UNTIL},
                   {"until", OPERATOR_UNTIL},
                   {"stronguntil", OPERATOR_UNTIL},
                   {"W", OPERATOR_WEAK_UNTIL},
                   {"weakuntil", OPERATOR_WEAK_UNTIL},
                   {"V", OPERATOR_RELEASE},
                   {"R", OPERATOR_RELEASE},
                   {"release", OPERATOR_RELEASE}};
  size_t i = 0;
  while (strcmp (operators[i].text, e->text))
    i++; /* the parser knows no others */
  return operators[i].kind;
}

/* ---------------------------------------------------------- conditions --- */

static expression *make (tree *t, expression_kind kind, token_kind op,
                         expression *left, expression *right) {
  expression *e = SETT_NEW (&t->arena, expression);
  e->kind = kind;
  e->op = op;
  e->place = left->place;
  e->left = left;
  e->right = right;
  return e;
}

static expression *negate (tree *t, expression *e) {
  return make (t, EXPRESSION_UNARY, '!', e, NULL);
}

static int is_temporal (const expression *e) {
  return e && e->kind == EXPRESSION_TEMPORAL;
}

static int is_not (const expression *e) {
  return e->kind == EXPRESSION_UNARY && e->op == '!';
}

static int is_binary (const expression *e, token_kind op) {
  return e->kind == EXPRESSION_BINARY && e->op == op;
}

/* The formula with maximal conditions. */
static expression *gather (tree *t, expression *e) {
  if (!is_temporal (e))
    return e;
  e->left = gather (t, e->left);
  if (e->right)
    e->right = gather (t, e->right);
  if (is_temporal (e->left) || is_temporal (e->right))
    return e;
  switch (operator_of (e)) {
  case OPERATOR_NOT:
    return negate (t, e->left);
  case OPERATOR_AND:
    return make (t, EXPRESSION_BINARY, TOKEN_AND, e->left, e->right);
  case OPERATOR_OR:
    return make (t, EXPRESSION_BINARY, TOKEN_OR, e->left, e->right);
  case OPERATOR_IMPLIES:
    return make (t, EXPRESSION_BINARY, TOKEN_OR, negate (t, e->left), e->right);
  case OPERATOR_EQUIVALENT:
    return make (t, EXPRESSION_BINARY, TOKEN_EQUAL, negate (t, e->left),
                 negate (t, e->right));
  default:
    return e;
  }
}

/* ------------------------------------------------------------ formulas --- */

static const sett_formula *build (translation *, expression *);

static const sett_formula *node (translation *x, sett_formula_kind kind,
                                 const sett_formula *left,
                                 const sett_formula *right) {
  sett_formula *f = SETT_NEW (&x->tree->arena, sett_formula);
  f->kind = kind;
  f->left = left;
  f->right = right;
  return f;
}

static const sett_formula *constant (translation *x, int value) {
  return node (x, value ? SETT_FORMULA_TRUE : SETT_FORMULA_FALSE, NULL, NULL);
}

static const sett_formula *build_proposition (translation *x, expression *e) {
  sett_formula *f = SETT_NEW (&x->tree->arena, sett_formula);
  f->kind = SETT_FORMULA_PROPOSITION;
  f->proposition = sett_proposition_number (x->tree, e, x->diagnostics);
  SETT_ASSERT (f->proposition < SETT_MOST_PROPOSITIONS);
  return f;
}

static const sett_formula *build_condition (translation *x, expression *e) {
  if (e->kind == EXPRESSION_CONSTANT)
    return constant (x, e->value != 0);
  if (is_not (e))
    return node (x, SETT_FORMULA_NOT, build_condition (x, e->left), NULL);
  const int and = is_binary (e, TOKEN_AND);
  if (!x->splits || !(and || is_binary (e, TOKEN_OR)) ||
      sett_condition_may_fail (e))
    return build_proposition (x, e);
  return node (x, and? SETT_FORMULA_AND : SETT_FORMULA_OR,
               build_condition (x, e->left), build_condition (x, e->right));
}

static const sett_formula *build_equivalence (translation *x,
                                              const sett_formula *a,
                                              const sett_formula *b) {
  const sett_formula *neither =
      node (x, SETT_FORMULA_AND, node (x, SETT_FORMULA_NOT, a, NULL),
            node (x, SETT_FORMULA_NOT, b, NULL));
  return node (x, SETT_FORMULA_OR, node (x, SETT_FORMULA_AND, a, b), neither);
}

static const sett_formula *build (translation *x, expression *e) {
  if (!is_temporal (e))
    return build_condition (x, e);
  const sett_formula *a = build (x, e->left);
  const sett_formula *b = e->right ? build (x, e->right) : NULL;
  switch (operator_of (e)) {
  case OPERATOR_NOT:
    return node (x, SETT_FORMULA_NOT, a, NULL);
  case OPERATOR_AND:
    return node (x, SETT_FORMULA_AND, a, b);
  case OPERATOR_OR:
    return node (x, SETT_FORMULA_OR, a, b);
  case OPERATOR_IMPLIES:
    return node (x, SETT_FORMULA_OR, node (x, SETT_FORMULA_NOT, a, NULL), b);
  case OPERATOR_EQUIVALENT:
    return build_equivalence (x, a, b);
  case OPERATOR_NEXT:
    return node (x, SETT_FORMULA_NEXT, a, NULL);
  case OPERATOR_ALWAYS:
    return node (x, SETT_FORMULA_RELEASE, constant (x, 0), a);
  case OPERATOR_EVENTUALLY:
    return node (x, SETT_FORMULA_UNTIL, constant (x, 1), a);
  case OPERATOR_UNTIL:
    return node (x, SETT_FORMULA_UNTIL, a, b);
  case OPERATOR_WEAK_UNTIL:
    return node (x, SETT_FORMULA_RELEASE, b, node (x, SETT_FORMULA_OR, a, b));
  default:
    return node (x, SETT_FORMULA_RELEASE, a, b);
  }
}

/* How many propositions a way of numbering needs; nothing is kept. */
static size_t count_propositions (tree *t, expression *e, int splits,
                                  const char *source) {
  sett_text messages = {0};
  diagnostics d = {.out = &messages, .source = source};
  translation x = {t, &d, splits};
  build (&x, e);
  /* what cannot be numbered counts as too many */
  const size_t count =
      d.errors ? SETT_MOST_PROPOSITIONS + 1 : t->propositions.count;
  t->propositions.count = 0;
  sett_text_release (&messages);
  return count;
}

const sett_formula *sett_formula_build (tree *t, expression *e,
                                        diagnostics *d) {
  e = gather (t, e);
  translation x = {t, d, 0};
  x.splits = count_propositions (t, e, 1, d->source) <
             count_propositions (t, e, 0, d->source);
  const sett_formula *f = build (&x, e);
  return d->errors ? NULL : f;
}

int sett_formula_has_next (const sett_formula *f) {
  return f &&
         (f->kind == SETT_FORMULA_NEXT || sett_formula_has_next (f->left) ||
          sett_formula_has_next (f->right));
}
