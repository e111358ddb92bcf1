/* From a never claim to a Büchi automaton.

   The locations of the claim's control-flow automaton are the states, its
   conditions the edges.  A condition is a disjunction of *cubes*, each a set
   of propositions that must hold and one of those that must not: splitting at
   && || ! makes for few propositions, and `else` is the complement of the
   other conditions of its location.  A condition that would need too many
   cubes, or whose parts must not be evaluated alone since they may fail, is
   one proposition by itself.

   Inside atomic the claim goes on in the same state of the system.  A failed
   assertion and the end of the claim are final states. */

#include "promela/analyse/checked_property.h"
#include "base/assert.h"

#include <string.h>

enum {
  MOST_CUBES = 64,
  MOST_EDGES = 4096, /* of one claim */
  LONGEST_ATOMIC = 50,
  DEEPEST_SPLIT = 100
};

typedef struct cube {
  uint64_t with, without;
} cube;

typedef struct cube_list {
  cube at[MOST_CUBES];
  unsigned count;
  int overflow; /* some did not fit */
} cube_list;

typedef struct never_builder {
  tree *tree;
  diagnostics *diagnostics;
  automaton *automaton;
  sett_claim *claim;
  uint32_t *states; /* by location, + 1 */
  uint32_t failed;  /* the final state of assertions, + 1 */
  uint32_t from;    /* the state whose edges are being made */
  size_t edges;
} never_builder;

/* --------------------------------------------------------------- cubes --- */

static const cube_list everything = {.at = {{0, 0}}, .count = 1};

static void cubes_add (cube_list *list, cube c) {
  if (c.with & c.without)
    return;
  unsigned kept = 0;
  for (unsigned i = 0; i < list->count; i++) {
    const cube *o = &list->at[i];
    if (!(o->with & ~c.with) && !(o->without & ~c.without))
      return; /* it is contained in one that is there */
    if ((c.with & ~o->with) || (c.without & ~o->without))
      list->at[kept++] = *o;
  }
  list->count = kept;
  SETT_ASSERT (kept <= MOST_CUBES);
  if (list->count == MOST_CUBES)
    list->overflow = 1;
  else
    list->at[list->count++] = c;
}

static cube_list cubes_or (const cube_list *a, const cube_list *b) {
  cube_list result = *a;
  result.overflow |= b->overflow;
  for (unsigned i = 0; i < b->count; i++)
    cubes_add (&result, b->at[i]);
  return result;
}

static cube_list cubes_and (const cube_list *a, const cube_list *b) {
  SETT_ASSERT (a->count <= MOST_CUBES && b->count <= MOST_CUBES);
  cube_list result = {.overflow = a->overflow || b->overflow};
  for (unsigned i = 0; i < a->count; i++)
    for (unsigned k = 0; k < b->count; k++)
      cubes_add (&result, (cube){a->at[i].with | b->at[k].with,
                                 a->at[i].without | b->at[k].without});
  return result;
}

/* A cube fails if one of its literals does. */
static cube_list cube_complement (const cube *c) {
  cube_list result = {0};
  for (unsigned i = 0; i < SETT_MOST_PROPOSITIONS; i++) {
    const uint64_t bit = (uint64_t)1 << i;
    if (c->with & bit)
      cubes_add (&result, (cube){0, bit});
    if (c->without & bit)
      cubes_add (&result, (cube){bit, 0});
  }
  return result;
}

static cube_list cubes_complement (const cube_list *list) {
  cube_list result = everything;
  result.overflow = list->overflow;
  for (unsigned i = 0; i < list->count; i++) {
    const cube_list part = cube_complement (&list->at[i]);
    result = cubes_and (&result, &part);
  }
  return result;
}

/* ---------------------------------------------------------- conditions --- */

static int is_operator (const expression *e, token_kind op) {
  return (e->kind == EXPRESSION_BINARY || e->kind == EXPRESSION_UNARY) &&
         e->op == op;
}

static cube_list whole_condition (never_builder *b, expression *e) {
  cube_list result = {.count = 1};
  result.at[0].with = (uint64_t)1
                      << sett_proposition_number (b->tree, e, b->diagnostics);
  return result;
}

static cube_list split_condition (never_builder *b, expression *e,
                                  unsigned depth) {
  if (e->kind == EXPRESSION_CONSTANT)
    return e->value ? everything : (cube_list){0};
  if (is_operator (e, '!') && depth <= DEEPEST_SPLIT) {
    const cube_list inner = split_condition (b, e->left, depth + 1);
    return cubes_complement (&inner);
  }
  const int and = is_operator (e, TOKEN_AND);
  if (!(and || is_operator (e, TOKEN_OR)) || depth > DEEPEST_SPLIT ||
      sett_condition_may_fail (e))
    return whole_condition (b, e);
  const cube_list left = split_condition (b, e->left, depth + 1);
  const cube_list right = split_condition (b, e->right, depth + 1);
  return and? cubes_and (&left, &right) : cubes_or (&left, &right);
}

static cube_list condition (never_builder *b, expression *e) {
  const size_t before = b->tree->propositions.count;
  const cube_list result = split_condition (b, e, 0);
  if (!result.overflow)
    return result;
  b->tree->propositions.count = before;
  return whole_condition (b, e);
}

static int is_else (const transition *t) {
  return t->statement && t->statement->kind == STATEMENT_ELSE;
}

/* When a transition can be taken, `else` apart. */
static cube_list transition_condition (never_builder *b, const transition *t) {
  if (t->kind == TRANSITION_END)
    return (cube_list){0};
  if (t->kind != TRANSITION_STATEMENT ||
      t->statement->kind != STATEMENT_EXPRESSION)
    return everything;
  return condition (b, t->statement->value);
}

/* When none of the conditions of a location holds. */
static cube_list none_of (never_builder *b, const location *l) {
  cube_list any = {0};
  for (size_t i = 0; i < l->transitions.count; i++)
    if (!is_else (l->transitions.at[i])) {
      const cube_list c = transition_condition (b, l->transitions.at[i]);
      any = cubes_or (&any, &c);
    }
  const cube_list result = cubes_complement (&any);
  if (result.overflow)
    sett_report_error (
        b->diagnostics, sett_location_place (l),
        "the conditions of this choice are too many for an 'else'");
  return result;
}

/* --------------------------------------------------------------- edges --- */

static uint32_t state_of (never_builder *b, const location *l) {
  uint32_t *state = &b->states[l->number];
  if (!*state) {
    *state = sett_claim_add_state (b->claim, l->accept) + 1;
    b->claim->states.at[*state - 1].final = l == b->automaton->end;
  }
  return *state - 1;
}

static uint32_t failed_state (never_builder *b) {
  if (!b->failed) {
    b->failed = sett_claim_add_state (b->claim, 0) + 1;
    b->claim->states.at[b->failed - 1].final = 1;
  }
  return b->failed - 1;
}

static void add_edges (never_builder *b, const cube_list *list, uint32_t to) {
  for (unsigned i = 0; i < list->count; i++, b->edges++)
    sett_claim_add_edge (b->claim, b->from, to, list->at[i].with,
                         list->at[i].without);
}

static void follow_location (never_builder *, const location *,
                             const cube_list *when, unsigned depth);

static void follow (never_builder *b, const location *l, const transition *t,
                    const cube_list *when, unsigned depth) {
  const statement *s = t->statement;
  cube_list holds = is_else (t) ? none_of (b, l) : transition_condition (b, t);
  if (t->kind == TRANSITION_STATEMENT && s->kind == STATEMENT_ASSERT) {
    holds = condition (b, s->value);
    cube_list fails = cubes_complement (&holds);
    fails = cubes_and (when, &fails);
    add_edges (b, &fails, failed_state (b));
  }
  const cube_list then = cubes_and (when, &holds);
  if (then.overflow)
    sett_report_error (b->diagnostics, sett_transition_place (t),
                       "the conditions of this claim are too many");
  if (!t->keeps_control || !then.count) {
    add_edges (b, &then, state_of (b, t->target));
    return;
  }
  follow_location (b, t->target, &then, depth + 1);
  const cube_list stuck = none_of (b, t->target);
  const cube_list waits = cubes_and (&then, &stuck);
  const size_t count = t->target->transitions.count;
  if (!count || !is_else (t->target->transitions.at[count - 1]))
    add_edges (b, &waits, state_of (b, t->target));
}

static void follow_location (never_builder *b, const location *l,
                             const cube_list *when, unsigned depth) {
  if (depth > LONGEST_ATOMIC || b->edges > MOST_EDGES) {
    sett_report_error (b->diagnostics, sett_location_place (l),
                       "an atomic of a never claim is too long, or never ends");
    return;
  }
  for (size_t i = 0; i < l->transitions.count && !b->diagnostics->errors; i++)
    if (l->transitions.at[i]->kind != TRANSITION_END)
      follow (b, l, l->transitions.at[i], when, depth);
}

/* -------------------------------------------------------------- checks --- */

static int is_allowed (const statement *s) {
  switch (s->kind) {
  case STATEMENT_EXPRESSION:
  case STATEMENT_ASSERT:
  case STATEMENT_PRINT:
  case STATEMENT_ELSE:
  case STATEMENT_GOTO:
  case STATEMENT_BREAK:
  case STATEMENT_IF:
  case STATEMENT_DO:
  case STATEMENT_ATOMIC:
  case STATEMENT_BLOCK:
    return 1;
  default:
    return 0;
  }
}

static void check_body (const sequence *q, diagnostics *d) {
  for (size_t i = 0; i < q->statements.count; i++) {
    const statement *s = q->statements.at[i];
    if (!is_allowed (s))
      sett_report_error (d, &s->place,
                         "a never claim only looks at the system: expected a "
                         "condition, found '%s'",
                         s->text);
    for (size_t k = 0; k < s->parts.count; k++)
      check_body (s->parts.at[k], d);
  }
}

void sett_never_build (tree *t, process_type *process, sett_claim *claim,
                       diagnostics *d) {
  check_body (process->body, d);
  if (d->errors)
    return;
  automata *all = sett_automata_build_claim (t, process, d);
  never_builder b = {.tree = t,
                     .diagnostics = d,
                     .automaton = process->automaton,
                     .claim = claim};
  b.states =
      sett_arena_get (&t->arena, all->locations.count * sizeof *b.states);
  state_of (&b, b.automaton->entry);
  for (size_t i = 0; i < all->locations.count && !d->errors; i++) {
    const location *l = all->locations.at[i];
    b.from = state_of (&b, l);
    if (l != b.automaton->end)
      follow_location (&b, l, &everything, 0);
  }
  claim->violation = SETT_VIOLATION_ACCEPTANCE_CYCLE;
  claim->end_violation = SETT_VIOLATION_CLAIM_ENDED;
}
