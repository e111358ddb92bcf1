/* Expressions, by precedence climbing over SPIN's table of precedences. */

#include "promela/parse/expression.h"
#include "promela/parse/parser.h"
#include "promela/parse/record_parameters.h"
#include "base/assert.h"

#include <limits.h>
#include <string.h>

/* ------------------------------------------------------ constructors --- */

expression *sett_new_expression (parser *p, expression_kind kind,
                                 const place *where) {
  expression *e = SETT_NEW (p->arena, expression);
  e->kind = kind;
  e->place = *where;
  return e;
}

expression *sett_new_constant (parser *p, int32_t value, const place *where) {
  expression *e = sett_new_expression (p, EXPRESSION_CONSTANT, where);
  e->value = value;
  return e;
}

expression *sett_new_variable (parser *p, variable *v, const place *where) {
  expression *e = sett_new_expression (p, EXPRESSION_VARIABLE, where);
  e->where = SETT_NEW (p->arena, selector);
  e->where->variable = v;
  return e;
}

expression *sett_new_binary (parser *p, token_kind op, expression *left,
                             expression *right) {
  expression *e = sett_new_expression (p, EXPRESSION_BINARY, &left->place);
  e->op = op;
  e->left = left;
  e->right = right;
  return e;
}

/* --------------------------------------------------------- constants --- */

int sett_constant_value (const expression *e, int32_t *value) {
  int32_t a, b;
  int64_t result;
  if (e->kind == EXPRESSION_CONSTANT) {
    *value = e->value;
    return 1;
  }
  if (e->kind == EXPRESSION_UNARY && e->op == '-' &&
      sett_constant_value (e->left, &a)) {
    *value = (int32_t)(0u - (uint32_t)a);
    return 1;
  }
  if (e->kind == EXPRESSION_BINARY && sett_constant_value (e->left, &a) &&
      sett_constant_value (e->right, &b) &&
      sett_fold_binary (e->op, a, b, &result)) {
    *value = (int32_t)(uint32_t)result;
    return 1;
  }
  return 0;
}

/* --------------------------------------------------------- variables --- */

static selector *parse_selector (parser *p, variable *v) {
  SETT_ASSERT (v->count);
  selector *s = SETT_NEW (p->arena, selector);
  s->variable = v;
  if (sett_parser_at (p, '[')) {
    const place where = p->now->place;
    sett_parser_next (p);
    s->index = sett_parse_expression (p);
    sett_parser_expect (p, ']', "after the index");
    int32_t value;
    if (!v->is_array && sett_constant_value (s->index, &value) && !value) {
      sett_report_warning (p->diagnostics, &where,
                           "'%s' is not an array: [0] means nothing here",
                           v->name);
      s->index = NULL;
      return s;
    }
    if (!v->is_array)
      sett_parser_fail (p, &where, "'%s' is not an array", v->name);
    if (sett_constant_value (s->index, &value) &&
        (value < 0 || (uint32_t)value >= v->count))
      sett_report_warning (p->diagnostics, &where,
                           "index %d is outside of '%s', which has %u elements",
                           value, v->name, v->count);
  }
  return s;
}

static void parse_field (parser *p, selector *s) {
  const place where = p->previous->place;
  if (s->variable->type.kind != TYPE_RECORD)
    sett_parser_fail (p, &where, "'%s' has no fields", s->variable->name);
  record *r = s->variable->type.record;
  const place at = p->now->place;
  const char *name = sett_parser_name (p, "a field");
  variable *field = sett_parser_find_field (r, name);
  if (!field)
    sett_parser_fail (p, &at, "type '%s' has no field '%s'", r->name, name);
  s->next = parse_selector (p, field);
}

expression *sett_parse_variable (parser *p) {
  const place where = p->now->place;
  const char *name = sett_parser_name (p, "a variable");
  variable *v = sett_parser_find_variable (p, name);
  if (!v) {
    if (sett_parser_find_mtype (p, name))
      sett_parser_fail (p, &where,
                        "expected a variable, but '%s' is an mtype "
                        "constant",
                        name);
    sett_parser_fail (p, &where, "'%s' is not declared", name);
  }
  expression *e = sett_new_expression (p, EXPRESSION_VARIABLE, &where);
  e->where = parse_selector (p, v);
  for (selector *s = e->where; sett_parser_accept (p, '.'); s = s->next)
    parse_field (p, s);
  sett_record_parameter_name (p, e);
  return e;
}

/* --------------------------------------------------------- arguments --- */

/* In a trace `_` stands for any value, in sends too. */
static expression *parse_send_argument (parser *p) {
  const int in_trace = p->process && (p->process->kind == PROCESS_TRACE ||
                                      p->process->kind == PROCESS_NOTRACE);
  if (!in_trace || !sett_parser_at (p, TOKEN_NAME) ||
      strcmp (p->now->text, "_"))
    return sett_parse_expression (p);
  expression *e = sett_new_expression (p, EXPRESSION_ANY, &p->now->place);
  sett_parser_next (p);
  return e;
}

/* a, b, c   or   a (b, c) */
void sett_parse_send_arguments (parser *p, expression_list *list) {
  do {
    TREE_PUSH (p->arena, *list, parse_send_argument (p));
    if (list->count == 1 && sett_parser_accept (p, '(')) {
      do
        TREE_PUSH (p->arena, *list, parse_send_argument (p));
      while (sett_parser_accept (p, ','));
      sett_parser_expect (p, ')', "after the message");
    }
  } while (sett_parser_accept (p, ','));
}

static int at_constant (parser *p) {
  switch ((int)p->now->kind) {
  case TOKEN_NUMBER:
  case '-':
  case '(':
  case KEY_TRUE:
  case KEY_FALSE:
  case KEY_SKIP:
    return 1;
  case TOKEN_NAME:
    return !sett_parser_find_variable (p, p->now->text) &&
           sett_parser_find_mtype (p, p->now->text);
  default:
    return 0;
  }
}

static expression *parse_unary (parser *);

static expression *parse_receive_argument (parser *p) {
  const place where = p->now->place;
  if (sett_parser_accept (p, KEY_EVAL)) {
    sett_parser_expect (p, '(', "after 'eval'");
    expression *e = sett_new_expression (p, EXPRESSION_EVAL, &where);
    e->left = sett_parse_expression (p);
    sett_parser_expect (p, ')', "after the value to be received");
    return e;
  }
  if (sett_parser_at (p, TOKEN_NAME) && !strcmp (p->now->text, "_")) {
    sett_parser_next (p);
    return sett_new_expression (p, EXPRESSION_ANY, &where);
  }
  if (!at_constant (p))
    return sett_parse_variable (p);
  expression *e = parse_unary (p);
  int32_t value;
  if (!sett_constant_value (e, &value))
    sett_parser_fail (p, &where,
                      "expected a variable, a constant, '_' or eval "
                      "(...) in a receive");
  expression *constant = sett_new_constant (p, value, &where);
  constant->text = e->text;
  return constant;
}

static void parse_receive_list (parser *, expression_list *);

/* ( a, b, c ): the parentheses mean nothing.  False, with nothing read, if it
   is a constant in parentheses. */
static int parse_group (parser *p, expression_list *list) {
  const token *const now = p->now, *const previous = p->previous;
  const size_t count = list->count;
  if (!sett_parser_accept (p, '('))
    return 0;
  sett_parser_enter (p);
  parse_receive_list (p, list);
  sett_parser_leave (p);
  if (sett_parser_accept (p, ')'))
    return 1;
  p->now = now;
  p->previous = previous;
  list->count = count;
  SETT_ASSERT (list->count <= list->room);
  return 0;
}

static void parse_receive_list (parser *p, expression_list *list) {
  do {
    if (parse_group (p, list))
      continue;
    TREE_PUSH (p->arena, *list, parse_receive_argument (p));
    if (list->count == 1 && sett_parser_accept (p, '(')) {
      parse_receive_list (p, list);
      sett_parser_expect (p, ')', "after the message");
    }
  } while (sett_parser_accept (p, ','));
}

/* a, b, c   or   a (b, c)   or   (a, b, c) */
void sett_parse_receive_arguments (parser *p, token_kind end,
                                   expression_list *list) {
  parse_receive_list (p, list);
  if (end != TOKEN_END)
    sett_parser_expect (p, end, "after the message");
}

/* ------------------------------------------------------------ primary --- */

static expression *parse_run (parser *p) {
  expression *e = sett_new_expression (p, EXPRESSION_RUN, &p->now->place);
  sett_parser_next (p);
  e->place = p->now->place;
  e->process_name = sett_parser_name (p, "a proctype");
  sett_parser_expect (p, '(', "after the name of the proctype");
  while (!sett_parser_at (p, ')')) {
    TREE_PUSH (p->arena, e->arguments, sett_parse_expression (p));
    if (!sett_parser_accept (p, ','))
      break;
  }
  sett_parser_expect (p, ')', "after the arguments");
  if (sett_parser_accept (p, KEY_PRIORITY)) {
    const place where = p->now->place;
    e->left = sett_new_constant (p, sett_parse_rank (p), &where);
    p->tree->uses_priority = 1;
  }
  TREE_PUSH (p->arena, p->unresolved, e);
  return e;
}

/* keyword ( expression [, expression] ) */
static expression *parse_call (parser *p, expression_kind kind, int operands) {
  SETT_ASSERT (operands >= 1 && operands <= 3);
  const token *word = p->now;
  expression *e = sett_new_expression (p, kind, &word->place);
  e->op = word->kind;
  sett_parser_next (p);
  sett_parser_expect (p, '(', "here");
  e->left = sett_parse_expression (p);
  if (operands == 2) {
    sett_parser_expect (p, ',', "between the arguments");
    e->right = sett_parse_expression (p);
  }
  sett_parser_expect (p, ')', "after the argument");
  return e;
}

static expression *parse_channel_call (parser *p) {
  const token *word = p->now;
  expression *e = sett_new_expression (p, EXPRESSION_CHANNEL, &word->place);
  e->op = word->kind;
  sett_parser_next (p);
  sett_parser_expect (p, '(', "here");
  e->left = sett_parse_variable (p);
  sett_parser_expect (p, ')', "after the channel");
  return e;
}

/* name [ pid ] @ label   or   name [ pid ] : variable */
static expression *parse_remote (parser *p) {
  expression *e = sett_new_expression (p, EXPRESSION_AT_LABEL, &p->now->place);
  e->process_name = sett_parser_name (p, "a proctype");
  if (sett_parser_accept (p, '[')) {
    e->left = sett_parse_expression (p);
    sett_parser_expect (p, ']', "after the process number");
  }
  if (sett_parser_accept (p, '@')) {
    e->text = sett_parser_name (p, "a label");
  } else {
    sett_parser_expect (p, ':', "or '@' after the process");
    e->kind = EXPRESSION_REMOTE;
    e->text = sett_parser_name (p, "a variable");
    if (sett_parser_accept (p, '[')) {
      e->right = sett_parse_expression (p);
      sett_parser_expect (p, ']', "after the index");
    }
  }
  TREE_PUSH (p->arena, p->unresolved, e);
  return e;
}

static expression *parse_special_name (parser *p) {
  static const struct {
    const char *name;
    expression_kind kind;
  } specials[] = {{"_pid", EXPRESSION_SELF},
                  {"_nr_pr", EXPRESSION_PROCESSES},
                  {"_last", EXPRESSION_LAST},
                  {"_priority", EXPRESSION_PRIORITY}};
  for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
    if (!strcmp (p->now->text, specials[i].name)) {
      expression *e = sett_new_expression (p, specials[i].kind, &p->now->place);
      p->tree->uses_last |= e->kind == EXPRESSION_LAST;
      p->tree->uses_priority |= e->kind == EXPRESSION_PRIORITY;
      sett_parser_next (p);
      return e;
    }
  return NULL;
}

static expression *parse_name (parser *p) {
  expression *special = parse_special_name (p);
  if (special)
    return special;
  const place where = p->now->place;
  const char *name = p->now->text;
  variable *v = sett_parser_find_variable (p, name);
  const mtype_name *m = v ? NULL : sett_parser_find_mtype (p, name);
  if (m) {
    expression *e = sett_new_constant (p, m->value, &where);
    e->text = name;
    sett_parser_next (p);
    return e;
  }
  if (!v && sett_parser_is_process (p, name))
    return parse_remote (p);
  if (!v && sett_parser_find_inline (p, name))
    sett_parser_fail (p, &where,
                      "inline '%s' cannot be used inside an expression", name);
  expression *e = sett_parse_variable (p);
  const int any = sett_parser_at (p, TOKEN_RECEIVE_ANY);
  if ((any || sett_parser_at (p, '?')) &&
      sett_parser_peek (p, 1)->kind == '[') {
    expression *poll = sett_new_expression (p, EXPRESSION_POLL, &where);
    poll->op = p->now->kind;
    poll->left = e;
    sett_parser_next (p);
    sett_parser_next (p);
    sett_parse_receive_arguments (p, ']', &poll->arguments);
    return poll;
  }
  return e;
}

static expression *parse_parentheses (parser *p) {
  const place open = p->now->place;
  sett_parser_next (p);
  expression *e = sett_parse_expression (p);
  if (sett_parser_accept (p, TOKEN_ARROW)) {
    expression *choice = sett_new_expression (p, EXPRESSION_CHOICE, &open);
    choice->left = e;
    choice->right = sett_parse_expression (p);
    sett_parser_expect (p, ':', "in a conditional expression (a -> b : c)");
    choice->third = sett_parse_expression (p);
    e = choice;
  }
  sett_parser_expect (p, ')', "to close the parenthesis");
  return e;
}

static expression *parse_word (parser *p, expression_kind kind, int32_t value) {
  expression *e = sett_new_expression (p, kind, &p->now->place);
  e->value = value;
  e->text = p->now->text;
  sett_parser_next (p);
  return e;
}

static expression *parse_c_expression (parser *p) {
  expression *e = sett_new_expression (p, EXPRESSION_C, &p->now->place);
  if (!p->allow_c)
    sett_parser_fail (p, &e->place,
                      "this model contains C code, which Sett runs only with "
                      "--allow-c");
  p->tree->uses_c = 1;
  sett_parser_next (p);
  if (sett_parser_at (p, TOKEN_C_GUARD)) {
    e->guard = p->now->text;
    sett_parser_next (p);
  }
  if (!sett_parser_at (p, TOKEN_C))
    sett_parser_expect (p, TOKEN_C, "here");
  e->text = p->now->text;
  sett_parser_next (p);
  return e;
}

static expression *parse_primary (parser *p) {
  switch ((int)p->now->kind) {
  case TOKEN_NUMBER: {
    expression *e = sett_new_constant (p, p->now->value, &p->now->place);
    sett_parser_next (p);
    return e;
  }
  case KEY_TRUE:
  case KEY_SKIP:
    return parse_word (p, EXPRESSION_CONSTANT, 1);
  case KEY_FALSE:
    return parse_word (p, EXPRESSION_CONSTANT, 0);
  case KEY_TIMEOUT:
    p->tree->uses_timeout = 1;
    return parse_word (p, EXPRESSION_TIMEOUT, 0);
  case KEY_NP:
    return parse_word (p, EXPRESSION_NO_PROGRESS, 0);
  case KEY_RUN:
    return parse_run (p);
  case KEY_LEN:
  case KEY_EMPTY:
  case KEY_NEMPTY:
  case KEY_FULL:
  case KEY_NFULL:
    return parse_channel_call (p);
  case KEY_ENABLED:
    p->tree->uses_enabled = 1;
    return parse_call (p, EXPRESSION_ENABLED, 1);
  case KEY_PC_VALUE:
    p->tree->uses_pc_value = 1;
    return parse_call (p, EXPRESSION_PC_VALUE, 1);
  case KEY_GET_PRIORITY:
    p->tree->uses_priority = 1;
    return parse_call (p, EXPRESSION_PRIORITY, 1);
  case KEY_SET_PRIORITY:
    p->tree->uses_priority = 1;
    return parse_call (p, EXPRESSION_SET_PRIORITY, 2);
  case KEY_C_EXPR:
    return parse_c_expression (p);
  case TOKEN_NAME:
    return parse_name (p);
  case '(':
    return parse_parentheses (p);
  default:
    break;
  }
  char found[80];
  sett_parser_fail (p, &p->now->place, "expected an expression, found %s",
                    sett_token_describe (p->now, found));
}

static expression *parse_unary (parser *p) {
  const token *t = p->now;
  if (t->kind != '!' && t->kind != '~' && t->kind != '-' &&
      t->kind != TOKEN_SEND_SORTED && t->kind != TOKEN_DECREMENT)
    return parse_primary (p);
  sett_parser_enter (p);
  sett_parser_next (p);
  expression *e = sett_new_expression (p, EXPRESSION_UNARY, &t->place);
  e->op = t->kind == TOKEN_SEND_SORTED ? '!'
          : t->kind == TOKEN_DECREMENT ? '-'
                                       : t->kind;
  e->left = parse_unary (p);
  if (t->kind == TOKEN_SEND_SORTED || t->kind == TOKEN_DECREMENT) {
    expression *twice = sett_new_expression (p, EXPRESSION_UNARY, &t->place);
    twice->op = e->op;
    twice->left = e;
    e = twice;
  }
  sett_parser_leave (p);
  return e;
}

static int precedence (token_kind kind) {
  switch ((int)kind) {
  case TOKEN_OR:
    return 1;
  case TOKEN_AND:
    return 2;
  case '|':
    return 3;
  case '^':
    return 4;
  case '&':
    return 5;
  case TOKEN_EQUAL:
  case TOKEN_UNEQUAL:
    return 6;
  case '<':
  case '>':
  case TOKEN_LESS_EQUAL:
  case TOKEN_GREATER_EQUAL:
    return 7;
  case TOKEN_SHIFT_LEFT:
  case TOKEN_SHIFT_RIGHT:
    return 8;
  case '+':
  case '-':
    return 9;
  case '*':
  case '/':
  case '%':
    return 10;
  default:
    return 0;
  }
}

/* In SPIN a line that begins with '-' begins a statement, unless a parenthesis
   is open. */
static int begins_line (parser *p) {
  if (!sett_parser_at (p, '-') || !p->process || !p->now->may_begin)
    return 0;
  sett_report_warning (
      p->diagnostics, &p->now->place,
      "a statement begins here: to go on with the expression, put "
      "the '-' at the end of the line before");
  return 1;
}

static expression *parse_binary (parser *p, int least) {
  expression *left = parse_unary (p);
  for (unsigned operators = 0;; operators++) {
    if (operators > MOST_OPERATORS)
      sett_parser_fail (p, &p->now->place,
                        "this expression has more than %d operators: split it",
                        MOST_OPERATORS);
    const token_kind op = p->now->kind;
    const int level = precedence (op);
    if (!level || level < least || begins_line (p))
      return left;
    sett_parser_next (p);
    expression *right = parse_binary (p, level + 1);
    left = sett_new_binary (p, op, left, right);
  }
}

expression *sett_parse_condition (parser *p) {
  sett_parser_enter (p);
  expression *e = parse_binary (p, precedence (TOKEN_AND) + 1);
  sett_parser_leave (p);
  return e;
}

expression *sett_parse_expression (parser *p) {
  sett_parser_enter (p);
  expression *e = parse_binary (p, 1);
  sett_parser_leave (p);
  return e;
}
