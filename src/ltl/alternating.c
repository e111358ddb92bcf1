/* What a term asks for: see alternating.h; the automaton is that of Gastin and
   Oddoux (Fast LTL to Büchi automata translation, 2001), what is put off is
   noted as Couvreur does (On-the-fly verification of linear temporal logic,
   1999).

   Until and release are unfolded once: a U b is b now, or a now and the same
   duty again; a R b is b now and, with it, a now or the same duty again. */

#include "ltl/alternating.h"

#include "base/assert.h"

#include <string.h>

void sett_alternating_init (alternating *a, terms *ts) {
  *a = (alternating){.terms = ts};
}

void sett_alternating_release (alternating *a) {
  for (size_t i = 0; i < a->duties.count; i++)
    SETT_RELEASE (a->duties.at[i].options);
  SETT_RELEASE (a->duties);
}

static unsigned number_duty (alternating *, term);

/* The duties that `t`, the right side of a release, is a conjunction of. */
static void include (alternating *a, term t, duty_set *included) {
  const term_node n = *term_at (a->terms, t);
  if (n.kind == SETT_FORMULA_AND) {
    include (a, n.left, included);
    include (a, n.right, included);
  } else if (n.kind == SETT_FORMULA_UNTIL || n.kind == SETT_FORMULA_RELEASE) {
    const unsigned d = number_duty (a, t);
    duty_set_add (included, d);
    for (int w = 0; w < DUTY_WORDS && !a->failed; w++)
      included->bits[w] |= a->duties.at[d].included.bits[w];
  }
}

static unsigned number_duty (alternating *a, term t) {
  const term_node n = *term_at (a->terms, t);
  for (unsigned i = 0; i < a->duties.count; i++)
    if (a->duties.at[i].term == t)
      return i;
  duty d = {.term = t};
  if (n.kind == SETT_FORMULA_RELEASE)
    include (a, n.right, &d.included);
  if (n.kind == SETT_FORMULA_UNTIL)
    d.until = a->untils++;
  if (a->duties.count == DUTIES_MOST || a->untils > UNTILS_MOST) {
    a->failed = 1;
    return 0;
  }
  SETT_PUSH (a->duties, d);
  return (unsigned)(a->duties.count - 1);
}

static void remove_included (const alternating *a, duty_set *set) {
  for (unsigned d = 0; d < a->duties.count; d++)
    if (duty_set_has (set, d))
      for (int w = 0; w < DUTY_WORDS; w++)
        set->bits[w] &= ~a->duties.at[d].included.bits[w];
}

/* ----------------------------------------------------------- options --- */

/* Does a ask for at least as much as b? */
static int asks_more (const option *a, const option *b) {
  return !(b->with & ~a->with) && !(b->without & ~a->without) &&
         !(b->put_off & ~a->put_off) && duty_set_within (&b->next, &a->next);
}

static void add_option (alternating *a, option_list *list, const option *o) {
  if ((o->with & o->without) || a->failed)
    return;
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++)
    if (asks_more (o, &list->at[i]))
      return;
  for (size_t i = 0; i < list->count; i++)
    if (!asks_more (&list->at[i], o))
      list->at[kept++] = list->at[i];
  list->count = kept;
  SETT_ASSERT (kept <= OPTIONS_MOST);
  if (kept == OPTIONS_MOST)
    a->failed = 1;
  else
    SETT_PUSH (*list, *o);
}

static void add_union (alternating *a, option_list *list,
                       const option_list *more) {
  for (size_t i = 0; i < more->count; i++)
    add_option (a, list, &more->at[i]);
}

static void add_product (alternating *a, option_list *list,
                         const option_list *left, const option_list *right) {
  for (size_t i = 0; i < left->count; i++)
    for (size_t j = 0; j < right->count && !a->failed; j++) {
      option o = left->at[i];
      o.with |= right->at[j].with;
      o.without |= right->at[j].without;
      o.put_off |= right->at[j].put_off;
      for (int w = 0; w < DUTY_WORDS; w++)
        o.next.bits[w] |= right->at[j].next.bits[w];
      remove_included (a, &o.next);
      add_option (a, list, &o);
    }
}

static void add_duty (alternating *a, option_list *list, term t) {
  option o = {0};
  duty_set_add (&o.next, number_duty (a, t));
  add_option (a, list, &o);
}

/* ------------------------------------------------------------- terms --- */

typedef void options_of (alternating *, term, option_list *);

/* Conjunctions and disjunctions, `of` giving the options of the parts. */
static void add_junction (alternating *a, const term_node *n, options_of *of,
                          option_list *list) {
  option_list left = {0}, right = {0};
  of (a, n->left, &left);
  of (a, n->right, &right);
  if (n->kind == SETT_FORMULA_AND) {
    add_product (a, list, &left, &right);
  } else {
    add_union (a, list, &left);
    add_union (a, list, &right);
  }
  SETT_RELEASE (left);
  SETT_RELEASE (right);
}

void sett_alternating_duties (alternating *a, term t, option_list *list) {
  const term_node n = *term_at (a->terms, t);
  if (t == TERM_TRUE)
    add_option (a, list, &(option){0});
  else if (n.kind == SETT_FORMULA_AND || n.kind == SETT_FORMULA_OR)
    add_junction (a, &n, sett_alternating_duties, list);
  else if (t != TERM_FALSE)
    add_duty (a, list, t);
}

static void add_until (alternating *a, term t, option_list *list) {
  const term_node n = *term_at (a->terms, t);
  option_list now = {0}, again = {0};
  sett_alternating_term_options (a, n.right, list);
  sett_alternating_term_options (a, n.left, &now);
  add_duty (a, &again, t);
  if (again.count)
    again.at[0].put_off = (uint64_t)1 << a->duties.at[number_duty (a, t)].until;
  add_product (a, list, &now, &again);
  SETT_RELEASE (now);
  SETT_RELEASE (again);
}

static void add_release (alternating *a, term t, option_list *list) {
  const term_node n = *term_at (a->terms, t);
  option_list now = {0}, end = {0};
  sett_alternating_term_options (a, n.right, &now);
  sett_alternating_term_options (a, n.left, &end);
  add_duty (a, &end, t);
  add_product (a, list, &now, &end);
  SETT_RELEASE (now);
  SETT_RELEASE (end);
}

static void unfold (alternating *a, term t, option_list *list) {
  const term_node n = *term_at (a->terms, t);
  option o = {0};
  switch (n.kind) {
  case SETT_FORMULA_PROPOSITION:
    o.with = (uint64_t)1 << n.proposition;
    add_option (a, list, &o);
    break;
  case SETT_FORMULA_NOT:
    o.without = (uint64_t)1 << n.proposition;
    add_option (a, list, &o);
    break;
  case SETT_FORMULA_NEXT:
    sett_alternating_duties (a, n.left, list);
    break;
  case SETT_FORMULA_UNTIL:
    add_until (a, t, list);
    break;
  case SETT_FORMULA_RELEASE:
    add_release (a, t, list);
    break;
  default:
    break;
  }
}

static const option_list *duty_options (alternating *a, unsigned d) {
  SETT_ASSERT (d < a->duties.count);
  if (!a->duties.at[d].known) {
    option_list list = {0};
    unfold (a, a->duties.at[d].term, &list);
    a->duties.at[d].known = 1;
    a->duties.at[d].options = list;
  }
  return &a->duties.at[d].options;
}

void sett_alternating_term_options (alternating *a, term t, option_list *list) {
  const term_node n = *term_at (a->terms, t);
  if (a->failed)
    return;
  if (t == TERM_TRUE)
    add_option (a, list, &(option){0});
  else if (n.kind == SETT_FORMULA_AND || n.kind == SETT_FORMULA_OR)
    add_junction (a, &n, sett_alternating_term_options, list);
  else if (n.kind == SETT_FORMULA_UNTIL || n.kind == SETT_FORMULA_RELEASE)
    add_union (a, list, duty_options (a, number_duty (a, t)));
  else
    unfold (a, t, list);
}

void sett_alternating_set_options (alternating *a, const duty_set *set,
                                   option_list *list) {
  add_option (a, list, &(option){0});
  for (unsigned d = 0; d < a->duties.count && !a->failed; d++) {
    if (!duty_set_has (set, d))
      continue;
    option_list longer = {0};
    option_list options = {0};
    add_union (a, &options, duty_options (a, d));
    add_product (a, &longer, list, &options);
    SETT_RELEASE (*list);
    SETT_RELEASE (options);
    list->at = longer.at;
    list->count = longer.count;
    list->room = longer.room;
  }
}
