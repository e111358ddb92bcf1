/* `for` and `select`, which are short for loops and choices.

   for (i : a .. b) { body }   i = a; do :: i <= b -> body; i++ :: else -> break
   od for (i in array) { body }   the same with 0 .. size - 1 for (m in channel)
   { body } every message once: receive, send back, body select (i : a .. b)
   with plain constants at most 32 apart, and not in an inline, a choice of
   assignments, else i = a; do :: i < b -> i++ :: break od */

#include "promela/parse/parser.h"
#include "base/assert.h"

#include <string.h>

enum { LARGEST_CHOICE = 32 };

statement *sett_new_assignment (parser *p, expression *target,
                                expression *value) {
  statement *s = sett_new_statement (p, STATEMENT_ASSIGN, &target->place);
  s->target = target;
  s->value = value;
  return s;
}

static statement *new_guard (parser *p, expression *condition,
                             const char *text) {
  statement *s =
      sett_new_statement (p, STATEMENT_EXPRESSION, &condition->place);
  s->value = condition;
  s->text = text;
  return s;
}

static const char *joined (parser *p, const char *a, const char *b,
                           const char *c) {
  sett_text text = {0};
  sett_text_addf (&text, "%s%s%s", a, b, c);
  const char *copy =
      sett_arena_copy (p->arena, sett_text_get (&text), text.length);
  sett_text_release (&text);
  return copy;
}

static statement *new_increment (parser *p, expression *target,
                                 const char *name) {
  expression *one = sett_new_constant (p, 1, &target->place);
  statement *s =
      sett_new_assignment (p, target, sett_new_binary (p, '+', target, one));
  s->text = joined (p, name, "++", "");
  return s;
}

static void add_option (parser *p, statement *s, sequence *option) {
  TREE_PUSH (p->arena, s->parts, option);
}

static sequence *leave_option (parser *p, const place *where) {
  sequence *option = sett_new_sequence (p);
  statement *otherwise = sett_new_statement (p, STATEMENT_ELSE, where);
  otherwise->text = "else";
  sett_add_statement (p, option, otherwise);
  sett_add_statement (p, option,
                      sett_new_statement (p, STATEMENT_BREAK, where));
  return option;
}

/* Wraps the statements of a loop into one block without a scope. */
static statement *new_group (parser *p, statement *first, statement *second) {
  statement *s = sett_new_statement (p, STATEMENT_BLOCK, &first->place);
  sequence *both = sett_new_sequence (p);
  sett_add_statement (p, both, first);
  sett_add_statement (p, both, second);
  TREE_PUSH (p->arena, s->parts, both);
  return s;
}

typedef struct loop {
  expression *counter;
  const char *counter_name;
  expression *first;
  expression *condition;
  const char *condition_text;
  const char *first_text;
  statement *receive, *send; /* over a channel */
} loop;

static statement *build_loop (parser *p, const loop *l, sequence *body,
                              const place *where) {
  statement *start = sett_new_assignment (p, l->counter, l->first);
  start->text = joined (p, l->counter_name, " = ", l->first_text);
  start->place = *where;
  sequence *round = sett_new_sequence (p);
  statement *guard = new_guard (p, l->condition, l->condition_text);
  guard->place = *where;
  sett_add_statement (p, round, guard);
  if (l->receive) {
    sett_add_statement (p, round, l->receive);
    sett_add_statement (p, round, l->send);
  }
  for (size_t i = 0; i < body->statements.count; i++)
    sett_add_statement (p, round, body->statements.at[i]);
  statement *step = new_increment (p, l->counter, l->counter_name);
  step->place = *where;
  sett_add_statement (p, round, step);
  statement *again = sett_new_statement (p, STATEMENT_DO, where);
  again->is_for = 1;
  add_option (p, again, round);
  add_option (p, again, leave_option (p, where));
  return new_group (p, start, again);
}

static void over_array (parser *p, loop *l, expression *target,
                        expression *array) {
  const selector *last = array->where;
  while (last->next)
    last = last->next;
  expression *count =
      sett_new_constant (p, (int32_t)last->variable->count - 1, &array->place);
  l->counter = target;
  l->first = sett_new_constant (p, 0, &array->place);
  l->first_text = "0";
  l->condition = sett_new_binary (p, TOKEN_LESS_EQUAL, target, count);
  l->condition_text = joined (p, l->counter_name, " in ", last->variable->name);
}

static void over_channel (parser *p, loop *l, expression *message,
                          expression *channel) {
  const place *where = &channel->place;
  variable *counter = sett_declare_counter (p, where);
  l->counter = sett_new_variable (p, counter, where);
  l->counter_name = counter->name;
  l->first = sett_new_constant (p, 0, where);
  l->first_text = "0";
  expression *length = sett_new_expression (p, EXPRESSION_CHANNEL, where);
  length->op = KEY_LEN;
  length->left = channel;
  l->condition = sett_new_binary (p, '<', l->counter, length);
  const char *name = channel->where->variable->name;
  l->condition_text = joined (p, "more in ", name, "");
  l->receive = sett_new_statement (p, STATEMENT_RECEIVE, where);
  l->receive->target = channel;
  l->receive->text = joined (p, name, "? next", "");
  TREE_PUSH (p->arena, l->receive->arguments, message);
  l->send = sett_new_statement (p, STATEMENT_SEND, where);
  l->send->target = channel;
  l->send->text = joined (p, name, "! back", "");
  TREE_PUSH (p->arena, l->send->arguments, message);
}

static void over_collection (parser *p, loop *l, expression *target) {
  const place where = p->now->place;
  expression *collection = sett_parse_variable (p);
  const selector *last = collection->where;
  while (last->next)
    last = last->next;
  if (last->variable->type.kind == TYPE_CHAN &&
      (!last->variable->is_array || last->index))
    over_channel (p, l, target, collection);
  else if (last->variable->is_array && !last->index)
    over_array (p, l, target, collection);
  else
    sett_parser_fail (p, &where, "expected an array or a channel after 'in'");
}

static void over_range (parser *p, loop *l, expression *target) {
  const token *begin = p->now;
  l->counter = target;
  l->first = sett_parse_expression (p);
  l->first_text = sett_parser_text (p, begin, p->now);
  sett_parser_expect (p, TOKEN_RANGE, "between the bounds");
  begin = p->now;
  expression *last = sett_parse_expression (p);
  l->condition = sett_new_binary (p, TOKEN_LESS_EQUAL, target, last);
  l->condition_text =
      joined (p, l->counter_name, " <= ", sett_parser_text (p, begin, p->now));
}

statement *sett_parse_for (parser *p) {
  const place where = p->now->place;
  sett_parser_next (p);
  p->late = 1;
  sett_parser_expect (p, '(', "after 'for'");
  const token *begin = p->now;
  expression *target = sett_parse_variable (p);
  loop l = {.counter_name = sett_parser_text (p, begin, p->now)};
  if (sett_parser_at (p, TOKEN_NAME) && !strcmp (p->now->text, "in")) {
    sett_parser_next (p);
    over_collection (p, &l, target);
  } else {
    sett_parser_expect (p, ':', "or 'in' after the loop variable");
    over_range (p, &l, target);
  }
  sett_parser_expect (p, ')', "after the bounds of 'for'");
  p->do_depth++;
  sequence *body = sett_parse_block (p);
  p->do_depth--;
  SETT_ASSERT (p->do_depth >= 0);
  return build_loop (p, &l, body, &where);
}

static statement *select_constant (parser *p, expression *target,
                                   const char *name, int32_t from, int32_t to,
                                   const place *where) {
  statement *s = sett_new_statement (p, STATEMENT_IF, where);
  for (int32_t i = from; i <= to; i++) {
    sequence *option = sett_new_sequence (p);
    statement *pick =
        sett_new_assignment (p, target, sett_new_constant (p, i, where));
    sett_text text = {0};
    sett_text_addf (&text, "%s = %d", name, i);
    pick->text = sett_arena_copy (p->arena, sett_text_get (&text), text.length);
    sett_text_release (&text);
    pick->place = *where;
    sett_add_statement (p, option, pick);
    add_option (p, s, option);
  }
  return s;
}

/* To stop is the first option, so a d_step, which takes the first that can be
   executed, always chooses the lower bound. */
static statement *select_loop (parser *p, expression *target, const char *name,
                               expression *from, expression *to,
                               const place *where) {
  statement *start = sett_new_assignment (p, target, from);
  start->text = joined (p, name, " = the lower bound", "");
  statement *again = sett_new_statement (p, STATEMENT_DO, where);
  sequence *more = sett_new_sequence (p), *stop = sett_new_sequence (p);
  statement *leave = sett_new_statement (p, STATEMENT_BREAK, where);
  leave->text = joined (p, name, " is chosen", "");
  sett_add_statement (p, stop, leave);
  add_option (p, again, stop);
  sett_add_statement (
      p, more,
      new_guard (p, sett_new_binary (p, '<', target, to),
                 joined (p, name, " below the upper bound", "")));
  sett_add_statement (p, more, new_increment (p, target, name));
  add_option (p, again, more);
  return new_group (p, start, again);
}

/* Clears `plain` unless the bound is a constant without parentheses. */
static expression *parse_bound (parser *p, int *plain) {
  const int has_parentheses = sett_parser_at (p, '(');
  expression *e = sett_parse_expression (p);
  if (has_parentheses || e->kind != EXPRESSION_CONSTANT)
    *plain = 0;
  return e;
}

statement *sett_parse_select (parser *p) {
  const place where = p->now->place;
  int plain = !p->frames.count;
  sett_parser_next (p);
  sett_parser_expect (p, '(', "after 'select'");
  const token *begin = p->now;
  expression *target = sett_parse_variable (p);
  const char *name = sett_parser_text (p, begin, p->now);
  sett_parser_expect (p, ':', "after the variable");
  expression *from = parse_bound (p, &plain);
  sett_parser_expect (p, TOKEN_RANGE, "between the bounds");
  expression *to = parse_bound (p, &plain);
  sett_parser_expect (p, ')', "after the bounds of 'select'");
  if (plain && to->value < from->value)
    sett_parser_fail (p, &where, "the range %d .. %d is empty", from->value,
                      to->value);
  if (plain && (int64_t)to->value - from->value <= LARGEST_CHOICE)
    return select_constant (p, target, name, from->value, to->value, &where);
  return select_loop (p, target, name, from, to, &where);
}
