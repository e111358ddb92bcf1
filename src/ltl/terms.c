/* Terms and the laws that simplify them.

   The laws are those of Somenzi and Bloem (Efficient Büchi automata from LTL
   formulae, 2000) and of Babiak and others (LTL to Büchi automata translation:
   fast and more deterministic, 2012): implications that can be read off the
   syntax, formulas that do not care about a finite prefix, and distribution
   of temporal operators in the direction that leaves fewer of them.

   Invariant: a node is never changed after it was made, but for `negation`,
   and what it is made of has smaller numbers than itself. */

#include "ltl/terms.h"

#include "base/assert.h"

#include <string.h>

enum { WORK_MOST = 2000000, DEEPEST = 2000 };

typedef SETT_VECTOR (term) term_list;

static term make_and (terms *, term, term);
static term make_or (terms *, term, term);
static term make_until (terms *, term, term);
static term make_release (terms *, term, term);
static term make_next (terms *, term);

static int too_much (terms *ts) {
  if (++ts->work > WORK_MOST || ts->nodes.count > TERMS_MOST)
    ts->failed = 1;
  return ts->failed;
}

/* ------------------------------------------------------------- nodes --- */

static void classify (const terms *ts, term_node *n) {
  const term_node *left = term_at (ts, n->left),
                  *right = term_at (ts, n->right);
  switch (n->kind) {
  case SETT_FORMULA_TRUE:
  case SETT_FORMULA_FALSE:
    n->eventual = n->universal = 1;
    break;
  case SETT_FORMULA_AND:
  case SETT_FORMULA_OR:
    n->eventual = left->eventual && right->eventual;
    n->universal = left->universal && right->universal;
    break;
  case SETT_FORMULA_NEXT:
    n->eventual = left->eventual;
    n->universal = left->universal;
    break;
  case SETT_FORMULA_UNTIL:
    n->eventual = n->left == TERM_TRUE || right->eventual;
    n->universal = left->universal && right->universal;
    break;
  case SETT_FORMULA_RELEASE:
    n->eventual = left->eventual && right->eventual;
    n->universal = n->left == TERM_FALSE || right->universal;
    break;
  default:
    break; /* a proposition is neither */
  }
}

/* The term of this kind, without any thought. */
static term intern (terms *ts, sett_formula_kind kind, unsigned proposition,
                    term left, term right) {
  ts->work += ts->nodes.count / 16;
  for (term t = 0; t < ts->nodes.count; t++) {
    const term_node *n = term_at (ts, t);
    if (n->kind == kind && n->proposition == proposition && n->left == left &&
        n->right == right)
      return t;
  }
  term_node n = {.kind = kind,
                 .proposition = proposition,
                 .left = left,
                 .right = right,
                 .negation = UINT32_MAX};
  if (ts->nodes.count > TERM_TRUE)
    classify (ts, &n);
  else
    n.eventual = n.universal = 1;
  too_much (ts);
  SETT_PUSH (ts->nodes, n);
  return (term)(ts->nodes.count - 1);
}

void sett_terms_init (terms *ts) {
  memset (ts, 0, sizeof *ts);
  intern (ts, SETT_FORMULA_FALSE, 0, 0, 0);
  intern (ts, SETT_FORMULA_TRUE, 0, 0, 0);
  ts->nodes.at[TERM_FALSE].negation = TERM_TRUE;
  ts->nodes.at[TERM_TRUE].negation = TERM_FALSE;
}

void sett_terms_release (terms *ts) {
  SETT_RELEASE (ts->nodes);
}

static sett_formula_kind dual (sett_formula_kind kind) {
  switch (kind) {
  case SETT_FORMULA_PROPOSITION:
    return SETT_FORMULA_NOT;
  case SETT_FORMULA_NOT:
    return SETT_FORMULA_PROPOSITION;
  case SETT_FORMULA_AND:
    return SETT_FORMULA_OR;
  case SETT_FORMULA_OR:
    return SETT_FORMULA_AND;
  case SETT_FORMULA_UNTIL:
    return SETT_FORMULA_RELEASE;
  case SETT_FORMULA_RELEASE:
    return SETT_FORMULA_UNTIL;
  default:
    return kind;
  }
}

static int is_binary (sett_formula_kind kind) {
  return kind == SETT_FORMULA_AND || kind == SETT_FORMULA_OR ||
         kind == SETT_FORMULA_UNTIL || kind == SETT_FORMULA_RELEASE;
}

term sett_term_not (terms *ts, term t) {
  const term_node n = *term_at (ts, t);
  SETT_ASSERT (t < ts->nodes.count);
  if (n.negation != UINT32_MAX)
    return n.negation;
  const int has_left = is_binary (n.kind) || n.kind == SETT_FORMULA_NEXT;
  const term left = has_left ? sett_term_not (ts, n.left) : 0;
  const term right = is_binary (n.kind) ? sett_term_not (ts, n.right) : 0;
  const term negation = intern (ts, dual (n.kind), n.proposition, left, right);
  ts->nodes.at[t].negation = negation;
  ts->nodes.at[negation].negation = t;
  SETT_ASSERT (term_at (ts, negation)->negation == t);
  return negation;
}

static int is_a (const terms *ts, term t, sett_formula_kind kind) {
  return term_at (ts, t)->kind == kind;
}

/* Holds always or never on every run: a prefix does not matter. */
static int is_suspendable (const terms *ts, term t) {
  return term_at (ts, t)->eventual && term_at (ts, t)->universal;
}

/* ------------------------------------------------------- implication --- */

static int implies (terms *, term, term);

/* By the shape of the right side. */
static int implies_right (terms *ts, term a, term b) {
  const term_node n = *term_at (ts, b);
  switch (n.kind) {
  case SETT_FORMULA_AND:
  case SETT_FORMULA_RELEASE:
    return implies (ts, a, n.left) && implies (ts, a, n.right);
  case SETT_FORMULA_OR:
    return implies (ts, a, n.left) || implies (ts, a, n.right);
  case SETT_FORMULA_UNTIL:
    return implies (ts, a, n.right);
  default:
    return 0;
  }
}

static int implies_left (terms *ts, term a, term b) {
  const term_node n = *term_at (ts, a);
  switch (n.kind) {
  case SETT_FORMULA_OR:
  case SETT_FORMULA_UNTIL:
    return implies (ts, n.left, b) && implies (ts, n.right, b);
  case SETT_FORMULA_AND:
    return implies (ts, n.left, b) || implies (ts, n.right, b);
  case SETT_FORMULA_RELEASE:
    return implies (ts, n.right, b);
  default:
    return 0;
  }
}

/* Operators are monotone in both operands. */
static int implies_both (terms *ts, term a, term b) {
  const term_node m = *term_at (ts, a), n = *term_at (ts, b);
  if (m.kind != n.kind)
    return 0;
  if (m.kind == SETT_FORMULA_NEXT)
    return implies (ts, m.left, n.left);
  if (m.kind != SETT_FORMULA_UNTIL && m.kind != SETT_FORMULA_RELEASE)
    return 0;
  return implies (ts, m.left, n.left) && implies (ts, m.right, n.right);
}

/* Does a imply b, as far as the syntax shows? */
static int implies (terms *ts, term a, term b) {
  if (a == b || a == TERM_FALSE || b == TERM_TRUE)
    return 1;
  if (a == TERM_TRUE || b == TERM_FALSE || too_much (ts))
    return 0;
  const size_t slot = (a * 31 + b) % TERMS_CACHED;
  if (ts->implied[slot].known && ts->implied[slot].left == a &&
      ts->implied[slot].right == b)
    return ts->implied[slot].answer;
  const int answer = implies_both (ts, a, b) || implies_right (ts, a, b) ||
                     implies_left (ts, a, b);
  ts->implied[slot].left = a;
  ts->implied[slot].right = b;
  ts->implied[slot].known = 1;
  ts->implied[slot].answer = answer;
  return answer;
}

static int excludes (terms *ts, term a, term b) {
  return implies (ts, a, sett_term_not (ts, b)) ||
         implies (ts, b, sett_term_not (ts, a));
}

/* ------------------------------------------------------- conjunction --- */

static void flatten (const terms *ts, term t, sett_formula_kind kind,
                     term_list *list) {
  if (is_a (ts, t, kind)) {
    flatten (ts, term_at (ts, t)->left, kind, list);
    flatten (ts, term_at (ts, t)->right, kind, list);
  } else {
    SETT_PUSH (*list, t);
  }
}

static int is_always (const terms *ts, term t) {
  return is_a (ts, t, SETT_FORMULA_RELEASE) &&
         term_at (ts, t)->left == TERM_FALSE;
}

static int is_finally_always (const terms *ts, term t) {
  return is_a (ts, t, SETT_FORMULA_UNTIL) &&
         term_at (ts, t)->left == TERM_TRUE &&
         is_always (ts, term_at (ts, t)->right);
}

/* One term for the conjunction of two, if a law gives one. */
static int join (terms *ts, term a, term b, term *joined) {
  const term_node m = *term_at (ts, a), n = *term_at (ts, b);
  if (implies (ts, a, b))
    *joined = a;
  else if (implies (ts, b, a))
    *joined = b;
  else if (excludes (ts, a, b))
    *joined = TERM_FALSE;
  else if (is_finally_always (ts, a) && is_finally_always (ts, b))
    *joined = make_until (ts, TERM_TRUE, make_and (ts, m.right, n.right));
  else if (m.kind != n.kind)
    return 0;
  else if (m.kind == SETT_FORMULA_NEXT)
    *joined = make_next (ts, make_and (ts, m.left, n.left));
  else if (m.kind == SETT_FORMULA_RELEASE && m.left == n.left)
    *joined = make_release (ts, m.left, make_and (ts, m.right, n.right));
  else if (m.kind == SETT_FORMULA_UNTIL && m.right == n.right)
    *joined = make_until (ts, make_and (ts, m.left, n.left), m.right);
  else
    return 0;
  return 1;
}

/* b, knowing that a holds as well: alternatives that a excludes are left
   out. */
static term assume (terms *ts, term a, term b) {
  if (!is_a (ts, b, SETT_FORMULA_OR))
    return b;
  const term left = term_at (ts, b)->left, right = term_at (ts, b)->right;
  if (excludes (ts, a, left))
    return assume (ts, a, right);
  if (excludes (ts, a, right))
    return assume (ts, a, left);
  return b;
}

static void remove_at (term_list *list, size_t i) {
  SETT_ASSERT (i < list->count);
  list->at[i] = list->at[--list->count];
}

/* Applies one law to a pair of the list; false if none can be applied. */
static int simplify_pair (terms *ts, term_list *list) {
  for (size_t i = 0; i < list->count; i++)
    for (size_t j = 0; j < list->count; j++) {
      term found;
      if (i == j)
        continue;
      if (i < j && join (ts, list->at[i], list->at[j], &found)) {
        remove_at (list, j);
        remove_at (list, i);
        flatten (ts, found, SETT_FORMULA_AND, list);
        return 1;
      }
      found = assume (ts, list->at[i], list->at[j]);
      if (found != list->at[j]) {
        remove_at (list, j);
        flatten (ts, found, SETT_FORMULA_AND, list);
        return 1;
      }
    }
  return 0;
}

static void sort (term_list *list) {
  for (size_t i = 1; i < list->count; i++)
    for (size_t j = i; j > 0 && list->at[j - 1] > list->at[j]; j--) {
      const term t = list->at[j];
      list->at[j] = list->at[j - 1];
      list->at[j - 1] = t;
    }
}

static term make_and (terms *ts, term a, term b) {
  if (ts->failed)
    return TERM_TRUE;
  term_list list = {0};
  flatten (ts, a, SETT_FORMULA_AND, &list);
  flatten (ts, b, SETT_FORMULA_AND, &list);
  while (!ts->failed && simplify_pair (ts, &list))
    ;
  sort (&list);
  SETT_ASSERT (list.count);
  term t = list.at[0];
  for (size_t i = 1; i < list.count; i++)
    t = intern (ts, SETT_FORMULA_AND, 0, t, list.at[i]);
  SETT_RELEASE (list);
  return t;
}

static term make_or (terms *ts, term a, term b) {
  return sett_term_not (
      ts, make_and (ts, sett_term_not (ts, a), sett_term_not (ts, b)));
}

/* ---------------------------------------------------------- temporal --- */

static term make_next (terms *ts, term t) {
  return is_suspendable (ts, t) ? t : intern (ts, SETT_FORMULA_NEXT, 0, t, 0);
}

/* The operands of t, a chain of `kind`, that `out` says yes to go to *taken,
   the others to *rest; both are joined by `kind` again. */
static void split (terms *ts, term t, sett_formula_kind kind,
                   int (*out) (const terms *, term), term *taken, term *rest) {
  const int is_and = kind == SETT_FORMULA_AND;
  term_list list = {0};
  flatten (ts, t, kind, &list);
  *taken = *rest = is_and ? TERM_TRUE : TERM_FALSE;
  for (size_t i = 0; i < list.count; i++) {
    term *side = out (ts, list.at[i]) ? taken : rest;
    *side = is_and ? make_and (ts, *side, list.at[i])
                   : make_or (ts, *side, list.at[i]);
  }
  SETT_RELEASE (list);
}

static int is_eventual (const terms *ts, term t) {
  return term_at (ts, t)->eventual;
}

/* a U (b and s) = (a U b) and s; a U (b or e) = (a U b) or e. */
static int split_until (terms *ts, term a, term b, term *result) {
  term taken, rest;
  if (is_a (ts, b, SETT_FORMULA_AND)) {
    split (ts, b, SETT_FORMULA_AND, is_suspendable, &taken, &rest);
    if (taken == TERM_TRUE)
      return 0;
    *result = make_and (ts, make_until (ts, a, rest), taken);
    return 1;
  }
  if (is_a (ts, b, SETT_FORMULA_OR)) {
    split (ts, b, SETT_FORMULA_OR, is_eventual, &taken, &rest);
    if (taken == TERM_FALSE)
      return 0;
    *result = make_or (ts, make_until (ts, a, rest), taken);
    return 1;
  }
  return 0;
}

/* The left side of a U b without what b makes superfluous: alternatives that
   imply b, and conditions that hold as long as b does not. */
static term trim_left (terms *ts, term a, term b) {
  const term_node n = *term_at (ts, a);
  if (n.kind == SETT_FORMULA_OR) {
    if (implies (ts, n.left, b))
      return trim_left (ts, n.right, b);
    if (implies (ts, n.right, b))
      return trim_left (ts, n.left, b);
  }
  if (n.kind == SETT_FORMULA_AND) {
    if (implies (ts, sett_term_not (ts, b), n.left))
      return trim_left (ts, n.right, b);
    if (implies (ts, sett_term_not (ts, b), n.right))
      return trim_left (ts, n.left, b);
  }
  return a;
}

/* a U (c U d), and (a U b) U b. */
static int nested_until (terms *ts, term a, term b, term *result) {
  if (is_a (ts, b, SETT_FORMULA_UNTIL)) {
    const term c = term_at (ts, b)->left, d = term_at (ts, b)->right;
    if (implies (ts, a, c)) {
      *result = b;
      return 1;
    }
    if (implies (ts, c, a)) {
      *result = make_until (ts, a, d);
      return 1;
    }
  }
  if (is_a (ts, a, SETT_FORMULA_UNTIL) && term_at (ts, a)->right == b) {
    *result = a;
    return 1;
  }
  return 0;
}

static int next_until (terms *ts, term a, term b, term *result) {
  if (!is_a (ts, b, SETT_FORMULA_NEXT))
    return 0;
  if (a != TERM_TRUE && !is_a (ts, a, SETT_FORMULA_NEXT))
    return 0;
  const term c = a == TERM_TRUE ? a : term_at (ts, a)->left;
  *result = make_next (ts, make_until (ts, c, term_at (ts, b)->left));
  return 1;
}

static term make_until (terms *ts, term a, term b) {
  term result;
  if (too_much (ts) || term_at (ts, b)->eventual || implies (ts, a, b))
    return b;
  if (implies (ts, sett_term_not (ts, a), b))
    a = TERM_TRUE;
  a = trim_left (ts, a, b);
  if (nested_until (ts, a, b, &result) || next_until (ts, a, b, &result) ||
      split_until (ts, a, b, &result))
    return result;
  return intern (ts, SETT_FORMULA_UNTIL, 0, a, b);
}

static term make_release (terms *ts, term a, term b) {
  return sett_term_not (
      ts, make_until (ts, sett_term_not (ts, a), sett_term_not (ts, b)));
}

/* ---------------------------------------------------------- formulas --- */

static term convert (terms *ts, const sett_formula *f, int negated,
                     unsigned depth) {
  if (too_much (ts) || depth > DEEPEST) {
    ts->failed = 1;
    return TERM_TRUE;
  }
  if (f->kind == SETT_FORMULA_NOT)
    return convert (ts, f->left, !negated, depth + 1);
  const term left = f->left ? convert (ts, f->left, negated, depth + 1) : 0;
  const term right = f->right ? convert (ts, f->right, negated, depth + 1) : 0;
  switch (negated ? dual (f->kind) : f->kind) {
  case SETT_FORMULA_TRUE:
    return negated ? TERM_FALSE : TERM_TRUE;
  case SETT_FORMULA_FALSE:
    return negated ? TERM_TRUE : TERM_FALSE;
  case SETT_FORMULA_AND:
    return make_and (ts, left, right);
  case SETT_FORMULA_OR:
    return make_or (ts, left, right);
  case SETT_FORMULA_NEXT:
    return make_next (ts, left);
  case SETT_FORMULA_UNTIL:
    return make_until (ts, left, right);
  case SETT_FORMULA_RELEASE:
    return make_release (ts, left, right);
  default:
    SETT_ASSERT (f->proposition < SETT_MOST_PROPOSITIONS);
    return intern (ts, negated ? SETT_FORMULA_NOT : SETT_FORMULA_PROPOSITION,
                   f->proposition, 0, 0);
  }
}

term sett_term_of_formula (terms *ts, const sett_formula *f, int negated) {
  return convert (ts, f, negated, 0);
}
