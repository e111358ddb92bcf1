/* Formulas of linear temporal logic: ltl name { formula }.

   They are read when the whole model is known, since they usually speak of
   what is declared after them.  Operators, loosest first:

     ->  <->  implies  equivalent
     ||
     &&
     U  W  V  R  until  stronguntil  weakuntil  release
     !  []  <>  X  G  F  always  eventually  next

   What stands between them are conditions of Promela.  G and F are operators
   unless the model has something of that name. */

#include "promela/parse/parser.h"
#include "promela/parse/source_formula.h"

#include <stdio.h>
#include <string.h>

static expression *parse_formula (parser *);

static int at_word (const parser *p, const char *const *words) {
  for (; *words; words++)
    if (sett_parser_at (p, TOKEN_NAME) && !strcmp (p->now->text, *words))
      return 1;
  return 0;
}

/* [] and <> are two tokens each. */
static int at_box (const parser *p) {
  return sett_parser_at (p, '[') && sett_parser_peek (p, 1)->kind == ']';
}

static int at_diamond (const parser *p) {
  return sett_parser_at (p, '<') && sett_parser_peek (p, 1)->kind == '>';
}

/* Does the model have a variable, an mtype or a process that is called so? */
static int is_declared (const parser *p, const char *name) {
  const tree *t = p->tree;
  for (size_t i = 0; i < t->mtypes.count; i++)
    if (!strcmp (t->mtypes.at[i].name, name))
      return 1;
  for (size_t i = 0; i < t->processes.count; i++)
    if (!strcmp (t->processes.at[i]->name, name))
      return 1;
  return sett_name_table_get (&p->globals, name, strlen (name)) != NULL;
}

static int at_unary_word (const parser *p) {
  static const char *const words[] = {"X", "always", "eventually", "next",
                                      NULL};
  static const char *const letters[] = {"G", "F", NULL};
  return at_word (p, words) ||
         (at_word (p, letters) && !is_declared (p, p->now->text));
}

static int at_until (const parser *p) {
  static const char *const words[] = {
      "U", "W", "V", "R", "until", "stronguntil", "weakuntil", "release", NULL};
  return at_word (p, words);
}

static int at_implication (const parser *p) {
  static const char *const words[] = {"implies", "equivalent", NULL};
  return sett_parser_at (p, TOKEN_ARROW) ||
         sett_parser_at (p, TOKEN_EQUIVALENT) || at_word (p, words);
}

/* Does the group that opens here contain temporal operators? */
static int is_temporal_group (const parser *p) {
  parser ahead = *p;
  int depth = 0;
  do {
    depth += sett_parser_at (&ahead, '(') - sett_parser_at (&ahead, ')');
    if (at_box (&ahead) || at_diamond (&ahead) || at_unary_word (&ahead) ||
        at_until (&ahead) || at_implication (&ahead))
      return 1;
    sett_parser_next (&ahead);
  } while (depth > 0 && !sett_parser_at (&ahead, TOKEN_END));
  return 0;
}

static expression *new_temporal (parser *p, const token *op, expression *left,
                                 expression *right) {
  expression *e = sett_new_expression (p, EXPRESSION_TEMPORAL, &op->place);
  e->text = op->text;
  e->left = left;
  e->right = right;
  return e;
}

static expression *parse_group (parser *p) {
  sett_parser_next (p);
  expression *e = parse_formula (p);
  sett_parser_expect (p, ')', "to close the parenthesis");
  return e;
}

static expression *parse_unary_formula (parser *p) {
  const token *op = p->now;
  const int two = at_box (p) || at_diamond (p);
  if (!two && !at_unary_word (p) && !sett_parser_at (p, '!'))
    return sett_parser_at (p, '(') && is_temporal_group (p)
               ? parse_group (p)
               : sett_parse_condition (p);
  sett_parser_enter (p);
  sett_parser_next (p);
  if (two)
    sett_parser_next (p);
  expression *e = new_temporal (p, op, parse_unary_formula (p), NULL);
  sett_parser_leave (p);
  return e;
}

/* next operator next operator ... next */
static expression *parse_chain (parser *p, int (*at_operator) (const parser *),
                                expression *(*next) (parser *)) {
  expression *left = next (p);
  for (unsigned operators = 0; at_operator (p); operators++) {
    if (operators > MOST_OPERATORS)
      sett_parser_fail (p, &p->now->place,
                        "this formula has more than %d operators: split it",
                        MOST_OPERATORS);
    const token *op = p->now;
    sett_parser_next (p);
    left = new_temporal (p, op, left, next (p));
  }
  return left;
}

static int at_and (const parser *p) {
  return sett_parser_at (p, TOKEN_AND);
}

static int at_or (const parser *p) {
  return sett_parser_at (p, TOKEN_OR);
}

static expression *parse_until (parser *p) {
  return parse_chain (p, at_until, parse_unary_formula);
}

static expression *parse_and (parser *p) {
  return parse_chain (p, at_and, parse_until);
}

static expression *parse_or (parser *p) {
  return parse_chain (p, at_or, parse_and);
}

static expression *parse_formula (parser *p) {
  sett_parser_enter (p);
  expression *e = parse_chain (p, at_implication, parse_or);
  sett_parser_leave (p);
  return e;
}

/* As SPIN calls them: ltl_0, ltl_1, .. */
static const char *unnamed (parser *p) {
  char name[24];
  const int length =
      snprintf (name, sizeof name, "ltl_%u", p->unnamed_formulas++);
  return sett_arena_copy (p->arena, name, (size_t)length);
}

static void check_new_formula (parser *p, const ltl_block *block) {
  for (size_t i = 0; i < p->tree->formulas.count; i++)
    if (!strcmp (p->tree->formulas.at[i].name, block->name))
      sett_report_error (
          p->diagnostics, &block->place,
          "the property '%s' is declared twice (first at line %u)", block->name,
          p->tree->formulas.at[i].place.line);
}

/* Skips to the end of the block and remembers where the formula is. */
void sett_parse_ltl (parser *p) {
  ltl_block block = {.place = p->now->place};
  sett_parser_next (p);
  block.name = sett_parser_at (p, TOKEN_NAME)
                   ? sett_parser_name (p, "the property")
                   : unnamed (p);
  sett_parser_expect (p, '{', "before the formula");
  block.begin = p->now;
  for (int depth = 1;; sett_parser_next (p)) {
    depth += sett_parser_at (p, '{') - sett_parser_at (p, '}');
    if (!depth)
      break;
    if (sett_parser_at (p, TOKEN_END))
      sett_parser_fail (p, &block.place,
                        "the formula of this ltl block is never closed");
  }
  block.text = sett_parser_text (p, block.begin, p->now);
  if (!strcmp (block.begin->place.file, FORMULA_FILE))
    block.name = FORMULA_FILE; /* the user's, from outside of the model */
  check_new_formula (p, &block);
  sett_parser_next (p);
  TREE_PUSH (p->arena, p->tree->formulas, block);
}

void sett_parse_formula_of (parser *p, ltl_block *block) {
  p->now = p->previous = block->begin;
  block->formula = parse_formula (p);
  if (!sett_parser_at (p, '}')) {
    char found[80];
    sett_parser_fail (p, &p->now->place,
                      "expected a temporal operator or '}', found %s",
                      sett_token_describe (p->now, found));
  }
}
