/* Statements and sequences. */

#include "promela/parse/parser.h"
#include "base/assert.h"

#include <string.h>

sequence *sett_new_sequence (parser *p) {
  return SETT_NEW (p->arena, sequence);
}

statement *sett_new_statement (parser *p, statement_kind kind,
                               const place *where) {
  statement *s = SETT_NEW (p->arena, statement);
  s->kind = kind;
  s->place = *where;
  s->text = "";
  return s;
}

void sett_add_statement (parser *p, sequence *q, statement *s) {
  TREE_PUSH (p->arena, q->statements, s);
}

static statement *parse_statement (parser *p);

/* ----------------------------------------------------------- recovery --- */

static int ends_sequence (const parser *p) {
  return sett_parser_at (p, '}') || sett_parser_at (p, TOKEN_OPTION) ||
         sett_parser_at (p, KEY_FI) || sett_parser_at (p, KEY_OD) ||
         sett_parser_at (p, TOKEN_END);
}

static int begins_unit (const parser *p) {
  return sett_parser_at (p, KEY_PROCTYPE) ||
         sett_parser_at (p, KEY_D_PROCTYPE) || sett_parser_at (p, KEY_ACTIVE) ||
         sett_parser_at (p, KEY_INLINE) || sett_parser_at (p, KEY_TYPEDEF) ||
         sett_parser_at (p, KEY_NEVER) || sett_parser_at (p, KEY_LTL) ||
         sett_parser_at (p, KEY_INIT);
}

/* Back to the text in which the broken statement began. */
static void leave_frames (parser *p, size_t depth) {
  SETT_ASSERT (depth <= p->frames.count || !p->frames.count);
  if (p->frames.count <= depth)
    return;
  p->now = p->frames.at[depth].resume;
  for (size_t i = depth; i < p->frames.count; i++)
    p->frames.at[i].definition->open = 0;
  p->frames.count = depth;
}

/* To the next separator or end of sequence outside of brackets. */
static void skip_statement (parser *p) {
  int depth = 0;
  for (; !sett_parser_at (p, TOKEN_END) && !begins_unit (p);
       sett_parser_next (p)) {
    const int kind = (int)p->now->kind;
    if (depth <= 0 && (kind == ';' || ends_sequence (p)))
      return;
    depth += kind == '{' || kind == KEY_IF || kind == KEY_DO;
    depth -= kind == '}' || kind == KEY_FI || kind == KEY_OD;
  }
}

/* Was there a label in what has been skipped? */
static int skipped_label (const parser *p, const token *begin) {
  for (const token *t = begin; t < p->now; t++)
    if (t->kind == TOKEN_NAME && t[1].kind == ':')
      return 1;
  return 0;
}

/* Where a statement began, to go on from there after an error. */
typedef struct checkpoint {
  const token *begin;
  size_t frames, visible;
  unsigned nesting;
  int do_depth;
  jmp_buf *recovery;
} checkpoint;

static checkpoint take_checkpoint (const parser *p) {
  return (checkpoint){p->now,     p->frames.count, p->visible.count,
                      p->nesting, p->do_depth,     p->recovery};
}

static void recover (parser *p, const checkpoint *c) {
  SETT_ASSERT (p->do_depth >= c->do_depth);
  leave_frames (p, c->frames);
  p->nesting = c->nesting;
  p->do_depth = c->do_depth;
  SETT_ASSERT (p->do_depth >= 0);
  if (p->visible.count < c->visible)
    p->visible.count = c->visible;
  if (p->now == c->begin && !ends_sequence (p))
    sett_parser_next (p);
  skip_statement (p);
  if (p->process)
    p->process->lost_labels |= c->frames || skipped_label (p, c->begin);
}

/* False after an error.  Not inlined: setjmp and variables do not mix. */
__attribute__ ((noinline)) static int attempt (parser *p, sequence *q) {
  jmp_buf recovery;
  p->recovery = &recovery;
  if (setjmp (recovery))
    return 0;
  if (sett_at_declaration (p)) {
    sett_parse_declaration (p, q);
    return 1;
  }
  statement *s = parse_statement (p);
  if (s)
    sett_add_statement (p, q, s);
  p->late |= s != NULL;
  return 1;
}

/* Parses a statement or a declaration; after an error skips it. */
static void parse_or_skip (parser *p, sequence *q) {
  const checkpoint c = take_checkpoint (p);
  if (!attempt (p, q))
    recover (p, &c);
  p->recovery = c.recovery;
}

/* ---------------------------------------------------------- sequences --- */

/* A new line separates statements too, and so does `else`. */
static int needs_no_separator (const parser *p) {
  const int last = (int)p->previous->kind;
  return last == '}' || last == KEY_FI || last == KEY_OD || last == TOKEN_C ||
         last == ')' || last == KEY_ELSE ||
         p->previous->place.line != p->now->place.line;
}

static void parse_sequence (parser *p, sequence *q) {
  if (sett_parser_at (p, ';') || sett_parser_at (p, TOKEN_ARROW)) {
    char found[80];
    sett_report_error (p->diagnostics, &p->now->place,
                       "expected a statement before %s",
                       sett_token_describe (p->now, found));
  }
  for (;;) {
    int separated = 0;
    while (sett_parser_accept (p, ';') || sett_parser_accept (p, TOKEN_ARROW))
      separated = 1;
    if (ends_sequence (p))
      return;
    if (q->statements.count && !separated && !needs_no_separator (p)) {
      char found[80];
      sett_report_error (p->diagnostics, &p->now->place,
                         "expected ';' or '->' between statements, found %s",
                         sett_token_describe (p->now, found));
    }
    if (begins_unit (p))
      return;
    const token *begin = p->now;
    parse_or_skip (p, q);
    if (p->now == begin && !ends_sequence (p))
      sett_parser_next (p);
  }
}

sequence *sett_parse_block (parser *p) {
  const place open = p->now->place;
  sett_parser_expect (p, '{', "here");
  sett_parser_enter (p);
  const size_t visible = p->visible.count;
  const int is_body = p->process && !p->process->body && p->nesting == 1;
  if (!is_body)
    p->late = 1;
  sequence *q = sett_new_sequence (p);
  if (is_body)
    p->process->body = q;
  parse_sequence (p, q);
  p->visible.count = visible;
  if (!sett_parser_at (p, '}')) {
    char found[80];
    sett_parser_fail (p, &p->now->place,
                      "expected '}' for the '{' of line %u, found %s",
                      open.line, sett_token_describe (p->now, found));
  }
  sett_parser_next (p);
  sett_parser_leave (p);
  if (!q->statements.count && !is_body)
    sett_report_error (p->diagnostics, &open,
                       "expected a statement between the braces");
  return q;
}

/* --------------------------------------------------------- statements --- */

static int at_label (parser *);

/* The location before an option is that of the whole if or do: the label is
   that of another one, which only a goto leads to. */
static void check_no_label (parser *p, const char *what) {
  if (at_label (p))
    sett_report_warning (
        p->diagnostics, &p->now->place,
        "a process that comes to this '%s' does not stand at '%s': "
        "a goto to it leaves this option only; put the label "
        "before the '%s' if you mean the whole",
        what, p->now->text, what);
}

static statement *parse_options (parser *p, statement_kind kind,
                                 token_kind end) {
  const place where = p->now->place;
  statement *s = sett_new_statement (p, kind, &where);
  s->text = kind == STATEMENT_IF ? "if" : "do";
  sett_parser_next (p);
  sett_parser_enter (p);
  p->late = 1;
  p->do_depth += kind == STATEMENT_DO;
  if (!sett_parser_at (p, TOKEN_OPTION)) {
    char found[80];
    sett_parser_fail (p, &p->now->place, "expected '::' after '%s', found %s",
                      s->text, sett_token_describe (p->now, found));
  }
  while (sett_parser_accept (p, TOKEN_OPTION)) {
    const place option = p->previous->place;
    sequence *q = sett_new_sequence (p);
    check_no_label (p, s->text);
    parse_sequence (p, q);
    if (!q->statements.count)
      sett_report_error (p->diagnostics, &option,
                         "expected a statement after '::'");
    TREE_PUSH (p->arena, s->parts, q);
  }
  if (!sett_parser_at (p, end)) {
    char wanted[80], found[80];
    sett_parser_fail (p, &p->now->place,
                      "expected '::' or %s for the '%s' of line %u, found %s",
                      sett_token_kind_describe (end, wanted), s->text,
                      where.line, sett_token_describe (p->now, found));
  }
  sett_parser_next (p);
  p->do_depth -= kind == STATEMENT_DO;
  sett_parser_leave (p);
  return s;
}

static statement *parse_braced (parser *p, statement_kind kind,
                                const char *text) {
  statement *s = sett_new_statement (p, kind, &p->now->place);
  s->text = text;
  if (kind != STATEMENT_BLOCK)
    sett_parser_next (p);
  TREE_PUSH (p->arena, s->parts, sett_parse_block (p));
  return s;
}

static statement *parse_goto (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_GOTO, &p->now->place);
  sett_parser_next (p);
  s->place = p->now->place;
  s->name = sett_parser_name (p, "a label");
  for (size_t i = p->frames.count; i--;)
    TREE_PUSH (p->arena, s->label_candidates,
               sett_inline_label (p, s->name, p->frames.at[i].instance));
  return s;
}

static statement *parse_break (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_BREAK, &p->now->place);
  sett_parser_next (p);
  if (!p->do_depth)
    sett_report_error (p->diagnostics, &s->place,
                       "'break' stands outside of any do or for loop");
  return s;
}

static unsigned conversions (const char *format) {
  unsigned count = 0;
  for (const char *c = format; *c; c++)
    if ((c[0] == '%' || c[0] == '\\') && c[1]) {
      count += c[0] == '%' && c[1] != '%';
      c++;
    }
  return count;
}

static statement *parse_printf (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_PRINT, &p->now->place);
  sett_parser_next (p);
  sett_parser_expect (p, '(', "after 'printf'");
  if (!sett_parser_at (p, TOKEN_STRING))
    sett_parser_expect (p, TOKEN_STRING, "as the format of 'printf'");
  s->name = p->now->text;
  sett_parser_next (p);
  while (sett_parser_accept (p, ','))
    TREE_PUSH (p->arena, s->arguments, sett_parse_expression (p));
  sett_parser_expect (p, ')', "after the arguments of 'printf'");
  const unsigned wanted = conversions (s->name);
  if (wanted != s->arguments.count)
    sett_report_warning (p->diagnostics, &s->place,
                         "the format asks for %u value%s, found %zu", wanted,
                         wanted == 1 ? "" : "s", s->arguments.count);
  return s;
}

static statement *parse_printm (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_PRINT, &p->now->place);
  s->name = "\"%e\"";
  sett_parser_next (p);
  sett_parser_expect (p, '(', "after 'printm'");
  TREE_PUSH (p->arena, s->arguments, sett_parse_expression (p));
  sett_parser_expect (p, ')', "after the mtype constant");
  return s;
}

static statement *parse_assert (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_ASSERT, &p->now->place);
  sett_parser_next (p);
  s->value = sett_parse_expression (p);
  return s;
}

static statement *parse_c_statement (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_C, &p->now->place);
  if (!p->allow_c)
    sett_parser_fail (p, &s->place,
                      "this model contains C code, which Sett runs only with "
                      "--allow-c");
  p->tree->uses_c = 1;
  sett_parser_next (p);
  if (sett_parser_at (p, TOKEN_C_GUARD)) {
    s->guard = p->now->text;
    sett_parser_next (p);
  }
  if (!sett_parser_at (p, TOKEN_C))
    sett_parser_expect (p, TOKEN_C, "here");
  s->name = p->now->text;
  sett_parser_next (p);
  return s;
}

/* xr and xs are promises about who uses a channel; nothing to execute. */
static statement *parse_exclusive (parser *p) {
  sett_parser_next (p);
  do
    sett_parse_variable (p);
  while (sett_parser_accept (p, ','));
  return NULL;
}

static statement *parse_send (parser *p, expression *channel) {
  statement *s = sett_new_statement (p, STATEMENT_SEND, &channel->place);
  s->sorted = sett_parser_at (p, TOKEN_SEND_SORTED);
  s->target = channel;
  sett_parser_next (p);
  sett_parse_send_arguments (p, &s->arguments);
  return s;
}

static statement *parse_receive (parser *p, expression *channel) {
  statement *s = sett_new_statement (p, STATEMENT_RECEIVE, &channel->place);
  s->anywhere = sett_parser_at (p, TOKEN_RECEIVE_ANY);
  s->target = channel;
  sett_parser_next (p);
  s->keeps = sett_parser_accept (p, '<');
  sett_parse_receive_arguments (p, s->keeps ? '>' : TOKEN_END, &s->arguments);
  return s;
}

/* x = f (a): the inline's `return e` becomes x = e. */
static statement *parse_returning_call (parser *p, expression *target) {
  expression *const outer = p->return_target;
  p->return_target = target;
  statement *s = sett_parse_inline_call (p);
  p->return_target = outer;
  return s;
}

static statement *parse_return (parser *p) {
  const place where = p->now->place;
  sett_parser_next (p);
  if (!p->return_target)
    sett_parser_fail (p, &where,
                      "'return' needs an inline that is called as "
                      "x = name (...)");
  return sett_new_assignment (p, p->return_target, sett_parse_expression (p));
}

static statement *parse_step (parser *p, expression *target) {
  const int kind = (int)p->now->kind;
  expression *one = sett_new_constant (p, 1, &target->place);
  if (kind == '=') {
    sett_parser_next (p);
    if (sett_at_inline_call (p))
      return parse_returning_call (p, target);
    return sett_new_assignment (p, target, sett_parse_expression (p));
  }
  sett_parser_next (p);
  return sett_new_assignment (
      p, target,
      sett_new_binary (p, kind == TOKEN_INCREMENT ? '+' : '-', target, one));
}

/* A statement that begins with a variable; null if it is an expression. */
static statement *parse_variable_statement (parser *p) {
  const token *begin = p->now;
  expression *target = sett_parse_variable (p);
  switch ((int)p->now->kind) {
  case '=':
  case TOKEN_INCREMENT:
  case TOKEN_DECREMENT:
    return parse_step (p, target);
  case '!':
  case TOKEN_SEND_SORTED:
    return parse_send (p, target);
  case '?':
  case TOKEN_RECEIVE_ANY:
    if (sett_parser_peek (p, 1)->kind != '[')
      return parse_receive (p, target);
    break;
  default:
    break;
  }
  p->now = begin;
  p->previous = begin;
  return NULL;
}

static statement *parse_expression_statement (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_EXPRESSION, &p->now->place);
  s->value = sett_parse_expression (p);
  return s;
}

/* _priority = e is set_priority (_pid, e). */
static statement *parse_own_priority (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_EXPRESSION, &p->now->place);
  s->value = sett_new_expression (p, EXPRESSION_SET_PRIORITY, &s->place);
  s->value->left = sett_new_expression (p, EXPRESSION_SELF, &s->place);
  p->tree->uses_priority = 1;
  sett_parser_next (p);
  sett_parser_next (p);
  s->value->right = sett_parse_expression (p);
  return s;
}

/* _ = e: the value is computed and forgotten. */
static statement *parse_forgetting (parser *p) {
  statement *s = sett_new_statement (p, STATEMENT_EXPRESSION, &p->now->place);
  sett_parser_next (p);
  sett_parser_next (p);
  expression *e = sett_parse_expression (p);
  s->value =
      sett_new_binary (p, TOKEN_OR, e, sett_new_constant (p, 1, &s->place));
  return s;
}

static int at_special_name (const parser *p) {
  return !strcmp (p->now->text, "_pid") || !strcmp (p->now->text, "_nr_pr") ||
         !strcmp (p->now->text, "_last") || !strcmp (p->now->text, "_priority");
}

static statement *parse_name_statement (parser *p) {
  if (sett_at_inline_call (p))
    return sett_parse_inline_call (p);
  const char *name = p->now->text;
  if (!strcmp (name, "return") && !sett_parser_find_variable (p, name))
    return parse_return (p);
  const int is_variable = sett_parser_find_variable (p, name) != NULL;
  if (!is_variable && sett_parser_peek (p, 1)->kind == '(' &&
      !sett_parser_find_mtype (p, name))
    sett_parser_fail (p, &p->now->place, "no inline is called '%s'%s", name,
                      sett_parser_is_process (p, name)
                          ? ": to start the process, write 'run' before it"
                          : "");
  if (!strcmp (name, "_") && !is_variable &&
      sett_parser_peek (p, 1)->kind == '=')
    return parse_forgetting (p);
  if (!strcmp (name, "_priority") && sett_parser_peek (p, 1)->kind == '=')
    return parse_own_priority (p);
  if (!is_variable &&
      (at_special_name (p) || sett_parser_find_mtype (p, name) ||
       sett_parser_is_process (p, name)))
    return parse_expression_statement (p);
  statement *s = parse_variable_statement (p);
  return s ? s : parse_expression_statement (p);
}

static statement *parse_plain (parser *p) {
  switch ((int)p->now->kind) {
  case KEY_IF:
    return parse_options (p, STATEMENT_IF, KEY_FI);
  case KEY_DO:
    return parse_options (p, STATEMENT_DO, KEY_OD);
  case KEY_ATOMIC:
    return parse_braced (p, STATEMENT_ATOMIC, "atomic");
  case KEY_D_STEP:
    return parse_braced (p, STATEMENT_D_STEP, "d_step");
  case '{':
    return parse_braced (p, STATEMENT_BLOCK, "");
  case KEY_GOTO:
    return parse_goto (p);
  case KEY_BREAK:
    return parse_break (p);
  case KEY_ELSE: {
    statement *s = sett_new_statement (p, STATEMENT_ELSE, &p->now->place);
    sett_parser_next (p);
    return s;
  }
  case KEY_ASSERT:
    return parse_assert (p);
  case KEY_PRINTF:
    return parse_printf (p);
  case KEY_PRINTM:
    return parse_printm (p);
  case KEY_FOR:
    return sett_parse_for (p);
  case KEY_SELECT:
    return sett_parse_select (p);
  case KEY_C_CODE:
    return parse_c_statement (p);
  case KEY_XR:
  case KEY_XS:
    return parse_exclusive (p);
  case TOKEN_NAME:
    return parse_name_statement (p);
  default:
    return parse_expression_statement (p);
  }
}

static int at_label (parser *p) {
  return sett_parser_at (p, TOKEN_NAME) && sett_parser_peek (p, 1)->kind == ':';
}

static label *parse_labels (parser *p) {
  label *labels = NULL;
  while (at_label (p)) {
    label *l = SETT_NEW (p->arena, label);
    l->name = p->now->text;
    if (p->frames.count)
      l->name = sett_inline_label (p, l->name,
                                   p->frames.at[p->frames.count - 1].instance);
    l->place = p->now->place;
    l->next = labels;
    labels = l;
    sett_parser_next (p);
    sett_parser_next (p);
  }
  return labels;
}

/* The statements of a part of an unless: of a plain block its own. */
static sequence *unless_part (parser *p, statement *s) {
  if (s->kind == STATEMENT_BLOCK && !s->labels)
    return s->parts.at[0];
  sequence *q = sett_new_sequence (p);
  sett_add_statement (p, q, s);
  return q;
}

/* L: { a } unless { b }  is  L: { { a } unless { b } }, for atomic too. */
static statement *lift_labels (parser *p, statement *main_part,
                               statement *unless) {
  statement *outer = sett_new_statement (p, main_part->kind, &main_part->place);
  sequence *q = sett_new_sequence (p);
  outer->text = main_part->text;
  outer->labels = main_part->labels;
  unless->parts.at[0] = main_part->parts.at[0];
  sett_add_statement (p, q, unless);
  TREE_PUSH (p->arena, outer->parts, q);
  return outer;
}

/* main unless { escape } */
static statement *parse_unless (parser *p, statement *main_part) {
  statement *s = sett_new_statement (p, STATEMENT_UNLESS, &main_part->place);
  sett_parser_next (p);
  const place where = p->now->place;
  statement *escape = parse_statement (p);
  if (!escape)
    sett_parser_fail (p, &where, "expected a statement after 'unless'");
  TREE_PUSH (p->arena, s->parts, unless_part (p, main_part));
  TREE_PUSH (p->arena, s->parts, unless_part (p, escape));
  const int is_group = main_part->kind == STATEMENT_BLOCK ||
                       main_part->kind == STATEMENT_ATOMIC ||
                       main_part->kind == STATEMENT_D_STEP;
  return main_part->labels && is_group ? lift_labels (p, main_part, s) : s;
}

/* [labels] statement [unless statement] */
static statement *parse_statement (parser *p) {
  sett_parser_enter (p);
  label *labels = parse_labels (p);
  statement *s;
  if (labels && (ends_sequence (p) || sett_parser_at (p, ';'))) { /* nothing */
    s = sett_new_statement (p, STATEMENT_EXPRESSION, &labels->place);
    s->value = sett_new_constant (p, 1, &labels->place);
    s->text = "skip";
  } else {
    const token *begin = p->now;
    const size_t frames = p->frames.count;
    s = parse_plain (p);
    if (s && !*s->text && s->kind != STATEMENT_BLOCK &&
        frames == p->frames.count)
      s->text = sett_parser_text (p, begin, p->now);
  }
  if (s)
    s->labels = labels;
  if (s && sett_parser_at (p, KEY_UNLESS))
    s = parse_unless (p, s);
  sett_parser_leave (p);
  return s;
}
